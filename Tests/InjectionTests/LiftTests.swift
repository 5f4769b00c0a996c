import Testing
import TouchReelInputEvents

struct LiftTests {
  private static let slots = [EventCode.trackingID: Int32(-1), .positionX: 0]

  private static func screen(slots: Int) -> DeviceDescription {
    var device = DeviceDescription()
    device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: Int32(slots) - 1)
    device.slots = Array(repeating: Self.slots, count: slots)
    return device
  }

  private func lift(_ device: DeviceDescription, after script: String) -> String {
    var state = DeviceState(device)
    state.applyWritten(events(script))
    return text(state.lift(at: Timestamp(nanoseconds: 0)))
  }

  @Test func `Slots with a contact are lifted, then the keys`() {
    let script = """
      ABS_MT_TRACKING_ID 5, BTN_TOUCH 1, ABS_MT_SLOT 2, ABS_MT_TRACKING_ID 6, SYN_REPORT 0,
      ABS_MT_SLOT 0, ABS_MT_TRACKING_ID -1, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 7, SYN_REPORT 0
      """
    #expect(
      lift(Self.screen(slots: 3), after: script) == """
        ABS_MT_SLOT 1, ABS_MT_TRACKING_ID -1, ABS_MT_SLOT 2, ABS_MT_TRACKING_ID -1, BTN_TOUCH 0, SYN_REPORT 0
        """)
  }

  @Test func `Where nothing is down nothing is lifted`() {
    #expect(
      lift(Self.screen(slots: 2), after: "ABS_MT_TRACKING_ID 5, SYN_REPORT 0, ABS_MT_TRACKING_ID -1, SYN_REPORT 0")
        == "")
  }

  @Test func `What was down before the first write is lifted as well`() {
    var device = Self.screen(slots: 2)
    device.slots[1][.trackingID] = 9
    device.active[.key] = [.touch]
    #expect(lift(device, after: "") == "ABS_MT_SLOT 1, ABS_MT_TRACKING_ID -1, BTN_TOUCH 0, SYN_REPORT 0")
  }

  @Test func `A pen's tool goes with its buttons`() {
    #expect(
      lift(
        DeviceDescription(),
        after: "BTN_TOOL_PEN 1, ABS_X 5, BTN_TOUCH 1, BTN_STYLUS 1, SYN_REPORT 0, BTN_STYLUS 0, SYN_REPORT 0")
        == "BTN_TOOL_PEN 0, BTN_TOUCH 0, SYN_REPORT 0")
  }

  @Test func `Contacts without slots are lifted by an empty frame`() {
    #expect(
      lift(DeviceDescription(), after: "ABS_MT_POSITION_X 5, SYN_MT_REPORT 0, SYN_REPORT 0")
        == "SYN_MT_REPORT 0, SYN_REPORT 0")
    #expect(
      lift(
        DeviceDescription(), after: "ABS_MT_POSITION_X 5, SYN_MT_REPORT 0, SYN_REPORT 0, SYN_MT_REPORT 0, SYN_REPORT 0")
        == "")
  }

  @Test func `The last contact without slots is gone with BTN_TOUCH as well`() {
    let script = "BTN_TOUCH 1, ABS_MT_POSITION_X 5, SYN_MT_REPORT 0, SYN_REPORT 0, BTN_TOUCH 0, SYN_REPORT 0"
    #expect(lift(DeviceDescription(), after: script) == "")
  }

  @Test func `Slots that are not there select nothing`() {
    let script =
      "ABS_MT_SLOT 1, ABS_MT_SLOT 77, ABS_MT_TRACKING_ID 3, ABS_MT_SLOT -4, ABS_MT_TRACKING_ID 4, SYN_REPORT 0"
    #expect(lift(Self.screen(slots: 2), after: script) == "ABS_MT_SLOT 1, ABS_MT_TRACKING_ID -1, SYN_REPORT 0")
  }
}

/// Events by the kernel's names: `ABS_MT_SLOT 2, SYN_REPORT 0`.
func events(_ script: String, at time: Timestamp = Timestamp(nanoseconds: 0)) -> [InputEvent] {
  script.split(separator: ",").map { part in
    let words = part.split(whereSeparator: \.isWhitespace)
    for type in [EventType.synchronization, .key, .absolute, .relative, .led, .switches] {
      guard let code = EventNames.code(named: String(words[0]), in: type), let value = Int32(words[1]) else { continue }
      return InputEvent(time: time, type: type, code: code, value: value)
    }
    Issue.record("no event: \(part)")
    return .report(at: time)
  }
}

func text(_ events: [InputEvent]) -> String {
  events.map { "\(EventNames.name(of: $0.code, in: $0.type) ?? "?") \($0.value)" }.joined(separator: ", ")
}
