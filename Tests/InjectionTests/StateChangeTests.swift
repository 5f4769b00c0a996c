import SeededCases
import Testing
import TouchReelInputEvents

struct StateChangeTests {
  private static func screen(_ slots: [[EventCode: Int32]], selected: Int32 = 0) -> DeviceDescription {
    var device = DeviceDescription()
    device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 1, value: selected)
    device.slots = slots
    return device
  }

  private static let blank = screen(Array(repeating: [.trackingID: -1, .positionX: 0], count: 2))

  private func changes(_ wanted: DeviceDescription, from current: DeviceDescription) -> String {
    text(DeviceState(wanted).changes(from: DeviceState(current), at: Timestamp(nanoseconds: 0)))
  }

  @Test func `The same state takes no events`() {
    #expect(changes(Self.blank, from: Self.blank) == "")
  }

  @Test func `Only what differs is sent, the identity first, and the slot that was selected last`() {
    let wanted = Self.screen([[.trackingID: -1, .positionX: 30], [.trackingID: 4, .positionX: 50]])
    #expect(
      changes(wanted, from: Self.blank) == """
        ABS_MT_SLOT 0, ABS_MT_POSITION_X 30, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 4, ABS_MT_POSITION_X 50, \
        ABS_MT_SLOT 0, SYN_REPORT 0
        """)
  }

  @Test func `A slot that alone is selected differently is sent`() {
    #expect(changes(Self.screen(Self.blank.slots, selected: 1), from: Self.blank) == "ABS_MT_SLOT 1, SYN_REPORT 0")
  }

  @Test func `What is not known of a slot is as before anything touched it`() {
    let current = Self.screen([[.trackingID: 3, .positionX: 8], [.trackingID: -1, .positionX: 0]])
    #expect(
      changes(Self.screen([]), from: current)
        == "ABS_MT_SLOT 0, ABS_MT_TRACKING_ID -1, ABS_MT_POSITION_X 0, SYN_REPORT 0")
  }

  @Test func `Axes and keys are sent both ways`() {
    var (wanted, current) = (DeviceDescription(), DeviceDescription())
    wanted.axes[.x] = AbsoluteAxis(minimum: 0, maximum: 9, value: 4)
    current.axes[.x] = AbsoluteAxis(minimum: 0, maximum: 9, value: 5)
    wanted.active[.key] = [.toolPen, .touch]
    current.active[.key] = [.toolRubber, .touch]
    #expect(changes(wanted, from: current) == "ABS_X 4, BTN_TOOL_RUBBER 0, BTN_TOOL_PEN 1, SYN_REPORT 0")
  }

  /// The state that events lead to is the state that was wanted, whatever was before.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `Any state is reached from any other`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func state() -> DeviceDescription {
      var device = Self.screen(
        (0..<2).map { _ in
          [.trackingID: Int32.random(in: -1...1, using: &random), .positionX: Int32.random(in: 0...2, using: &random)]
        }, selected: Int32.random(in: 0...1, using: &random))
      device.codes[.key] = [.touch, .toolPen]
      device.active[.key] = Bool.random(using: &random) ? [.touch] : [.toolPen]
      device.axes[.x] = AbsoluteAxis(minimum: 0, maximum: 9, value: Int32.random(in: 0...2, using: &random))
      return device
    }
    let (wanted, current) = (state(), state())
    var reached = DeviceState(current)
    let changes = DeviceState(wanted).changes(from: reached, at: Timestamp(nanoseconds: 0))
    reached.apply(Frame(events: changes))
    #expect(reached.description == wanted, "seed \(seed)")
  }
}
