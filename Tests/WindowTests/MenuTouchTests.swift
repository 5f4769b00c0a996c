import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The menu by touch where a touchscreen is read straight from the kernel. Its surface is the desktop's, which hears of
/// touches that are grabbed only while the menu is open.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct MenuTouchTests {
  private static let places = GuestDesktop.fullScreen
  private static let menuButton = Place(x: 1241, y: 492)
  /// "Clear", and where its name is.
  private static let entry = Place(x: 1080, y: 584)
  private static let name = "990,574 50x16"
  private static let beside = Place(x: 500, y: 200)
  private static let line = (from: Place(x: 300, y: 150), to: Place(x: 800, y: 150))

  private static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.draw(line, id: 9)
    script.meet("first")
    script.tap(menuButton, id: 10)
    script.meet("menu")
    script.tap(entry, id: 11)
    script.meet("chosen")
    script.tap(menuButton, id: 12)
    script.meet("again")
    script.tap(beside, id: 13)
    script.meet("left")
    script.draw(line, id: 14)
    script.meet("drawn")
    return script
  }()

  private static func scenario(_ options: String) -> Scenario {
    let (open, closed) = ("ink '\(name)'", "blank '\(name)'")
    let drawn = GuestDesktop.text(line.from.moved(250, 0)) + " 000000"
    let cleared = "written '\"clear\"'; unsee \(drawn)"
    let steps = [
      "play", "permitted=/dev/input/event0", "desktop draw session.mcap --device /dev/input/event0 \(options)",
      GuestDesktop.seeOpen(places), "next made-on", "await first", "see \(drawn)", GuestDesktop.seeBars(places),
      "next first-on", "await menu", open, "keep menu", "next menu-on", "await chosen",
      closed, cleared, GuestDesktop.seeBars(places), "next chosen-on", "await again", open, "next again-on",
      "await left", closed, GuestDesktop.seeBars(places), "next left-on", "await drawn", "recorded 'touch 5 ended'",
      GuestDesktop.seeBars(places), "keep drawn", "next drawn-on", "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario(
      "menu\(options)", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }

  static let scenarios = ["", "--grab"].map(scenario)

  @Test(arguments: scenarios)
  func `Entries are chosen by touch, a tap beside the menu closes it, and neither leaves ink`(_ scenario: Scenario)
    throws
  {
    let kept = KeptStages(scenario, Self.places) { try GuestDesktop.menus.get() }
    try kept.seen("menu").attach(scenario.name)
    let seen = try kept.seen("drawn")
    #expect(seen[Self.line.from.moved(250, 0)] == 0)
    #expect(seen[Self.beside] == 0xffffff && seen[Self.entry] == 0xffffff)
    try kept.expectRecorded("drawn")
    let touches = try kept.touches("drawn")
    #expect(touches.count { $0.contains(" cancelled (window)") } == 4, "\(touches)")
    #expect(touches.count { $0.contains(" ended ") } == 2)
    try kept.expectClosed()
  }
}
