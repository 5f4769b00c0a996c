import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

@testable import TouchReelReplaying

struct TouchMarksTests {
  private static let size = PixelSize(width: 800, height: 800)
  /// Pixels for each point of a board that is 1920 wide.
  private static let scale = 800.0 / 1920

  /// What is drawn up to an instant, with circles or without, and where the touches are.
  private func picture(
    of session: ScriptedSession, at time: ReplayTime, _ marks: TouchMarks.Kinds
  ) throws -> (pixels: PixelBuffer, touches: [BoardPoint]) {
    let recording = try session.recording()
    var options = RenderOptions()
    options.size = Self.size
    options.to = time
    options.marks = marks
    let renderer = Renderer(recording, facts: try RecordingFacts(recording), options: options)
    var places = Places()
    _ = try renderer.play(into: &places) { _ in }
    return (try renderer.picture().picture.composed(), Array(places.touches.values))
  }

  private struct Places: ReplaySink {
    var touches: [Touch.ID: BoardPoint] = [:]

    mutating func handle(_ event: TouchEvent) {
      switch event.phase {
      case .began, .moved: touches[event.touch.id] = event.sample.boardPoint
      case .ended, .cancelled: touches[event.touch.id] = nil
      }
    }

    mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
  }

  @Test(arguments: PropertySeeds.from(0x3A2C, count: 12))
  func `Every touch that is down has a circle, and nothing else changes`(seed: UInt64) throws {
    let session = ScriptedSession(seed: seed)
    let time = ReplayTime.fraction(Double(seed % 97) / 97)
    let plain = try picture(of: session, at: time, [])
    let marked = try picture(of: session, at: time, .touches)
    // A radius of 22 · 800/1920 = 9.2 pixels, and numbers that end 40 pixels away at most.
    let touches = plain.touches.map { BoardPoint(x: $0.x * Self.scale, y: $0.y * Self.scale) }
    for point in touches where (0.0..<800).contains(point.x) && (0.0..<789).contains(point.y) {
      let (x, y) = (Int(point.x), Int(point.y + 9.2))
      let around = (-1...1).map { plain.pixels[x, y + $0] != marked.pixels[x, y + $0] }
      #expect(around.contains(true), "seed \(seed): no circle around \(point) in pixels")
    }
    var strays = 0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width where plain.pixels[x, y] != marked.pixels[x, y] {
        let isNear = touches.contains { abs($0.x - Double(x)) < 40 && abs($0.y - Double(y)) < 40 }
        strays += isNear ? 0 : 1
      }
    }
    #expect(strays == 0, "seed \(seed): pixels that are near no touch differ")
  }
}
