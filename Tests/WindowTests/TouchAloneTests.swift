import Canvas
import Foundation
import TestSupport
import Testing

/// From start to a saved file with fingers alone, in full screen, on a screen that is turned.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct TouchAloneTests {
  /// After a quarter turn.
  private static let size = PixelSize(width: GuestDesktop.size.height, height: GuestDesktop.size.width)
  private static let whole = DrawingPlaces(canvas: size.bounds)
  private static let plain = DrawingPlaces(canvas: PixelRect(minX: 0, minY: 47, maxX: size.width, maxY: size.height))
  private static let line = (from: Place(x: 250, y: 300), to: Place(x: 550, y: 300))

  /// Where a place of the desktop is on the panel, which does not turn.
  private static func panel(_ place: Place) -> Place { Place(x: size.height - place.y, y: place.x) }

  private static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.tap(panel(Place(x: 730, y: 24)), id: 10)
    script.meet("menu")
    script.tap(panel(Place(x: 650, y: 828)), id: 11)
    script.meet("covering")
    script.draw((panel(line.from), panel(line.to)), id: 12)
    script.meet("drawn")
    script.tap(panel(Place(x: 761, y: 686)), id: 13)
    script.meet("asked")
    script.tap(panel(Place(x: 766, y: 475)), id: 14)
    script.meet("saved")
    script.tap(panel(Place(x: 761, y: 548)), id: 15)
    script.meet("left")
    script.tap(panel(Place(x: 775, y: 24)), id: 16)
    script.meet("gone")
    return script
  }()

  private static let scenario: Scenario = {
    let message = "swaymsg -s $(echo $home/sway-ipc.*)"
    /// Of the menu.
    let border = "506 600 c5c5c5"
    let dialog = "400 800"
    let start = [
      "play", "desktop draw session.mcap", GuestDesktop.seeOpen(GuestDesktop.places),
      "\(message) input type:touch map_to_output HEADLESS-1", "\(message) output HEADLESS-1 transform 90",
      GuestDesktop.seeOpen(plain), "next made-on",
    ]
    let steps = [
      "await menu", "see \(border)", "keep menu", "next menu-on", "await covering", GuestDesktop.seeOpen(whole),
      "next covering-on", "await drawn", "see 400 300 000000", GuestDesktop.seeBars(whole), "recorded ' ended'",
      "keep drawn", "next drawn-on", "await asked", "unsee \(dialog) ffffff", "grim asked.png", "next asked-on",
      "await saved", "see \(dialog) ffffff", "until [ -s $home/drawing.png ]; do sleep 0.1; done",
      "cp $home/drawing.png saved.png", "next saved-on", "await left", GuestDesktop.seeOpen(plain), "next left-on",
      "await gone", "closed", "next gone-on",
    ]
    var scenario = Scenario("alone", script, shell: ([GuestDesktop.library] + start + steps).joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  @Test func `A drawing is made and saved with fingers alone, in full screen on a turned screen`() throws {
    let guest = try GuestSession([Self.scenario], seconds: 300)
    let kept = KeptStages(Self.scenario, Self.whole) { guest }
    for stage in ["menu", "asked"] { try kept.seen(stage).attach("alone \(stage)") }
    let saved = try kept.seen("saved")
    saved.attach("saved alone")
    // A line of 4 points.
    for x in [300, 400, 500] {
      #expect((4...5).contains(saved.count(in: PixelRect(x: x, y: 280, width: 1, height: 40), otherThan: 0xffffff)))
    }
    #expect(try kept.touches("drawn").count { $0.contains(" began ") } == 1)
    try kept.expectClosed()
  }
}
