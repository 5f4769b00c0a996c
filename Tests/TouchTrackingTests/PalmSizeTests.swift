import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Palms by the length of their contact.
struct PalmSizeTests {
  private static let rules = TouchRules(palmSize: 25)

  /// A screen that reports the length of contacts, in units of which so many are a millimetre; 0 says nothing.
  private func screen(major: Int32, position: Int32 = 0) -> DeviceDescription {
    var device = DeviceDescription.screen.with(.touchMajor, 0...10_000)
    device.axes[.touchMajor]?.resolution = major
    device.axes[.positionX]?.resolution = position
    return device
  }

  /// Two fingers, of which the first is as long as stated, in units, when it comes and after it moved.
  private func script(on device: DeviceDescription, _ first: Int32, then second: Int32) -> GestureScript {
    var script = GestureScript(on: device)
    script.down(0, id: 1, at: 100, 200)
    script.axis(.touchMajor, first)
    script.down(1, id: 2, at: 300, 200)
    script.axis(.touchMajor, 80)
    script.frame()
    script.move(0, to: 110, 200)
    script.axis(.touchMajor, second)
    script.frame()
    script.up(0)
    script.up(1)
    script.frame()
    return script
  }

  private static let bothDraw = [
    "began 0 at 100,200", "began 1 at 300,200", "moved 0 to 110,200", "ended 0", "ended 1",
  ]

  @Test func `A contact that is too long never begins, and one that becomes so is cancelled`() {
    let device = screen(major: 10)
    expect(
      script(on: device, 250, then: 60), gives: ["began 0 at 300,200", "ended 0"], rules: Self.rules, and: "at once")
    expect(
      script(on: device, 60, then: 250),
      gives: ["began 0 at 100,200", "began 1 at 300,200", "cancelled 0: palm", "ended 1"], rules: Self.rules,
      and: "later")
    expect(script(on: device, 249, then: 249), gives: Self.bothDraw, rules: Self.rules, and: "just below")
  }

  @Test func `Without a resolution of its own, a length counts in the units of positions`() {
    let palm = ["began 0 at 300,200", "ended 0"]
    expect(script(on: screen(major: 0, position: 10), 250, then: 250), gives: palm, rules: Self.rules)
    expect(script(on: screen(major: 5, position: 10), 125, then: 125), gives: palm, rules: Self.rules)
    expect(script(on: screen(major: 0), 9_999, then: 9_999), gives: Self.bothDraw, rules: Self.rules)
  }

  @Test func `Nothing is a palm by its length without the rule, nor where palms are accepted`() {
    let long = script(on: screen(major: 10), 250, then: 250)
    expect(long, gives: Self.bothDraw)
    expect(long, gives: Self.bothDraw, rules: TouchRules(palms: .accepted, palmSize: 25))
  }

  @Test func `A pen is no palm, however long its contact`() {
    var script = GestureScript(on: screen(major: 10).with(.toolType, 0...2))
    script.down(0, id: 1, at: 100, 200)
    script.axis(.toolType, 1)
    script.axis(.touchMajor, 900)
    script.frame()
    script.up(0)
    script.frame()
    expect(script, gives: ["began 0 pen at 100,200", "ended 0"], rules: Self.rules)
  }

  @Test(arguments: [(-5.0, 1.0), (0, 1), (25, 25), (1e9, 200), (.infinity, 200)])
  func `A rule keeps to lengths that a hand can have`(stated: Double, held: Double) {
    #expect(TouchRules(palmSize: stated).palmSize == held)
    var rules = TouchRules()
    rules.palmSize = stated
    #expect(rules.palmSize == held)
    #expect(TouchRules(palmSize: .nan).palmSize == nil)
  }
}
