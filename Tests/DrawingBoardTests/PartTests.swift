import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard

/// Parts of a board, drawn larger.
struct PartTests {
  private static func part(of size: PixelSize, _ random: inout SplitMix64) -> PixelRect {
    let x = (0..<2).map { _ in Int.random(in: 0...size.width, using: &random) }.sorted()
    let y = (0..<2).map { _ in Int.random(in: 0...size.height, using: &random) }.sorted()
    return PixelRect(minX: x[0], minY: y[0], maxX: max(x[1], x[0] + 1), maxY: max(y[1], y[0] + 1))
      .intersection(size.bounds)
  }

  private static func pixels(_ picture: PixelBuffer, in part: PixelRect) -> [UInt32] {
    (part.y..<part.maxY).flatMap { y in (part.x..<part.maxX).map { x in picture[x, y] } }
  }

  /// Between components of pixels.
  private static func greatestDifference(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var greatest = 0
    for (left, right) in zip(left, right) where left != right {
      for shift in [0, 8, 16, 24] as [UInt32] {
        greatest = max(greatest, abs(Int(left >> shift & 255) - Int(right >> shift & 255)))
      }
    }
    return greatest
  }

  @Test(arguments: PropertySeeds.from(0x9A27, count: 20))
  func `A part looks as the whole board does at that scale, after any step`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bench = try Bench(width: RandomSession.width, height: RandomSession.height)
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      guard number % 5 == 0, case .color = bench.board.background else { continue }
      let scale = Double(Int.random(in: 4...64, using: &random)) / 8
      var whole = bench.board
      try whole.redraw(atScale: scale)
      let part = Self.part(of: whole.raster.pixels, &random)
      guard !part.isEmpty else { continue }
      let drawn = bench.board.picture(of: part, atScale: scale).composed().pixels
      let expected = Self.pixels(whole.picture.composed(), in: part)
      let difference = Self.greatestDifference(drawn, expected)
      let different = zip(drawn, expected).count { $0 != $1 }
      // Places are rounded to 1/256 pixel: halves away from the part's corner instead of the board's.
      #expect(difference <= 24, "step \(number), \(step), \(scale), \(part)")
      #expect(different <= expected.count / 20 + 10, "\(number), \(step), \(scale), \(part)")
    }
  }

  /// At 60 times, the whole board would be 120,000 pixels wide.
  @Test func `A part of a board that would be too large is drawn`() throws {
    var board = try Board(size: BoardSize(width: 2000, height: 2000))
    let rectangle = RectShape(
      from: BoardPoint(x: 1500, y: 1500), to: BoardPoint(x: 1600, y: 1600),
      style: StrokeStyle(color: .black, width: 1))
    try board.perform(.add(.rectangle(rectangle)))
    // The left side is drawn from 1499.5 to 1500.5 points: 89,970 to 90,030 pixels.
    let part = PixelRect(x: 89_960, y: 93_000, width: 80, height: 20)
    let picture = board.picture(of: part, atScale: 60).composed()
    #expect(picture.bounds { $0 != 0xffff_ffff } == PixelRect(x: 10, y: 0, width: 60, height: 20))
  }

  @Test(arguments: PropertySeeds.from(0x9A28, count: 20))
  func `Any background of a part is the board's own at its scale, and lies between its pixels when enlarged`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var board = try Board(size: BoardSize(width: 70, height: 50))
    let (first, second) = (PixelColor(red: 0, green: 64, blue: 255), PixelColor(red: 255, green: 192, blue: 0))
    let angle = Double.random(in: 0..<360, using: &random)
    try board.perform(.background(.gradient(from: first, to: second, angle: angle)))
    let own = board.picture.composed()
    let part = Self.part(of: own.size, &random)
    guard !part.isEmpty else { return }
    #expect(board.picture(of: part, atScale: 1).composed().pixels == Self.pixels(own, in: part))
    var whole = board
    try whole.redraw(atScale: 4)
    let large = PixelRect(x: part.x * 4, y: part.y * 4, width: part.width * 4, height: part.height * 4)
    let exact = Self.pixels(whole.picture.composed(), in: large)
    let shown = board.picture(of: large, atScale: 4).composed().pixels
    // Two pixels of the board differ by 255/50 in a component at most, and their mean by half of that from each.
    #expect(Self.greatestDifference(exact, shown) <= 4)
  }
}
