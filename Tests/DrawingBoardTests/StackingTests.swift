import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// Pencils whose lines lie below the ink that is there, as a highlighter's.
struct StackingTests {
  private static let yellow = PixelColor(red: 255, green: 224, blue: 0, alpha: 128)
  private static let highlighter: [Gesture] = [
    .set(\.stacking, .underInk), .set(\.color, yellow), .set(\.width, 20),
  ]
  /// Half of yellow over white: (128 · 255 + 127 · 255)/255, (112 + 127), 127.
  private static let yellowOnWhite: UInt32 = 0xFFFF_EF7F

  private let black = stroke(1, (10, 40), (80, 40))

  @Test func `A highlighter leaves black black and colours what is empty`() throws {
    let bench = try Bench([.set(\.width, 8)] + black + Self.highlighter + stroke(2, (10, 40), (80, 40)))
    #expect(bench.pixels[40, 40] == 0xFF00_0000)
    #expect(bench.pixels[40, 47] == Self.yellowOnWhite)
  }

  @Test func `It lies below while it is drawn as well`() throws {
    let steps = [.set(\.width, 8)] + black + Self.highlighter + [down(2, at: (10, 40)), move(2, to: (80, 40))]
    var bench = try Bench(steps)
    let before = bench.pixels
    #expect(before[40, 40] == 0xFF00_0000 && before[40, 47] == Self.yellowOnWhite)
    try bench.play(up(2))
    #expect(bench.pixels.difference(from: before) == nil)
  }

  @Test func `What is drawn later lies above it`() throws {
    let later: [Gesture] = [.set(\.stacking, .overInk), .set(\.color, .black), .set(\.width, 8)]
    let bench = try Bench(Self.highlighter + stroke(2, (10, 40), (80, 40)) + later + black)
    #expect(bench.pixels[40, 40] == 0xFF00_0000 && bench.pixels[40, 47] == Self.yellowOnWhite)
  }

  @Test func `Undo takes it from below and redo brings it back`() throws {
    var bench = try Bench([.set(\.width, 8)] + black)
    let before = bench.pixels
    try bench.play(Self.highlighter + stroke(2, (10, 40), (80, 40)))
    let after = bench.pixels
    try bench.play(.command(.undo))
    #expect(bench.pixels.difference(from: before) == nil)
    try bench.play(.command(.redo))
    #expect(bench.pixels.difference(from: after) == nil)
  }

  @Test func `A tap on ink over a highlighter takes the ink`() throws {
    let wide = Self.highlighter + [.set(\.width, 80)] + stroke(2, (10, 40), (80, 40))
    var bench = try Bench([.set(\.width, 8)] + black + wide)
    let ids = bench.board.elements.map(\.id)
    try bench.play([.set(\.tool, .selection)] + stroke(3, (40, 40)))
    #expect(bench.board.selection == [ids[0]])
    try bench.play([.command(.deselect)] + stroke(4, (40, 75)))
    #expect(bench.board.selection == [ids[1]])
  }

  @Test func `A moved highlighter stays below, and so do those that are not moved`() throws {
    let lines = [.set(\.width, 8)] + black + Self.highlighter + stroke(2, (10, 40), (80, 40))
    let other: [Gesture] = [.set(\.color, .init(red: 0, green: 0, blue: 255)), .set(\.width, 30)]
    var bench = try Bench(lines + other + stroke(3, (10, 44), (80, 44)) + [.set(\.tool, .selection)])
    for id in bench.board.elements.map(\.id) {
      var committed = bench.board.committed
      var lift = committed.lift([id], on: bench.board.raster)
      lift.show([.transform([id], by: .move(byX: 0, y: 2))])
      try bench.play(.rest)
      var moved = bench.board
      try moved.perform(.transform([id], by: .move(byX: 0, y: 2)))
      let shown = Picture(background: moved.prepared, committed: lift.rest, lifted: lift.layer).composed()
      for (x, y) in [(40, 42), (40, 49), (40, 57)] {
        let (now, then) = (PixelColor(shown[x, y]), PixelColor(moved.picture.composed()[x, y]))
        #expect(now.isNear(then), "\(id) at \(x), \(y): \(now), \(then)")
      }
    }
  }

  @Test func `The elements as stacked begin with the latest highlighter`() throws {
    let steps = black + Self.highlighter + stroke(2, (10, 40), (80, 40)) + stroke(3, (10, 50), (80, 50))
    let drawing = try Bench(steps).board.drawing
    #expect(drawing.elementsAsStacked.map(\.id.rawValue) == [3, 2, 1])
    #expect(drawing.elements.map(\.id.rawValue) == [1, 2, 3])
  }
}

/// Highlighters and images, below which they would not be seen.
struct HighlightedImageTests {
  private static let highlighter: [Gesture] = [
    .set(\.stacking, .underInk), .set(\.color, PixelColor(red: 255, green: 224, blue: 0, alpha: 128)),
    .set(\.width, 10),
  ]
  /// Half of yellow over grey of 128: (128 · 255 + 127 · 128)/255, (128 · 224 + 127 · 128)/255, 127 · 128/255.
  private static let yellowOnGray: UInt32 = 0xFFC0_B040

  /// A grey image from (20, 20) to (60, 40).
  private func bench() throws -> Bench {
    var bench = try Bench()
    let pixels = PixelBuffer(size: PixelSize(width: 2, height: 1), filledWith: 0xFF80_8080)
    let (start, end) = (BoardPoint(x: 20, y: 20), BoardPoint(x: 60, y: 40))
    try bench.board.perform(.add(.image(ImageShape(EmbeddedImage(pixels.png()), from: start, to: end))))
    try bench.play(Self.highlighter)
    return bench
  }

  private func stacking(of bench: Bench) -> Stacking? {
    guard case .pen(let pen)? = bench.board.elements.last?.shape?.shape else { return nil }
    return pen.stacking
  }

  @Test func `A highlighter marks the image that it meets, from where it began`() throws {
    var bench = try bench()
    try bench.play([down(1, at: (10, 30)), move(1, to: (40, 30))])
    let live = bench.pixels
    #expect(PixelColor(live[30, 30]).isNear(PixelColor(Self.yellowOnGray)), "\(PixelColor(live[30, 30]))")
    try bench.play(up(1))
    #expect(bench.pixels.difference(from: live) == nil)
    #expect(stacking(of: bench) == .overInk)
  }

  @Test func `A fast stroke over an image meets it between two samples`() throws {
    var bench = try bench()
    try bench.play(stroke(1, (40, 5), (40, 75)))
    #expect(stacking(of: bench) == .overInk)
  }

  @Test func `A stroke beside the image lies below ink as ever`() throws {
    var bench = try bench()
    try bench.play(stroke(1, (10, 50), (80, 50)))
    #expect(stacking(of: bench) == .underInk)
  }

  @Test func `It is marked where it was moved to`() throws {
    var bench = try bench()
    let id = try #require(bench.board.elements.first?.id)
    try bench.board.perform(.transform([id], by: .move(byX: 0, y: 40)))
    try bench.play(stroke(1, (30, 30), (50, 30)))
    #expect(stacking(of: bench) == .underInk)
    try bench.play(stroke(2, (30, 70), (50, 70)))
    #expect(stacking(of: bench) == .overInk)
  }
}

extension PixelColor {
  fileprivate init(_ pixel: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
      blue: UInt8(truncatingIfNeeded: pixel))
  }

  /// Ink that is lifted is composited in another order, and so rounded otherwise.
  fileprivate func isNear(_ other: PixelColor) -> Bool {
    zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }
}
