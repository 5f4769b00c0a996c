import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents

struct SyncFrameTests {
  private let time = Timestamp(nanoseconds: 5000)

  private func triples(_ frame: Frame) -> [[Int32]] {
    frame.events.map { [Int32($0.type.rawValue), Int32($0.code.rawValue), $0.value] }
  }

  @Test func `A state names every key, axis and slot, and ends with the slot that goes on`() {
    var device = DeviceDescription()
    device.codes[.key] = [.touch, .stylus]
    device.active[.key] = [.touch]
    device.axes = [
      .x: AbsoluteAxis(minimum: 0, maximum: 9, value: 4), .slot: AbsoluteAxis(minimum: 0, maximum: 1, value: 0),
      .trackingID: AbsoluteAxis(minimum: 0, maximum: 99), .positionX: AbsoluteAxis(minimum: 0, maximum: 9),
    ]
    device.slots = [[.trackingID: 7, .positionX: 5], [.trackingID: -1, .positionX: 2]]
    let frame = device.syncFrame(at: time)
    // BTN_TOUCH 330 is down, BTN_STYLUS 331 is up; ABS_X 0; slot 47, id 57, x 53.
    #expect(
      triples(frame) == [
        [1, 330, 1], [1, 331, 0], [3, 0, 4], [3, 47, 0], [3, 57, 7], [3, 53, 5], [3, 47, 1], [3, 57, -1], [3, 53, 2],
        [3, 47, 0], [0, 0, 0],
      ])
    #expect(frame.events.allSatisfy { $0.time == time })
  }

  @Test func `Contacts without slots have no state`() {
    var device = DeviceDescription()
    device.axes = [.positionX: AbsoluteAxis(minimum: 0, maximum: 9), .positionY: AbsoluteAxis(minimum: 0, maximum: 9)]
    #expect(triples(device.syncFrame(at: time)) == [[0, 0, 0]])
  }
}
