import Testing
import TouchReelInputEvents

/// The kernel's names.
struct EventNameTests {
  @Test(arguments: [
    EventType.synchronization, .key, .relative, .absolute, .miscellaneous, .switches, .led, .sound, .repetition,
  ]) func `A code's name leads back to it`(type: EventType) {
    var named = 0
    for code in (0...0x2ff as ClosedRange<UInt16>).map(EventCode.init(rawValue:)) {
      guard let name = EventNames.name(of: code, in: type) else { continue }
      named += 1
      #expect(EventNames.code(named: name, in: type) == code, "\(name)")
    }
    #expect(named > 1)
  }

  @Test(arguments: [
    (EventType.absolute, 0x2f, "ABS_MT_SLOT"), (.absolute, 0x39, "ABS_MT_TRACKING_ID"), (.key, 0x14a, "BTN_TOUCH"),
    (.key, 0x140, "BTN_TOOL_PEN"), (.key, 1, "KEY_ESC"), (.synchronization, 3, "SYN_DROPPED"),
    (.relative, 8, "REL_WHEEL"),
  ]) func `Codes have the names of linux/input-event-codes.h`(type: EventType, code: UInt16, name: String) {
    #expect(EventNames.name(of: EventCode(rawValue: code), in: type) == name)
    #expect(EventNames.code(named: name, in: type) == EventCode(rawValue: code))
  }

  @Test func `Types, properties and tools have names too`() {
    #expect(EventNames.name(of: EventType.absolute) == "EV_ABS")
    #expect(EventNames.type(named: "EV_KEY") == .key)
    #expect(EventNames.name(of: InputProperty.direct) == "INPUT_PROP_DIRECT")
    #expect(EventNames.name(ofTool: 2) == "MT_TOOL_PALM")
    #expect(EventNames.tool(named: "MT_TOOL_PEN") == 1)
  }

  @Test func `What the kernel has no name for has none`() {
    #expect(EventNames.name(of: EventType(rawValue: 0x1e)) == nil)
    #expect(EventNames.name(of: EventCode(rawValue: 0xffff), in: .absolute) == nil)
    #expect(EventNames.name(ofTool: -1) == nil)
    #expect(EventNames.name(ofTool: .max) == nil)
    #expect(EventNames.code(named: "ABS_NONSENSE", in: .absolute) == nil)
    #expect(EventNames.code(named: "ABS_X", in: .key) == nil)
  }

  @Test func `A label that was cut short names every code that it can mean`() {
    #expect(EventNames.codes(withPrefix: "ABS_MT_POSITION_", in: .absolute) == [.positionX, .positionY])
    #expect(EventNames.codes(withPrefix: "ABS_MT_TRACKING", in: .absolute) == [.trackingID])
    #expect(EventNames.codes(withPrefix: "NO", in: .absolute).isEmpty)
  }
}
