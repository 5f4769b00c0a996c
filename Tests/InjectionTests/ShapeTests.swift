import Testing
import TouchReelInputEvents

@testable import TouchReelInjection

struct ShapeTests {
  private static func screen(width: Int32 = 1000, slots: Int32 = 5) -> DeviceDescription {
    var device = DeviceDescription()
    device.codes[.key] = [.touch]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: slots - 1),
      .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: width),
    ]
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }

  private func differences(_ recorded: DeviceDescription, _ present: DeviceDescription) -> [String] {
    recorded.differences(of: present).map(\.description)
  }

  @Test func `A device that has more is as good`() {
    var present = Self.screen(slots: 10)
    present.codes[.key] = [.touch, .stylus]
    present.axes[.trackingID]?.maximum = 9
    #expect(differences(Self.screen(), present) == [])
  }

  @Test func `Every difference is named`() {
    var present = Self.screen(width: 800, slots: 2)
    present.codes[.key] = []
    let found = Self.screen().differences(of: present)
    #expect(
      found.map(\.description) == [
        "it has no BTN_TOUCH", "ABS_MT_POSITION_X is 0 to 800, recorded 0 to 1000", "it has 2 slots, recorded 5",
      ])
    #expect(found.map(\.canBeScaled) == [true, true, true])
  }

  @Test func `A device without slots cannot stand for one that has them`() {
    var present = Self.screen()
    present.axes[.slot] = nil
    present.codes[.absolute]?.remove(.slot)
    let found = Self.screen().differences(of: present)
    #expect(found.map(\.description) == ["it has no ABS_MT_SLOT"])
    #expect(found.map(\.canBeScaled) == [false])
  }
}
