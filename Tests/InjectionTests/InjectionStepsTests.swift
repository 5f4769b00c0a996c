import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordings

@testable import TouchReelInjection

struct InjectionStepsTests {
  private static let screen: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "Screen"
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 1), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 99),
    ]
    device.codes[.absolute] = Set(device.axes.keys)
    device.codes[.key] = [.touch]
    return device
  }()

  private static func opening(
    _ device: DeviceDescription = screen, channel: Int = 0, number: Int = 0
  ) -> RecordingEntry {
    .opening(DeviceOpening(number: number, description: device), as: DeviceChannel(rawValue: channel))
  }

  private static func frame(_ script: String, at milliseconds: Int64, channel: Int = 0, sync: Bool = false)
    -> RecordingEntry
  {
    let frame = Frame(events: events(script, at: Timestamp(nanoseconds: milliseconds * 1_000_000)))
    let channel = DeviceChannel(rawValue: channel)
    return sync ? .sync(frame, of: channel) : .frame(frame, of: channel)
  }

  private static func slate(_ entry: RecordingEntry, isLasting: Bool = false) -> InitialDeviceState {
    let opening = entry.opening ?? DeviceOpening()
    let blank = VirtualDeviceSetup(opening.description).blank
    return InitialDeviceState(opening: opening, state: blank, isLasting: isLasting)
  }

  private static func removal(at milliseconds: Int64) -> RecordingEntry {
    let note = RecorderNote.deviceRemoved(DeviceChannel(rawValue: 0))
    return .note(note.payload, at: Timestamp(nanoseconds: milliseconds * 1_000_000))
  }

  /// A line for each step, as `5 write ABS_X 3, SYN_REPORT 0`, of a number of passes over the same entries.
  private func steps(
    _ entries: [RecordingEntry], passes: Int = 1, isLasting: Bool = false, state: DeviceDescription? = nil
  ) throws -> [String] {
    var slate = Self.slate(entries[0], isLasting: isLasting)
    if let state { slate.state = state }
    let steps = InjectionSteps([slate], zero: Timestamp(nanoseconds: 0))
    for _ in 0..<passes {
      for entry in entries { try steps.write(entry) }
      try steps.finish()
    }
    return steps.steps.map { step in
      let time = step.time.nanoseconds / 1_000_000
      return switch step.action {
      case .make(let opening, let events): "\(time) make \(opening.description.name) \(text(events))"
      case .write(_, let events): "\(time) write \(text(events))"
      case .remove: "\(time) remove"
      case .endPass: "\(time) end"
      }
    }
  }

  @Test func `Frames are passed on as they are`() throws {
    let script = "ABS_MT_TRACKING_ID 3, ABS_MT_TRACKING_ID 3, ABS_MISC 4, SYN_REPORT 0"
    #expect(try steps([Self.opening(), Self.frame(script, at: 5)]) == ["5 write \(script)", "5 end"])
  }

  @Test func `What was down at the start is sent with the first frame`() throws {
    var device = Self.screen
    device.slots = [[.trackingID: -1, .positionX: 7], [.trackingID: 3, .positionX: 8]]
    device.active[.key] = [.touch]
    #expect(
      try steps([Self.opening(device), Self.frame("ABS_MT_POSITION_X 9, SYN_REPORT 0", at: 5)]) == [
        """
        5 write ABS_MT_SLOT 0, ABS_MT_POSITION_X 7, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 8, \
        BTN_TOUCH 1, ABS_MT_SLOT 0, SYN_REPORT 0
        """,
        "5 write ABS_MT_POSITION_X 9, SYN_REPORT 0", "5 end",
      ])
  }

  /// A recorder that was held up reads one device after the other.
  @Test func `Frames of several devices are done in the order of their times`() throws {
    let entries =
      [Self.opening(), Self.opening(channel: 1, number: 1)]
      + [(10, 0), (14, 0), (18, 0), (12, 1), (17, 1), (20, 0)].map { time, channel in
        Self.frame("ABS_MT_POSITION_X \(time), SYN_REPORT 0", at: time, channel: channel)
      }
    let times = try steps(entries).map { $0.prefix(2) }
    // Opening the second device comes with the first frame.
    #expect(times == ["10", "10", "12", "14", "17", "18", "20", "20"])
  }

  @Test func `What one device did keeps its order, and so does what is far apart`() throws {
    let entries =
      [Self.opening(), Self.opening(channel: 1, number: 1)]
      + [(50, 0), (40, 0), (900, 1), (790, 0)].map { time, channel in
        Self.frame("ABS_MT_POSITION_X \(time), SYN_REPORT 0", at: time, channel: channel)
      }
    let times = try steps(entries).filter { $0.contains("POSITION") }.map { $0.prefix { $0 != " " } }
    #expect(times == ["50", "40", "900", "790"])
  }

  @Test func `A clock that goes back by an hour holds nothing up`() throws {
    let steps = InjectionSteps([Self.slate(Self.opening())], zero: Timestamp(nanoseconds: 0))
    try steps.write(Self.opening())
    for time in [3_600_000, 3_600_050, 10, 20] as [Int64] {
      try steps.write(Self.frame("ABS_MT_POSITION_X \(time % 100), SYN_REPORT 0", at: time))
    }
    #expect(steps.removeSettled().map { $0.time.nanoseconds / 1_000_000 } == [3_600_000, 3_600_050])
    try steps.finish()
    #expect(steps.removeSettled().map { $0.time.nanoseconds / 1_000_000 } == [10, 20, 20])
  }

  @Test func `What may still be preceded is held back`() throws {
    let steps = InjectionSteps([Self.slate(Self.opening())], zero: Timestamp(nanoseconds: 0))
    for time in stride(from: Int64(0), through: 300, by: 50) {
      if time == 0 { try steps.write(Self.opening()) }
      try steps.write(Self.frame("ABS_MT_POSITION_X \(time), SYN_REPORT 0", at: time))
    }
    // 300 ms was read, so 200 ms is settled.
    #expect(steps.removeSettled().map { $0.time.nanoseconds / 1_000_000 } == [0, 50, 100, 150, 200])
    try steps.finish()
    #expect(steps.removeSettled().map { $0.time.nanoseconds / 1_000_000 } == [250, 300, 300])
  }

  @Test func `Each pass begins in the recorded state`() throws {
    let entries = [
      Self.opening(),
      Self.frame("ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 9, BTN_TOUCH 1, SYN_REPORT 0", at: 5),
    ]
    // The contact and the key are lifted at the end of a pass; the position is left in the slot, and the slot selected.
    #expect(
      try steps(entries, passes: 2) == [
        "5 write ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 9, BTN_TOUCH 1, SYN_REPORT 0", "5 end",
        "5 write ABS_MT_SLOT 1, ABS_MT_POSITION_X 0, ABS_MT_SLOT 0, SYN_REPORT 0",
        "5 write ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 9, BTN_TOUCH 1, SYN_REPORT 0", "5 end",
      ])
  }

  @Test func `A frame that lost events is left out, and the state after it is reached`() throws {
    let entries = [
      Self.opening(),
      Self.frame("ABS_MT_TRACKING_ID 3, BTN_TOUCH 1, SYN_REPORT 0", at: 1),
      Self.frame("SYN_DROPPED 0, ABS_MT_POSITION_X 50, SYN_REPORT 0", at: 2),
      Self.frame(
        "BTN_TOUCH 1, ABS_MT_SLOT 0, ABS_MT_TRACKING_ID -1, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 4, ABS_MT_POSITION_X 60, SYN_REPORT 0",
        at: 2, sync: true),
      Self.frame("ABS_MT_POSITION_X 61, SYN_REPORT 0", at: 3),
    ]
    #expect(
      try steps(entries) == [
        "1 write ABS_MT_TRACKING_ID 3, BTN_TOUCH 1, SYN_REPORT 0",
        "2 write ABS_MT_SLOT 0, ABS_MT_TRACKING_ID -1, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 4, ABS_MT_POSITION_X 60, SYN_REPORT 0",
        "3 write ABS_MT_POSITION_X 61, SYN_REPORT 0", "3 end",
      ])
  }

  @Test func `An unplugged device goes, and comes back with the first frame of its new opening`() throws {
    let entries = [
      Self.opening(), Self.frame("ABS_MT_TRACKING_ID 3, SYN_REPORT 0", at: 1), Self.removal(at: 2),
      Self.opening(channel: 1),
      Self.frame("ABS_MT_TRACKING_ID 4, SYN_REPORT 0", at: 9, channel: 1),
    ]
    #expect(
      try steps(entries) == [
        "1 write ABS_MT_TRACKING_ID 3, SYN_REPORT 0", "2 remove", "9 make Screen ",
        "9 write ABS_MT_TRACKING_ID 4, SYN_REPORT 0", "9 end",
      ])
  }

  @Test func `A node that is written to outlives the unplugging: its contacts are lifted`() throws {
    let entries = [
      Self.opening(), Self.frame("ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 9, SYN_REPORT 0", at: 1), Self.removal(at: 2),
      Self.opening(channel: 1), Self.frame("ABS_MT_TRACKING_ID 3, SYN_REPORT 0", at: 9, channel: 1),
    ]
    #expect(
      try steps(entries, isLasting: true) == [
        "1 write ABS_MT_TRACKING_ID 3, ABS_MT_POSITION_X 9, SYN_REPORT 0", "2 remove",
        "9 write ABS_MT_SLOT 0, ABS_MT_POSITION_X 0, SYN_REPORT 0", "9 write ABS_MT_TRACKING_ID 3, SYN_REPORT 0",
        "9 end",
      ])
  }

  @Test func `A frame of a channel that was never opened is passed over`() throws {
    #expect(try steps([Self.opening(), Self.frame("SYN_REPORT 0", at: 1, channel: 5)]) == ["0 end"])
  }
}
