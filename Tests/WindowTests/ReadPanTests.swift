import Canvas
import Foundation
import InputEvents
import TestSupport
import Testing

/// A pen that is read straight from the kernel, whose lower button moves the view, and which draws as wide as its ring
/// shows. The view is twice as large about (600, 400).
enum ReadPanSession {
  static let places = GuestDesktop.fullScreen
  static let first = (from: Place(x: 500, y: 200), to: Place(x: 1000, y: 200))
  static let way = (from: Place(x: 600, y: 400), to: Place(x: 700, y: 460))
  static let second = (from: Place(x: 500, y: 560), to: Place(x: 1000, y: 560))
  static let hover = Place(x: 750, y: 430)
  /// Of the width, from 4 points up.
  private static let slider = (from: Place(x: 860, y: 762), to: Place(x: 885, y: 762))

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.plug(GuestDesktop.pen)
    script.meet("made")
    script.use(0)
    script.draw(slider, id: 10)
    GestureSession.enlarge(&script, id: 20)
    script.liftFingers(2)
    script.meet("enlarged")
    script.use(1)
    draw(first, &script)
    script.meet("drawn")
    pan(&script)
    script.meet("held")
    script.set(.key, .stylus, 0)
    DesktopSession.leave(&script, with: .toolPen)
    draw(second, &script)
    script.meet("again")
    DesktopSession.approach(&script, hover, with: .toolPen)
    script.meet("hovering")
    return script
  }()

  private static func draw(_ line: (from: Place, to: Place), _ script: inout PlayerScript) {
    DesktopSession.approach(&script, line.from, with: .toolPen)
    touch(along: line, &script)
    DesktopSession.leave(&script, with: .toolPen)
  }

  private static func touch(along line: (from: Place, to: Place), _ script: inout PlayerScript) {
    script.set(.key, .touch, 1)
    for step in 0...60 {
      script.pen(to: DesktopSession.between(line, step, of: 60))
      script.set(.absolute, .pressure, 4000 + Int32(step % 2))
      script.frame()
    }
  }

  private static func pan(_ script: inout PlayerScript) {
    DesktopSession.approach(&script, way.from, with: .toolPen)
    script.set(.key, .stylus, 1)
    script.frame()
    touch(along: way, &script)
  }

  /// Around the first line.
  static let line = PixelRect(
    minX: first.from.x - 40, minY: first.from.y - 40, maxX: first.to.x + 40, maxY: first.to.y + 40)

  /// Prints a part of the screen.
  private static func part(_ rect: PixelRect, at place: Place) -> String {
    "grim -g '\(place.x),\(place.y) \(rect.width)x\(rect.height)' -t ppm -"
  }

  /// Where something on the board is seen after the view was moved.
  static func moved(_ place: Place) -> Place { place.moved(way.to.x - way.from.x, way.to.y - way.from.y) }

  static func scenario(_ options: String) -> Scenario {
    let (bars, text) = (GuestDesktop.seeBars(places), GuestDesktop.text)
    // Until not all of a few pixels where the ring is are white.
    let seeRing =
      "until grim -g '\(hover.x),\(hover.y - 60) 1x60' -t ppm - | tail -c 180 | od -An -tx1 | grep -q '[0-9a-e]'; do sleep 0.1; done"
    let corner = Place(x: line.x, y: line.y)
    // The view follows the pen until it is all there.
    let seeMoved = "until \(part(line, at: moved(corner))) | cmp -s - line.ppm; do sleep 0.1; done"
    let shell = [
      "play", "permitted='/dev/input/event0 /dev/input/event1'", "prefer gestures=true '[pen]' lowerButton=pan",
      "desktop draw session.mcap --device /dev/input/event0 --device /dev/input/event1 \(options)",
      GuestDesktop.seeOpen(places), "next made-on",
      "await enlarged", "written '\"width\"'", bars, "next enlarged-on",
      "await drawn", "see \(text(first.from.moved(250, 0))) 000000", "recorded ' ended'", bars, "keep drawn",
      "\(part(line, at: corner)) >line.ppm", "next drawn-on",
      "await held", seeMoved, "grim held.png", "next held-on",
      "await again", "see \(text(second.from.moved(250, 0))) 000000", bars, "keep again", "next again-on",
      "await hovering", seeRing, "grim hovering.png", "next hovering-on", "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario(
      "read-pan\(options)", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 120
    return scenario
  }
}

@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct ReadPanTests {
  private let second = ReadPanSession.second
  private let hover = ReadPanSession.hover

  @Test(arguments: ["", "--grab"])
  func `A button of the pen moves the view with its tip, and its ring is as wide as its line`(_ options: String) throws
  {
    let scenario = ReadPanSession.scenario(options)
    let guest = try GuestSession([scenario], seconds: 140)
    let kept = KeptStages(scenario, ReadPanSession.places) { guest }
    for stage in ["held", "hovering"] { try kept.seen(stage).attach("pan\(options) \(stage)") }
    let (drawn, held) = (try kept.seen("drawn"), try kept.seen("held"))
    let line = ReadPanSession.line
    #expect(drawn.shows(line, at: ReadPanSession.moved(Place(x: line.x, y: line.y)), of: held))
    try expectRing(in: kept.seen("hovering"), asWideAs: kept.seen("again"))
    try expectTouches(kept)
    try kept.expectClosed()
  }

  /// The ring's line goes along the border of what would be inked.
  private func expectRing(in hovering: Screenshot, asWideAs line: Screenshot) throws {
    let across = PixelRect(x: hover.x, y: second.from.y - 60, width: 1, height: 120)
    let width = line.count(in: across, otherThan: 0xffffff)
    #expect(width > 20)
    let dark = (hover.y - 60..<hover.y).filter { hovering[hover.x, $0] & 0xff < 0xc0 }
    let top = try #require(dark.first)
    let bottom = try #require(dark.last)
    #expect(abs(2 * (hover.y - top) - width) <= 3 && bottom - top < 4, "\(dark) \(width)")
  }

  /// What moves the view and what hovers leaves no ink, and the pen draws where it is seen to.
  private func expectTouches(_ kept: KeptStages) throws {
    let touches = try kept.touches("session")
    #expect(touches.count { $0.contains(" ended ") } == 2, "\(touches)")
    let drawn = try #require(touches.last { $0.contains(" began ") })
    // Half as far from (600, 400) as on the screen, and moved by half of the way.
    let match = try #require(drawn.firstMatch(of: #/ x (\S+) y (\S+) /#))
    let (x, y) = (try #require(Double(match.1)), try #require(Double(match.2)))
    #expect(abs(x - 500) < 0.5 && abs(y - 450) < 0.5, "\(drawn)")
  }
}
