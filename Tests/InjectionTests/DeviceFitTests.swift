import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelInjection

/// Recorded touches on devices of other ranges, slots and axes.
struct DeviceFitTests {
  /// Keys: BTN_TOUCH, unless it is told otherwise.
  private static func screen(
    width: Int32 = 1000, height: Int32 = 500, slots: Int32? = 5, keys: Set<EventCode> = [.touch]
  ) -> DeviceDescription {
    var device = DeviceDescription()
    device.codes[.key] = keys
    device.axes = [
      .positionX: AbsoluteAxis(minimum: 0, maximum: width), .positionY: AbsoluteAxis(minimum: 0, maximum: height),
    ]
    if let slots {
      device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: slots - 1)
      device.axes[.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535)
    }
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }

  /// A device of one touch, as a mouse that has positions.
  private static func single(_ width: Int32, _ height: Int32, keys: Set<EventCode> = [.touch]) -> DeviceDescription {
    var device = DeviceDescription()
    device.codes[.key] = keys
    device.axes = [.x: AbsoluteAxis(minimum: 0, maximum: width), .y: AbsoluteAxis(minimum: 0, maximum: height)]
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }

  /// What becomes of frames, each as a script; an empty text for one of which nothing remains.
  private func fitted(
    _ frames: [String], from recorded: DeviceDescription = screen(), on other: DeviceDescription?,
    _ options: FitOptions = FitOptions()
  ) throws -> [String] {
    var fit = try DeviceFit(recorded, on: other, options)
    return frames.map { frame in text(fit.fit(Frame(events: events(frame)))?.events ?? []) }
  }

  @Test func `Positions are scaled from end to end, names are left alone`() throws {
    var (recorded, other) = (Self.screen(), Self.screen(width: 301, height: 1000))
    recorded.axes[.toolType] = AbsoluteAxis(minimum: 0, maximum: 2)
    other.axes[.toolType] = AbsoluteAxis(minimum: 0, maximum: 15)
    // 500 / 1000 · 301 = 150.5, away from zero; 125 / 500 · 1000 = 250.
    #expect(
      try fitted(
        [
          """
          ABS_MT_POSITION_X 0, ABS_MT_POSITION_X 1000, ABS_MT_POSITION_X 500, ABS_MT_POSITION_Y 125, \
          ABS_MT_TOOL_TYPE 2, ABS_MT_TRACKING_ID 7, SYN_REPORT 0
          """
        ], from: recorded, on: other) == [
          """
          ABS_MT_POSITION_X 0, ABS_MT_POSITION_X 301, ABS_MT_POSITION_X 151, ABS_MT_POSITION_Y 250, \
          ABS_MT_TOOL_TYPE 2, ABS_MT_TRACKING_ID 7, SYN_REPORT 0
          """
        ])
  }

  @Test func `Values outside of the range become its ends, and are counted`() throws {
    var fit = try DeviceFit(Self.screen(width: 1), on: Self.screen(width: .max))
    let frame = "ABS_MT_POSITION_X 2147483647, ABS_MT_POSITION_X -2147483648, ABS_MT_POSITION_X 1, SYN_REPORT 0"
    let values = fit.fit(Frame(events: events(frame)))?.events.map(\.value)
    #expect(values == [.max, 0, .max, 0])
    #expect(fit.heldValues == 2)
  }

  @Test func `A device of the same ranges gets what was recorded, whatever it is`() throws {
    let frame = "ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 5000, BTN_TOUCH 1, SYN_REPORT 0"
    #expect(try fitted([frame, "SYN_REPORT 0"], on: Self.screen()) == [frame, "SYN_REPORT 0"])
  }

  @Test(arguments: [
    // x' = 1 − y, y' = x: y 125 of 500 is a quarter; x 100 of 1000 a tenth. The other device has 400 × 200 units.
    (QuarterTurn.quarter, "ABS_MT_POSITION_Y 20, ABS_MT_POSITION_X 300"),
    (.half, "ABS_MT_POSITION_X 360, ABS_MT_POSITION_Y 150"),
    (.threeQuarters, "ABS_MT_POSITION_Y 180, ABS_MT_POSITION_X 100"),
    (.upright, "ABS_MT_POSITION_X 40, ABS_MT_POSITION_Y 50"),
  ])
  func `Touches are turned clockwise`(rotation: QuarterTurn, expected: String) throws {
    let frame = "ABS_MT_POSITION_X 100, ABS_MT_POSITION_Y 125, SYN_REPORT 0"
    let other = Self.screen(width: 400, height: 200)
    #expect(try fitted([frame], on: other, FitOptions(rotation: rotation)) == ["\(expected), SYN_REPORT 0"])
  }

  @Test func `A device like the recorded one is turned with its axes`() throws {
    var recorded = Self.screen()
    recorded.axes[.positionX]?.resolution = 10
    var fit = try DeviceFit(recorded, on: nil, FitOptions(rotation: .quarter))
    #expect(fit.target.axes[.positionX] == AbsoluteAxis(minimum: 0, maximum: 500))
    #expect(fit.target.axes[.positionY] == AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10))
    let frame = fit.fit(Frame(events: events("ABS_MT_POSITION_X 100, ABS_MT_POSITION_Y 125, SYN_REPORT 0")))
    // 500 − 125 = 375.
    #expect(text(frame?.events ?? []) == "ABS_MT_POSITION_Y 100, ABS_MT_POSITION_X 375, SYN_REPORT 0")
  }

  @Test func `A pen's tilt turns with it`() throws {
    var pen = Self.single(1000, 1000, keys: [.touch, .toolPen])
    for code in [EventCode.tiltX, .tiltY] { pen.axes[code] = AbsoluteAxis(minimum: -60, maximum: 60) }
    // Leaning to the right becomes leaning down, leaning down becomes leaning to the left.
    #expect(
      try fitted(["ABS_TILT_X 30, ABS_TILT_Y 10, SYN_REPORT 0"], from: pen, on: nil, FitOptions(rotation: .quarter))
        == ["ABS_TILT_Y 30, ABS_TILT_X -10, SYN_REPORT 0"])
  }

  @Test func `How both devices lie on their screens is undone and done`() throws {
    // The pen of a reMarkable 2 has its zero at the lower left, and x along the long edge, from the bottom up.
    let pen = KnownDevice.remarkable2Pen.description
    // (10 %, 20 %) of the screen is y = 10 % of 15725 and x = 80 % of 20966: 1572.5 and 16772.8.
    #expect(
      try fitted(["ABS_X 100, ABS_Y 200, SYN_REPORT 0"], from: Self.single(1000, 1000), on: pen)
        == ["ABS_Y 1573, ABS_X 16773, SYN_REPORT 0"])
    // And back: the nearest unit of 1000.
    #expect(
      try fitted(["ABS_X 16773, ABS_Y 1573, SYN_REPORT 0"], from: pen, on: Self.single(1000, 1000))
        == ["ABS_Y 200, ABS_X 100, SYN_REPORT 0"])
    // Its touchscreen is mirrored: y 20 % is 80 % of 1871 from below, 1496.8.
    #expect(
      try fitted(
        ["ABS_MT_POSITION_X 100, ABS_MT_POSITION_Y 100, SYN_REPORT 0"],
        on: KnownDevice.remarkable2Touch.description)
        == ["ABS_MT_POSITION_X 140, ABS_MT_POSITION_Y 1497, SYN_REPORT 0"])
  }

  @Test(arguments: [
    ("200,100,400,200", "ABS_MT_POSITION_X 400, ABS_MT_POSITION_Y 200"),
    ("20%,100,40%,40%", "ABS_MT_POSITION_X 400, ABS_MT_POSITION_Y 200"),
    ("0%,0%,100%,100%", "ABS_MT_POSITION_X 500, ABS_MT_POSITION_Y 250"),
    ("70%,0,30%,1%", "ABS_MT_POSITION_X 850, ABS_MT_POSITION_Y 3"),
  ])
  func `An area takes all touches`(area: String, expected: String) throws {
    let frame = "ABS_MT_POSITION_X 500, ABS_MT_POSITION_Y 250, SYN_REPORT 0"
    let area = try #require(TargetArea(area))
    let options = FitOptions(area: area)
    #expect(try fitted([frame], on: Self.screen(), options) == ["\(expected), SYN_REPORT 0"])
  }

  @Test(arguments: ["", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,-4", "a,2,3,4", "1,2,nan,4", "1,2,inf,4", "1%%,2,3,4"])
  func `Text that is no area is refused`(text: String) { #expect(TargetArea(text) == nil) }

  @Test(arguments: ["900,0,200,100", "-1,0,10,10", "60%,0,50%,50%", "0,0,10,501"])
  func `An area outside of the device is refused`(area: String) throws {
    let area = try #require(TargetArea(area))
    let options = FitOptions(area: area)
    #expect(throws: FitError.self) { try DeviceFit(Self.screen(), on: Self.screen(), options) }
  }

  @Test func `Axes and keys that the device lacks are left out, and listed`() throws {
    var recorded = Self.screen(keys: [.touch, .toolFinger])
    recorded.axes[.touchMajor] = AbsoluteAxis(minimum: 0, maximum: 255)
    recorded.codes[.miscellaneous] = [EventCode(rawValue: 5)]
    let other = Self.screen(keys: [.touch])
    let fit = try DeviceFit(recorded, on: other)
    #expect(
      fit.losses == ["it has no BTN_TOOL_FINGER", "it has no ABS_MT_TOUCH_MAJOR", "it has no MSC_TIMESTAMP"])
    let frames = [
      "ABS_MT_TOUCH_MAJOR 3, BTN_TOOL_FINGER 1, ABS_MT_POSITION_X 4, SYN_REPORT 0",
      "ABS_MT_TOUCH_MAJOR 3, SYN_REPORT 0",
    ]
    #expect(try fitted(frames, from: recorded, on: other) == ["ABS_MT_POSITION_X 4, SYN_REPORT 0", ""])
  }

  // MARK: Axes that were not recorded

  private static func withPressure(_ device: DeviceDescription, _ codes: EventCode...) -> DeviceDescription {
    var device = device
    for code in codes { device.axes[code] = AbsoluteAxis(minimum: 0, maximum: 200) }
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }

  @Test func `Contacts in slots get the size and the pressure that were not recorded, once each`() throws {
    let other = Self.withPressure(Self.screen(), .touchMajor, .contactPressure)
    let fit = try DeviceFit(Self.screen(), on: other)
    // 200 / 10 = 20, 200 / 2 = 100.
    #expect(
      fit.additions == [
        "every touch has ABS_MT_TOUCH_MAJOR 20, which was not recorded",
        "every touch has ABS_MT_PRESSURE 100, which was not recorded",
      ])
    #expect(
      try fitted(
        [
          "ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 5, SYN_REPORT 0", "ABS_MT_POSITION_X 6, SYN_REPORT 0",
          "ABS_MT_TRACKING_ID -1, SYN_REPORT 0",
        ], on: other) == [
          "ABS_MT_TRACKING_ID 3, ABS_MT_TOUCH_MAJOR 20, ABS_MT_PRESSURE 100, ABS_MT_POSITION_X 5, SYN_REPORT 0",
          "ABS_MT_POSITION_X 6, SYN_REPORT 0", "ABS_MT_TRACKING_ID -1, SYN_REPORT 0",
        ])
  }

  @Test func `What was recorded is not made up`() throws {
    let recorded = Self.withPressure(Self.screen(), .contactPressure)
    let other = Self.withPressure(Self.screen(), .contactPressure)
    #expect(try DeviceFit(recorded, on: other).additions == [])
    #expect(try DeviceFit(recorded, on: Self.screen()).additions == [])
  }

  @Test func `A device of one touch is pressed while it is touched`() throws {
    let other = Self.withPressure(Self.single(1000, 500), .pressure)
    #expect(
      try fitted(
        [
          "ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 5, SYN_REPORT 0", "ABS_MT_TRACKING_ID -1, SYN_REPORT 0",
        ], on: other) == [
          "ABS_X 5, BTN_TOUCH 1, ABS_PRESSURE 100, SYN_REPORT 0", "BTN_TOUCH 0, ABS_PRESSURE 0, SYN_REPORT 0",
        ])
  }

  @Test func `Each contact without a slot gets its own`() throws {
    let other = Self.withPressure(Self.screen(slots: nil), .touchMajor)
    let frame = "ABS_MT_POSITION_X 5, SYN_MT_REPORT 0, ABS_MT_POSITION_X 6, SYN_MT_REPORT 0, SYN_REPORT 0"
    #expect(
      try fitted([frame, "SYN_MT_REPORT 0, SYN_REPORT 0"], from: Self.screen(slots: nil), on: other) == [
        "ABS_MT_POSITION_X 5, ABS_MT_TOUCH_MAJOR 20, SYN_MT_REPORT 0, "
          + "ABS_MT_POSITION_X 6, ABS_MT_TOUCH_MAJOR 20, SYN_MT_REPORT 0, SYN_REPORT 0",
        "SYN_MT_REPORT 0, SYN_REPORT 0",
      ])
  }

  // MARK: Slots

  @Test func `Contacts in high slots go to the lowest free ones`() throws {
    let frames = [
      "ABS_MT_SLOT 3, ABS_MT_TRACKING_ID 7, ABS_MT_POSITION_X 10, SYN_REPORT 0",
      "ABS_MT_SLOT 4, ABS_MT_TRACKING_ID 8, ABS_MT_POSITION_X 20, ABS_MT_SLOT 3, ABS_MT_POSITION_X 11, SYN_REPORT 0",
      "ABS_MT_TRACKING_ID -1, SYN_REPORT 0", "ABS_MT_SLOT 4, ABS_MT_POSITION_X 21, SYN_REPORT 0",
    ]
    #expect(
      try fitted(frames, on: Self.screen(slots: 2)) == [
        "ABS_MT_SLOT 0, ABS_MT_TRACKING_ID 7, ABS_MT_POSITION_X 10, SYN_REPORT 0",
        "ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 8, ABS_MT_POSITION_X 20, ABS_MT_SLOT 0, ABS_MT_POSITION_X 11, SYN_REPORT 0",
        "ABS_MT_TRACKING_ID -1, SYN_REPORT 0", "ABS_MT_SLOT 1, ABS_MT_POSITION_X 21, SYN_REPORT 0",
      ])
  }

  @Test func `A contact that ends frees its slot in the same frame, and the next one gets its values`() throws {
    let frames = [
      "ABS_MT_TRACKING_ID 1, ABS_MT_POSITION_X 10, ABS_MT_POSITION_Y 20, SYN_REPORT 0",
      // Slot 1 begins where slot 0 ends; its y was reported long ago.
      "ABS_MT_SLOT 1, ABS_MT_POSITION_Y 99, SYN_REPORT 0",
      "ABS_MT_TRACKING_ID 2, ABS_MT_POSITION_X 30, ABS_MT_SLOT 0, ABS_MT_TRACKING_ID -1, SYN_REPORT 0",
    ]
    #expect(
      try fitted(frames, on: Self.screen(slots: 1)) == [
        "ABS_MT_SLOT 0, ABS_MT_TRACKING_ID 1, ABS_MT_POSITION_X 10, ABS_MT_POSITION_Y 20, SYN_REPORT 0", "",
        "ABS_MT_TRACKING_ID -1, ABS_MT_TRACKING_ID 2, ABS_MT_POSITION_X 30, ABS_MT_POSITION_Y 99, SYN_REPORT 0",
      ])
  }

  @Test func `Contacts beyond the slots are left out whole, and counted`() throws {
    var fit = try DeviceFit(Self.screen(), on: Self.screen(slots: 1))
    let frames = [
      "ABS_MT_TRACKING_ID 1, ABS_MT_POSITION_X 10, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 2, ABS_MT_POSITION_X 20, SYN_REPORT 0",
      "ABS_MT_SLOT 0, ABS_MT_TRACKING_ID -1, SYN_REPORT 0", "ABS_MT_SLOT 1, ABS_MT_POSITION_X 21, SYN_REPORT 0",
      "ABS_MT_TRACKING_ID -1, SYN_REPORT 0",
    ]
    let found = frames.map { text(fit.fit(Frame(events: events($0)))?.events ?? []) }
    #expect(
      found == [
        "ABS_MT_SLOT 0, ABS_MT_TRACKING_ID 1, ABS_MT_POSITION_X 10, SYN_REPORT 0",
        "ABS_MT_TRACKING_ID -1, SYN_REPORT 0",
        "", "",
      ])
    #expect(fit.contactsLeftOut == 1)
  }

  /// Fingers come and go at random, never more at once than there are slots.
  @Test(arguments: PropertySeeds.from(500, count: 40))
  func `Every contact is in every frame if no more are down at once than there are slots`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let room = Int.random(in: 1...4, using: &random)
    let (recorded, other) = (Self.screen(slots: 10), Self.screen(slots: Int32(room)))
    var fit = try DeviceFit(recorded, on: other)
    var (wanted, found) = (Contacts(), Contacts())
    for frame in 0..<200 {
      let events = RandomFingers.frame(frame, after: wanted.positions, room: room, using: &random)
      wanted.apply(events)
      found.apply(fit.fit(Frame(events: events))?.events ?? [])
      #expect(wanted.byID == found.byID, "frame \(frame)")
      #expect(found.positions.keys.allSatisfy { (0..<Int32(room)).contains($0) })
    }
    #expect(fit.contactsLeftOut == 0)
  }

  // MARK: Other kinds of devices

  @Test func `A device of one touch gets the first contact`() throws {
    let frames = [
      "ABS_MT_TRACKING_ID 1, ABS_MT_POSITION_X 10, ABS_MT_POSITION_Y 20, BTN_TOUCH 1, ABS_X 10, ABS_Y 20, SYN_REPORT 0",
      "ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 2, ABS_MT_POSITION_X 500, SYN_REPORT 0",
      "ABS_MT_SLOT 0, ABS_MT_POSITION_X 12, ABS_X 12, SYN_REPORT 0",
      "ABS_MT_TRACKING_ID -1, ABS_X 500, SYN_REPORT 0",
      "ABS_MT_SLOT 1, ABS_MT_TRACKING_ID -1, BTN_TOUCH 0, SYN_REPORT 0",
    ]
    var recorded = Self.screen()
    (recorded.axes[.x], recorded.axes[.y]) = (recorded.axes[.positionX], recorded.axes[.positionY])
    #expect(
      try fitted(frames, from: recorded, on: Self.single(2000, 500)) == [
        "ABS_X 20, ABS_Y 20, BTN_TOUCH 1, SYN_REPORT 0", "", "ABS_X 24, SYN_REPORT 0", "BTN_TOUCH 0, SYN_REPORT 0", "",
      ])
    #expect(
      try fitted([frames[0]], on: Self.single(1000, 500, keys: [.leftButton]))
        == ["ABS_X 10, ABS_Y 20, BTN_LEFT 1, SYN_REPORT 0"])
  }

  @Test func `Devices that cannot stand in are refused with the reason`() {
    func reason(_ recorded: DeviceDescription, _ other: DeviceDescription) -> FitError? {
      do throws(FitError) { _ = try DeviceFit(recorded, on: other) } catch { return error }
      return nil
    }
    let (slots, anonymous, single) = (Self.screen(), Self.screen(slots: nil), Self.single(9, 9))
    #expect(
      reason(slots, anonymous) == .unlike("reports its contacts without slots (protocol A), the recording with them"))
    #expect(
      reason(anonymous, slots) == .unlike("has slots or one touch alone, the recording has contacts without slots"))
    #expect(reason(single, slots) == .unlike("is touched by several contacts, the recording has one"))
    #expect(reason(slots, DeviceDescription()) == .unlike("has no positions"))
    let keyless = Self.single(9, 9, keys: [])
    #expect(reason(slots, keyless) == .unlike("has no key that tells of a touch, BTN_TOUCH or BTN_LEFT"))
    #expect(reason(anonymous, anonymous) == nil)
  }

  @Test func `The state at the start is fitted as well`() throws {
    var recorded = Self.screen(slots: 5)
    recorded.slots = Array(repeating: [.trackingID: -1, .positionX: 0, .positionY: 0], count: 5)
    recorded.slots[3] = [.trackingID: 9, .positionX: 500, .positionY: 250]
    recorded.active[.key] = [.touch]
    var fit = try DeviceFit(recorded, on: Self.screen(width: 100, height: 100, slots: 2), FitOptions(rotation: .half))
    let start = fit.start(recorded)
    #expect(start.slots.first == [.trackingID: 9, .positionX: 50, .positionY: 50])
    #expect(start.active[.key] == [.touch])
    // The contact goes on where it is.
    let frame = fit.fit(Frame(events: events("ABS_MT_SLOT 3, ABS_MT_POSITION_X 510, SYN_REPORT 0")))
    #expect(text(frame?.events ?? []) == "ABS_MT_POSITION_X 49, SYN_REPORT 0")
  }
}

/// Contacts by slot, as a reader of the events knows them.
private struct Contacts {
  private(set) var positions: [Int32: [EventCode: Int32]] = [:]
  private var kept: [Int32: [EventCode: Int32]] = [:]
  private var slot: Int32 = 0

  mutating func apply(_ events: [InputEvent]) {
    for event in events where event.type == .absolute {
      if event.code == .slot {
        slot = event.value
      } else {
        kept[slot, default: [:]][event.code] = event.value
        positions[slot] = kept[slot].flatMap { $0[.trackingID] ?? -1 >= 0 ? $0 : nil }
      }
    }
  }

  var byID: [Int32: [EventCode: Int32]] {
    Dictionary(positions.values.map { ($0[.trackingID] ?? -1, $0) }) { $1 }
  }
}

private enum RandomFingers {
  /// Some fingers move, some are lifted, and some come down in any free slot.
  static func frame(
    _ number: Int, after down: [Int32: [EventCode: Int32]], room: Int, using random: inout SplitMix64
  ) -> [InputEvent] {
    var lines: [String] = []
    var slots = Set(down.keys)
    for slot in down.keys.sorted() {
      lines.append("ABS_MT_SLOT \(slot)")
      if Int.random(in: 0..<6, using: &random) == 0 {
        lines.append("ABS_MT_TRACKING_ID -1")
        slots.remove(slot)
      } else {
        lines.append("ABS_MT_POSITION_X \(Int.random(in: 0...1000, using: &random))")
      }
    }
    let free = (0..<Int32(10)).filter { down[$0] == nil }
    if slots.count < room, let slot = free.randomElement(using: &random) {
      let begins = [
        "ABS_MT_SLOT \(slot)", "ABS_MT_TRACKING_ID \(number + 1)",
        "ABS_MT_POSITION_X \(Int.random(in: 0...1000, using: &random))",
        "ABS_MT_POSITION_Y \(Int.random(in: 0...500, using: &random))",
      ]
      // Drivers go through the slots in order: the new one may come before the one that ends.
      if Bool.random(using: &random) { lines = begins + lines } else { lines += begins }
    }
    return events((lines + ["SYN_REPORT 0"]).joined(separator: ", "))
  }
}
