import Testing
import TouchReelInjection
import TouchReelInputEvents

struct VirtualDeviceSetupTests {
  private static func screen() -> DeviceDescription {
    var device = DeviceDescription()
    device.name = "Screen"
    device.properties = [.direct]
    device.codes[.key] = [.touch]
    device.codes[.absolute] = [.slot, .trackingID, .positionX]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 3, value: 2),
      .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 1000, fuzz: 4, flat: 1, resolution: 12),
      .x: AbsoluteAxis(minimum: 0, maximum: 1000, fuzz: 4, value: 77),
    ]
    return device
  }

  @Test func `Fuzz is removed, all else of an axis is kept, and an axis with a range counts as announced`() {
    let setup = VirtualDeviceSetup(Self.screen())
    #expect(setup.axes[.positionX] == AbsoluteAxis(minimum: 0, maximum: 1000, fuzz: 0, flat: 1, resolution: 12))
    #expect(setup.axes[.x]?.value == 77)
    #expect(setup.codes[.absolute] == [.x, .slot, .positionX, .trackingID])
    #expect(setup.losses == [])
  }

  @Test func `Fuzz is kept on request`() {
    #expect(VirtualDeviceSetup(Self.screen(), fuzz: .kept).axes[.positionX]?.fuzz == 4)
  }

  @Test func `The kernel's new device has empty slots and selects the first`() {
    let blank = VirtualDeviceSetup(Self.screen()).blank
    #expect(blank.slots == Array(repeating: [.trackingID: -1, .positionX: 0], count: 4))
    #expect(blank.axes[.slot]?.value == 0)
    #expect(blank.active == [:])
  }

  @Test func `A device without a name is replayed, under a name that is said`() {
    let setup = VirtualDeviceSetup(
      {
        var device = Self.screen()
        device.name = ""
        return device
      }())
    #expect(setup.name == "TouchReel device" && setup.losses == [])
    #expect(setup.additions == ["is called 'TouchReel device', since uinput needs a name"])
  }

  @Test func `What the kernel cannot be given is listed`() {
    var device = Self.screen()
    device.uniq = "serial"
    device.codes[.repetition] = [EventCode(rawValue: 0)]
    device.codes[.forceFeedback] = [EventCode(rawValue: 80)]
    device.codes[.key] = [.touch, EventCode(rawValue: 0x400)]
    device.codes[EventType(rawValue: 0x16)] = [EventCode(rawValue: 1)]
    device.properties = [.direct, InputProperty(rawValue: 99)]
    let setup = VirtualDeviceSetup(device)
    #expect(setup.codes.keys.sorted() == [.key, .absolute])
    #expect(setup.codes[.key] == [.touch])
    #expect(setup.properties == [.direct])
    #expect(
      setup.losses == [
        "uinput has no way to set the unique id (uniq)", "properties that the kernel does not know",
        "codes that the kernel does not know: EV_KEY 0x400",
        "key repeat by the kernel (EV_REP): the repeats that were recorded are passed on, and no others",
        "force feedback (EV_FF): nothing would answer the programs that ask for it",
        "events of type EV_PWR, which uinput cannot announce",
      ])
  }

  @Test func `A name is cut at a whole character, and a device without one gets one`() {
    var device = DeviceDescription()
    device.name = String(repeating: "ü", count: 50)
    #expect(VirtualDeviceSetup(device).name == String(repeating: "ü", count: 39))
    device.name = ""
    #expect(VirtualDeviceSetup(device).name == "TouchReel device")
  }

  @Test(arguments: [Int32.min, -5, 0, 1_000_000, .max])
  func `Any number of slots is survived`(_ maximum: Int32) {
    var device = Self.screen()
    device.axes[.slot]?.maximum = maximum
    #expect(VirtualDeviceSetup(device).blank.slots.count <= 1024)
  }
}
