import Canvas
import Foundation
import InputEvents
import TestSupport
import Testing

/// A pen that is read straight from the kernel, whose eraser's end selects, beside fingers that do not draw.
enum ReadEraserSession {
  static let places = GuestDesktop.fullScreen
  static let first = (from: Place(x: 500, y: 250), to: Place(x: 1060, y: 250))
  static let second = (from: Place(x: 500, y: 500), to: Place(x: 1060, y: 500))
  /// Across the second line.
  static let erasure = (from: Place(x: 800, y: 430), to: Place(x: 800, y: 570))
  static let (onFirst, onSecond) = (Place(x: 800, y: 250), Place(x: 800, y: 500))
  private static let fingers = [Place(x: 400, y: 350), Place(x: 520, y: 350), Place(x: 640, y: 350)]

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.plug(GuestDesktop.pen)
    script.meet("made")
    script.use(1)
    draw(first, &script)
    script.meet("drawn")
    DesktopSession.approach(&script, onFirst, with: .toolRubber)
    script.meet("hovering")
    touch(&script)
    for step in 0..<8 {
      script.set(.absolute, .pressure, 2000 + Int32(step % 2))
      script.frame()
    }
    DesktopSession.leave(&script, with: .toolRubber)
    script.meet("selected")
    draw(second, &script)
    script.meet("again")
    DesktopSession.approach(&script, erasure.from, with: .toolPen)
    script.set(.key, .stylus, 1)
    script.frame()
    touch(&script)
    for step in 0...60 {
      script.pen(to: DesktopSession.between(erasure, step, of: 60))
      script.frame()
    }
    script.meet("erasing")
    script.set(.key, .stylus, 0)
    DesktopSession.leave(&script, with: .toolPen)
    script.meet("erased")
    script.use(0)
    script.fingers(downAt: Array(fingers.prefix(2)), id: 40)
    script.liftFingers(2)
    script.meet("undone")
    script.fingers(downAt: fingers, id: 50)
    script.liftFingers(3)
    script.meet("redone")
    return script
  }()

  private static func touch(_ script: inout PlayerScript) {
    script.set(.key, .touch, 1)
    script.set(.absolute, .pressure, 4000)
    script.frame()
  }

  private static func draw(_ line: (from: Place, to: Place), _ script: inout PlayerScript) {
    DesktopSession.approach(&script, line.from, with: .toolPen)
    touch(&script)
    for step in 0...60 {
      script.pen(to: DesktopSession.between(line, step, of: 60))
      script.set(.absolute, .pressure, 4000 + Int32(step % 2))
      script.frame()
    }
    DesktopSession.leave(&script, with: .toolPen)
  }

  static let scenario: Scenario = {
    let (seeBars, second) = (GuestDesktop.seeBars(places), GuestDesktop.text(onSecond))
    // Until not all of a few pixels beside the eraser are white.
    let seeOutline =
      "until grim -g '\(erasure.to.x - 12),\(erasure.to.y - 2) 5x5' -t ppm - | tail -c 75 | od -An -tx1 | grep -q '[0-9a-e]'; do sleep 0.1; done"
    let shell = [
      "play", "permitted='/dev/input/event0 /dev/input/event1'",
      "prefer gestures=true penOnly=true '[pen]' lowerButton=erase eraser=select",
      "desktop draw session.mcap --device /dev/input/event0 --device /dev/input/event1", GuestDesktop.seeOpen(places),
      "next made-on", "await drawn", "recorded 'touch 0 ended'", seeBars, "next drawn-on",
      "await hovering", "written BTN_TOOL_RUBBER", "grim hovering.png", "next hovering-on",
      "await selected", "recorded 'touch 1 ended'", seeBars, "keep selected", "next selected-on",
      "await again", "recorded 'touch 2 ended'", "see \(second) 000000", seeBars, "keep again", "next again-on",
      "await erasing", "see \(second) ffffff", seeOutline, "grim erasing.png", "next erasing-on",
      "await erased", "recorded 'touch 3 ended'", seeBars, "keep erased", "next erased-on",
      "await undone", "see \(second) 000000", seeBars, "keep undone", "next undone-on",
      "await redone", "see \(second) ffffff", seeBars, "keep redone", "next redone-on",
      "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario(
      "read-eraser", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()
}

@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct ReadEraserTests {
  private static let guest = Result { try GuestSession([ReadEraserSession.scenario], seconds: 300) }
  private let kept = KeptStages(ReadEraserSession.scenario, ReadEraserSession.places) { try guest.get() }
  /// Where the desktop's pointer stays when the pen has gone.
  private static let pointer = PixelRect(x: 380, y: 0, width: 60, height: 60)

  @Test(arguments: ["again", "erased", "undone", "redone"])
  func `What is seen is what the recording renders to`(_ stage: String) throws {
    try kept.expectRecorded(stage, hidden: [Self.pointer])
  }

  @Test func `The eraser's end selects, without an outline, and the tip draws again`() throws {
    let hovering = try kept.seen("hovering")
    hovering.attach("an eraser's end that selects hovers")
    let selected = try kept.seen("selected")
    selected.attach("selected by the eraser's end")
    #expect(selected[ReadEraserSession.onFirst] == 0)
    // The frame around the line, which is 4 points wide.
    let around = PixelRect(minX: 490, minY: 235, maxX: 1070, maxY: 265)
    let before = try kept.seen("again")
    #expect(selected.count(in: around, otherThan: 0xffffff) > before.count(in: around, otherThan: 0xffffff) + 200)
    #expect(try kept.touches("selected").last { $0.contains("touch 1 began") }?.contains("eraser") == true)
    // The first is the session's own.
    #expect(try kept.commands("again").count { $0 == "eraserEnd" } == 3)
  }

  @Test func `A button that erases shows the eraser's outline`() throws {
    let erasing = try kept.seen("erasing")
    erasing.attach("erasing by a button")
    // The eraser's own width is 20 points.
    let end = ReadEraserSession.erasure.to
    for x in [-10, 10] {
      let side = PixelRect(x: end.x + x - 2, y: end.y - 2, width: 5, height: 5)
      #expect(erasing.darkness(in: side) > 255)
    }
  }

  @Test func `A tap of two fingers undoes, and one of three redoes`() throws {
    #expect(try kept.commands("undone").last == "undo" && kept.commands("redone").last == "redo")
    #expect(try kept.seen("redone").equals(kept.seen("erased"), in: KernelSession.paper))
    let touches = try kept.touches("redone")
    #expect(touches.count { $0.contains(" cancelled (window)") } == 5, "\(touches)")
  }

  @Test func `SIGTERM ends the recording and the program`() throws { try kept.expectClosed() }
}
