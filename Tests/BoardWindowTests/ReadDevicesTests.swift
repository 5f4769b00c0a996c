import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

@testable import TouchReelBoardWindow

struct ReadDevicesTests {
  private static let (screen, pen) = (DeviceDescription.screen("Screen"), DeviceDescription.pen("Pen"))
  private static let pointers: [PointerEvent.Pointer] = [
    .finger(TouchSequence(rawValue: 1)), .pen(PenState()), .mouse,
  ]

  @Test(arguments: [
    ([DeviceDescription](), [true, true, true]), ([screen], [false, true, true]), ([pen], [true, false, true]),
    ([screen, pen], [false, false, true]),
  ])
  func `The desktop's pointers that come from devices that are read do not count`(
    _ devices: [DeviceDescription], _ expected: [Bool]
  ) {
    #expect(Self.pointers.map { ReadDevices.isOther($0, than: devices) } == expected)
  }
}
