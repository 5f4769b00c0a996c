import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// Drags of more shapes than can be drawn in a display frame.
struct HurriedDragTests {
  /// 21 rows of 21 short lines, one of them under a filled square that is not selected, and a finger that holds them.
  private func bench() throws -> Bench {
    var bench = try Bench(width: 300, height: 200)
    let style = StrokeStyle(color: PixelColor(red: 200, green: 30, blue: 30, alpha: 160), width: 3)
    for number in 0..<441 {
      if number == 300 {
        let square = RectShape(
          from: BoardPoint(x: 40, y: 40), to: BoardPoint(x: 70, y: 70), style: StrokeStyle(color: .black, width: 1),
          fill: .black)
        try bench.board.perform(.add(.rectangle(square)))
      }
      let start = BoardPoint(x: Double(number % 21) * 9 - 30, y: Double(number / 21) * 9 + 3)
      let end = BoardPoint(x: start.x + 7, y: start.y + 5)
      try bench.board.perform(.add(.line(LineShape(from: start, to: end, style: style))))
    }
    let lines = bench.board.elements.filter { $0.id.rawValue != 301 }.map(\.id)
    bench.board.hurryLimit = LiftedShapes.frameLimit
    try bench.play([
      .set(\.tool, .selection), .set(\.marks, .shown), .command(.select(Set(lines))), down(1, at: (100.5, 100)),
    ])
    return bench
  }

  /// What a window shows that composes what has changed.
  private func show(_ bench: inout Bench, in shown: inout PixelBuffer) {
    let damage = bench.board.drainDamage(threads: 2)
    if shown.size != bench.board.raster.pixels { shown = PixelBuffer(size: bench.board.raster.pixels) }
    shown.withTarget { bench.board.compose(damage, into: $0) }
  }

  @Test(arguments: PropertySeeds.from(0x4D7A6, count: 30))
  func `Whatever is dragged, a board is as if it were drawn exactly, and so is what is seen once fingers are up`(
    seed: UInt64
  ) throws {
    var hurried = try Bench(width: RandomSession.width, height: RandomSession.height)
    var exact = hurried
    hurried.board.hurryLimit = 0
    var shown = PixelBuffer(size: hurried.board.raster.pixels)
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try hurried.play(step)
      try exact.play(step)
      show(&hurried, in: &shown)
      _ = exact.board.drainDamage()
      let difference = hurried.pixels.difference(from: exact.pixels)
      try #require(difference == nil, "seed \(seed), step \(number), \(step): \(difference ?? "")")
      guard hurried.board.openTouches.isEmpty else { continue }
      let left = shown.difference(from: exact.pixels)
      try #require(left == nil, "seed \(seed), step \(number), \(step), as seen: \(left ?? "")")
    }
    #expect(hurried.board.drawing == exact.board.drawing)
  }

  @Test func `By whole pixels they are shown as they are drawn`() throws {
    var bench = try bench()
    var shown = PixelBuffer(size: bench.board.raster.pixels)
    show(&bench, in: &shown)
    for end in [(120.5, 90.0), (160.5, 170), (60.5, 20), (100.5, 101)] {
      try bench.play(move(1, to: end))
      show(&bench, in: &shown)
      let difference = shown.difference(from: bench.pixels)
      #expect(difference == nil, "\(end): \(difference ?? "")")
    }
    let before = shown
    try bench.play(up(1))
    show(&bench, in: &shown)
    #expect(shown.difference(from: bench.pixels) == nil)
    #expect(shown.difference(from: before) == nil)
    try bench.play(.command(.undo))
    show(&bench, in: &shown)
    #expect(shown.difference(from: bench.pixels) == nil)
  }

  @Test func `By parts of a pixel they are shown at the nearest one and drawn where they are`() throws {
    var (bench, exact) = (try bench(), try bench())
    exact.board.hurryLimit = nil
    var shown = PixelBuffer(size: bench.board.raster.pixels)
    show(&bench, in: &shown)
    try bench.play(move(1, to: (120.75, 90.375)))
    try exact.play(move(1, to: (120.75, 90.375)))
    show(&bench, in: &shown)
    #expect(bench.pixels.difference(from: exact.pixels) == nil)
    #expect(shown.difference(from: exact.pixels) != nil)
    try bench.play(up(1))
    try exact.play(up(1))
    show(&bench, in: &shown)
    #expect(shown.difference(from: exact.pixels) == nil)
    #expect(bench.board.drawing == exact.board.drawing)
  }

  @Test func `A drag that is cancelled leaves what was there`() throws {
    var bench = try bench()
    var shown = PixelBuffer(size: bench.board.raster.pixels)
    show(&bench, in: &shown)
    let before = shown
    try bench.play(move(1, to: (140.5, 60)))
    show(&bench, in: &shown)
    #expect(shown.difference(from: before) != nil)
    try bench.play(cancel(1))
    show(&bench, in: &shown)
    #expect(shown.difference(from: before) == nil)
  }
}
