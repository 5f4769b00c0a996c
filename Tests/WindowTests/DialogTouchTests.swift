import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Dialogs by touch where the touchscreen is grabbed: the desktop, whose they are, hears of it only while one is open.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct DialogTouchTests {
  private static let places = GuestDesktop.fullScreen
  private static let saveButton = Place(x: 1241, y: 446)
  private static let first = (from: Place(x: 300, y: 150), to: Place(x: 800, y: 150))
  private static let second = (from: Place(x: 300, y: 550), to: Place(x: 800, y: 550))
  /// The width's slider, from 4 to beyond its end.
  private static let slider = (from: Place(x: 974, y: 762), to: Place(x: 1110, y: 762))
  /// The places of parts of the dialog of files.
  private static let (header, accept) = (Place(x: 300, y: 235), Place(x: 1029, y: 235))

  private static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.draw(first, id: 10)
    script.meet("drawn")
    script.tap(saveButton, id: 11)
    script.meet("asked")
    script.tap(accept, id: 12)
    script.meet("saved")
    script.draw(slider, id: 14)
    script.meet("wide")
    script.draw(second, id: 13)
    script.meet("again")
    return script
  }()

  static let scenario: Scenario = {
    let (seeBars, place) = (GuestDesktop.seeBars(places), GuestDesktop.text(header))
    let steps = [
      "play", "permitted=/dev/input/event0", "desktop draw session.mcap --device /dev/input/event0 --grab",
      GuestDesktop.seeOpen(places), "next made-on", "await drawn", "recorded 'touch 0 ended'", seeBars,
      "next drawn-on", "await asked", "unsee \(place) ffffff", "grim asked.png", "next asked-on", "await saved",
      "see \(place) ffffff", "until [ -s $home/drawing.png ]; do sleep 0.1; done", "cp $home/drawing.png saved.png",
      seeBars, "next saved-on",
      "await wide", "written '\"width\"'", seeBars, "next wide-on", "await again", "recorded 'touch 4 ended'", seeBars,
      "keep again", "next again-on",
      "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario("dialogs", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 240
    return scenario
  }()

  @Test func `A drawing is saved in the dialog of files, a slider follows the finger, and neither leaves ink`() throws {
    let kept = KeptStages(Self.scenario, Self.places) { try GuestDesktop.menus.get() }
    try kept.seen("asked").attach("file dialog by touch")
    let saved = try kept.seen("saved")
    #expect(saved[500, 150] == 0 && saved[500, 550] == 0xffffff)
    let seen = try kept.seen("again")
    #expect(seen[500, 550] == 0 && seen[Self.accept] == 0xffffff)
    // The greatest width is 100.
    let across = PixelRect(x: 600, y: 550 - 70, width: 1, height: 140)
    #expect((100...101).contains(seen.count(in: across, otherThan: 0xffffff)))
    let touches = try kept.touches("again")
    #expect(touches.count { $0.contains(" cancelled (window)") } == 3, "\(touches)")
    #expect(touches.count { $0.contains(" ended ") } == 2, "\(touches)")
    try kept.expectClosed()
  }
}
