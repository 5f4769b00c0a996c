import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// Paper with lines or dots.
struct RulingTests {
  private let size = BoardSize(width: 300, height: 240)

  private func lines(_ ruling: Ruling, on size: BoardSize? = nil) -> [RulingMarks.Line] {
    ruling.marks(on: size ?? self.size, paper: .white).first?.lines ?? []
  }

  private func bench(_ ruling: Ruling, _ steps: [Gesture] = []) throws -> Bench {
    try Bench(width: 300, height: 240, [.command(.background(.ruled(ruling, on: .white)))] + steps)
  }

  @Test func `Ruled paper has lines from 80 points below the top to 60 above the bottom`() {
    // 240 − 80 − 60 = 100, which holds four times 24.
    #expect(lines(Ruling(.lines)).map(\.start.y) == [80, 104, 128, 152, 176])
    #expect(lines(Ruling(.lines)).allSatisfy { $0.start.x == 0 && $0.end.x == 300 })
    #expect(lines(Ruling(.lines), on: BoardSize(width: 300, height: 139)).isEmpty)
  }

  @Test(arguments: [(72, 72), (-72, 228)] as [(Double, Double)])
  func `A margin's line has its own colour, and is on the right if the margin is negative`(margin: Double, x: Double) {
    var ruling = Ruling(.lines)
    ruling.margin = margin
    let marks = ruling.marks(on: size, paper: .white)
    #expect(marks.map(\.color) == [0x40A0FF, 0xFF0080].map(PixelColor.init(rgb:)))
    #expect(marks[1].lines.map(\.start) == [BoardPoint(x: x, y: 0)])
    #expect(marks[1].lines.map(\.end) == [BoardPoint(x: x, y: 240)])
  }

  @Test func `Squares stay within the margin, and are whole if they have to be`() {
    var ruling = Ruling(.squares)
    ruling.spacing = 20
    #expect(lines(ruling).count == 15 + 12)
    ruling.margin = 50
    // Upright lines at 60, 80, … 240 from 50 to 190; lines across at 60, 80, … 180.
    let upright = lines(ruling).filter { $0.start.x == $0.end.x }
    #expect(upright.map(\.start.x) == stride(from: 60.0, through: 240, by: 20).map { $0 })
    #expect(upright.allSatisfy { $0.start.y == 50 && $0.end.y == 190 })
    ruling.hasWholeSquares = true
    #expect(lines(ruling).allSatisfy { $0.start.x >= 60 && $0.end.x <= 240 && $0.start.y >= 60 && $0.end.y <= 180 })
    ruling.margin = 130
    #expect(lines(ruling).isEmpty)
  }

  @Test func `Dots are at the corners of squares`() throws {
    var ruling = Ruling(.dots)
    ruling.spacing = 50
    let dots = try #require(ruling.marks(on: size, paper: .white).first?.dots)
    #expect(dots.map(\.count) == [6, 6, 6, 6])
    #expect((0..<6).map { dots[1].dot($0) } == (1...6).map { BoardPoint(x: 50 * Double($0), y: 100) })
  }

  @Test func `Triangles are in the middle, and all their sides are equal`() throws {
    var ruling = Ruling(.isometric)
    ruling.spacing = 40
    // Columns of 34.64 fit (300 − 80)/34.64 = 6.35 times, rows of 20 (240 − 80)/20 = 8 times.
    let left = (300 - 6 * 20 * 3.0.squareRoot()) / 2
    let bounds = lines(ruling).map { (min($0.start.x, $0.end.x), max($0.start.y, $0.end.y)) }
    #expect(abs((bounds.map(\.0).min() ?? 0) - left) < 1e-9 && bounds.map(\.1).max() == 200)
    // Two edges, 7 upright lines, and in each direction those whose number is odd of 1…13 and −7…5.
    #expect(lines(ruling).count == 2 + 7 + 7 + 7)
    ruling.pattern = .isometricDots
    let dots = try #require(ruling.marks(on: size, paper: .white).first?.dots)
    #expect(dots.map(\.count) == [4, 5, 4, 5, 4, 5, 4])
    for (one, next) in zip(dots, dots.dropFirst()) {
      #expect(
        abs(one.dot(0).distance(to: next.dot(0)) - 40) < 1e-9 && abs(one.dot(1).distance(to: one.dot(0)) - 40) < 1e-9)
    }
  }

  @Test func `Staves have five lines between two bars`() {
    // 62.5 from staff to staff, of which 100 hold one.
    let staves = lines(Ruling(.staves))
    #expect(staves.count == 14)
    #expect(staves.map(\.start.y) == [80, 85, 90, 95, 100, 80, 80, 142.5, 147.5, 152.5, 157.5, 162.5, 142.5, 142.5])
    #expect(staves.allSatisfy { $0.start.x >= 50 && $0.end.x <= 250 })
  }

  @Test(arguments: Ruling.Pattern.allCases) func `Colours suit the paper`(pattern: Ruling.Pattern) {
    var ruling = Ruling(pattern)
    #expect(ruling.color(on: .white) != ruling.color(on: .black))
    ruling.colors = Ruling.Colors(onLight: PixelColor(rgb: 0x123456), onDark: PixelColor(rgb: 0x654321))
    #expect(ruling.color(on: PixelColor(rgb: 0x808080)) == PixelColor(rgb: 0x123456))
    #expect(ruling.color(on: PixelColor(rgb: 0x7F8080)) == PixelColor(rgb: 0x654321))
  }

  @Test func `Lines are half a point wide and under all ink, and the eraser leaves them`() throws {
    var bench = try bench(Ruling(.lines))
    // A quarter of each of the rows at 80: 255 − (255 − 64)/4 = 207.
    let line = PixelColor(red: 207, green: 231, blue: 255).premultiplied
    func isLine(_ pixel: UInt32) -> Bool {
      [0, 8, 16].allSatisfy { abs(Int(pixel >> $0 & 255) - Int(line >> $0 & 255)) <= 2 }
    }
    #expect(isLine(bench.pixels[150, 79]) && isLine(bench.pixels[150, 80]) && bench.pixels[150, 82] == 0xFFFF_FFFF)
    try bench.play(stroke(1, (150, 60), (150, 100)))
    #expect(bench.pixels[150, 79] == 0xFF00_0000)
    try bench.play([.set(\.tool, .eraser), .set(\.width, 30)] + stroke(1, (150, 60), (150, 100)))
    #expect(isLine(bench.pixels[150, 79]))
    try bench.play([.command(.undo), .command(.undo), .command(.undo)])
    #expect(bench.board.background == .color(.white) && bench.pixels[150, 79] == 0xFFFF_FFFF)
    try bench.play([.command(.redo)])
    #expect(isLine(bench.pixels[150, 79]))
  }

  @Test(arguments: Ruling.Pattern.allCases)
  func `A part of an enlarged board is as crisp as the board at that scale`(pattern: Ruling.Pattern) throws {
    let board = try bench(Ruling(pattern)).board
    var whole = board
    try whole.redraw(atScale: 5)
    let part = PixelRect(x: 350, y: 390, width: 260, height: 210)
    let (drawn, expected) = (board.picture(of: part, atScale: 5).composed(), whole.picture.composed())
    var inked = 0
    for y in 0..<part.height {
      for x in 0..<part.width {
        // Places are rounded to 1/256 pixel from the part's corner.
        let (one, other) = (drawn[x, y], expected[part.x + x, part.y + y])
        #expect([0, 8, 16].allSatisfy { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= 2 })
        inked += drawn[x, y] == 0xFFFF_FFFF ? 0 : 1
      }
    }
    #expect(inked > 0)
  }

  @Test func `A larger board has more lines, and a larger scale wider ones`() throws {
    var bench = try bench(Ruling(.lines))
    try bench.play([.command(.size(BoardSize(width: 300, height: 300)))])
    #expect(bench.pixels[10, 223] != 0xFFFF_FFFF)
    var ruling = Ruling(.lines)
    ruling.scale = 2
    #expect(lines(ruling, on: BoardSize(width: 600, height: 480)).map(\.start.y) == [160, 208, 256, 304, 352])
    #expect(ruling.marks(on: BoardSize(width: 600, height: 480), paper: .white).first?.width == 1)
  }

  @Test func `A ruling that would have millions of dots is not drawn`() {
    var ruling = Ruling(.dots)
    let board = BoardSize(width: 20_000, height: 20_000)
    #expect(!ruling.isTooFine(on: board))
    (ruling.spacing, ruling.scale) = (1, 0.001)
    #expect(ruling.isTooFine(on: board) && ruling.marks(on: board, paper: .white).isEmpty)
  }

  @Test func `Only what changed of ruled paper differs between two pictures`() throws {
    var bench = try bench(Ruling(.squares))
    let before = bench.board.picture
    try bench.play(stroke(1, (20, 20), (40, 20)))
    #expect(bench.board.picture.difference(from: before).bounds == PixelRect(x: 0, y: 0, width: 64, height: 64))
  }
}

extension PixelColor {
  fileprivate init(rgb: Int) {
    self.init(red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
  }
}
