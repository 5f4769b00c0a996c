import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard

/// Whether a font with colours is installed.
private enum ColorFont {
  static let isThere: Bool = {
    let font = TextFont(family: "DejaVu Sans", size: 40)
    let origin = BoardPoint(x: 0, y: 0)
    let text = TextShape("😀", font: font, color: .black, at: origin, .start, width: .fitting(limit: 300))
    return !(text.layout?.pictures.isEmpty ?? true)
  }()
}

/// Texts with glyphs that have colours of their own.
@Suite(.enabled(if: ColorFont.isThere, "no font with colours (fonts-noto-color-emoji) is installed"))
struct EmojiTests {
  private let size = BoardSize(width: 400, height: 300)
  private let id = ElementID(rawValue: 1)

  private static func text(
    _ content: String, _ color: PixelColor = .black, at point: BoardPoint = BoardPoint(x: 60, y: 150)
  ) -> TextShape {
    let font = TextFont(family: "DejaVu Sans", size: 40)
    return TextShape(content, font: font, color: color, at: point, .start, width: .fitting(limit: 300))
  }

  private func board(_ text: TextShape, scale: Double = 1) throws -> Board {
    var board = try Board(Drawing(size: size, background: .color(.white)), scale: scale)
    try board.perform(.add(.text(text)))
    return board
  }

  /// The middles of a text's emoji.
  private func middles(of text: TextShape) -> [BoardPoint] {
    text.images.map { BoardPoint(x: ($0.start.x + $0.end.x) / 2, y: ($0.start.y + $0.end.y) / 2) }
  }

  private func components(_ board: Board, at point: BoardPoint, scale: Double = 1) -> (red: UInt32, blue: UInt32) {
    let pixel = board.picture.composed()[Int(point.x * scale), Int(point.y * scale)]
    return (pixel >> 16 & 255, pixel & 255)
  }

  private func isRed(_ board: Board, at point: BoardPoint, scale: Double = 1) -> Bool {
    let (red, blue) = components(board, at: point, scale: scale)
    return red > 150 && blue < 100
  }

  @Test func `Letters before an emoji have the same pixels as without it`() throws {
    let (with, without) = (try board(Self.text("ab🟥")), try board(Self.text("ab")))
    let end = Int(try #require(Self.text("ab🟥").images.first).start.x)
    let (ours, other) = (with.picture.composed(), without.picture.composed())
    var inked = 0
    for y in 0..<300 {
      for x in 0..<end {
        // The lines are as high as the emoji, which may move letters by a rounding.
        let difference = Int(ours[x, y] & 255) - Int(other[x, y] & 255)
        #expect(difference.magnitude <= 2)
        if ours[x, y] & 255 < 128 { inked += 1 }
      }
    }
    #expect(inked > 100 && isRed(with, at: middles(of: Self.text("ab🟥"))[0]))
  }

  @Test(arguments: PropertySeeds.from(0xE41, count: 12))
  func `An emoji is turned, moved and scaled as its text is`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scale = Double.random(in: 0.5...2, using: &random)
    var board = try board(Self.text("a🟥 🟥\n🟥"), scale: scale)
    let turn = ShapeTransform.turn(
      by: .random(in: -7...7, using: &random), scale: .random(in: 0.4...1.2, using: &random),
      about: BoardPoint(x: 120, y: 150))
    try board.perform(.transform([id], by: turn))
    for middle in middles(of: Self.text("a🟥 🟥\n🟥")) {
      let place = turn.applied(to: middle)
      guard 4..<396 ~= place.x, 4..<296 ~= place.y else { continue }
      #expect(isRed(board, at: place, scale: scale), "seed \(seed)")
    }
    let again = try Board(board.drawing, scale: scale)
    #expect(again.picture.composed() == board.picture.composed(), "seed \(seed)")
  }

  @Test func `The text's colour changes no emoji, and its alpha fades it`() throws {
    let middle = middles(of: Self.text("a🟥"))[0]
    var board = try board(Self.text("a🟥", PixelColor(red: 0, green: 200, blue: 0)))
    let solid = components(board, at: middle)
    try board.perform(.restyle([id], .color(PixelColor(red: 0, green: 0, blue: 255))))
    #expect(components(board, at: middle) == solid && solid.red > 150)
    try board.perform(.restyle([id], .color(PixelColor(red: 0, green: 0, blue: 255, alpha: 51))))
    // A fifth of it on white.
    let faded = components(board, at: middle)
    #expect(Int(faded.blue) - Int(204 + solid.blue / 5) <= 2 && Int(204 + solid.blue / 5) - Int(faded.blue) <= 2)
    try board.perform(.restyle([id], .color(PixelColor(red: 0, green: 0, blue: 255, alpha: 0))))
    #expect(components(board, at: middle) == (255, 255))
  }

  @Test func `What is erased of an emoji goes along, and undo brings it back`() throws {
    let middle = middles(of: Self.text("a🟥"))[0]
    var board = try board(Self.text("a🟥"))
    let before = board.picture.composed()
    try board.perform(.erase(Erasure(path: StrokePath(from: .init(middle, width: 10)))))
    #expect(components(board, at: middle) == (255, 255))
    #expect(isRed(board, at: BoardPoint(x: middle.x + 12, y: middle.y)))
    try board.perform(.transform([id], by: ShapeTransform(translation: BoardPoint(x: 30, y: 40))))
    #expect(components(board, at: BoardPoint(x: middle.x + 30, y: middle.y + 40)) == (255, 255))
    #expect(isRed(board, at: BoardPoint(x: middle.x + 42, y: middle.y + 40)))
    for _ in 0..<2 { try board.handle(.undo) }
    #expect(board.picture.composed() == before)
  }

  @Test func `A text of emoji is one layer of ink and one of pictures`() throws {
    let raster = try board(Self.text("")).raster
    let text = Self.text(String(repeating: "😀", count: 2000))
    #expect(Shape.text(text).layers(on: raster).count == 2)
    #expect(Shape.text(Self.text("abc")).layers(on: raster).count == 1)
    // Beyond the board nothing is drawn of them.
    #expect(Shape.text(Self.text("😀", at: BoardPoint(x: 900, y: 900))).layers(on: raster).count == 1)
  }
}
