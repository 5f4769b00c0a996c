import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct DashTests {
  private let raster: Raster

  init() throws { raster = try Raster(board: BoardSize(width: 100, height: 100)) }

  private func corner(_ x: Double, _ y: Double) -> SubpixelPoint { SubpixelPoint(x: x, y: y) }

  private func pieces(_ corners: [(Double, Double)], _ lengths: [Double], phase: Double = 0) -> [InkSegment] {
    Polyline(points: corners.map { corner($0.0, $0.1) })
      .pieces(radius: SubpixelRadius(1), dashes: DashPattern(lengths, phase: phase), on: raster)
  }

  /// Where pieces along the x axis begin and end.
  private func spans(_ pieces: [InkSegment]) -> [[Double]] {
    pieces.map { [Double($0.start.x) / 256, Double($0.end.x) / 256] }
  }

  @Test func `Dashes go on around corners`() {
    let pieces = pieces([(0, 0), (10, 0), (10, 10)], [6, 2])
    // 0…6, then 8…14 of which 10 is the corner, then 16…20.
    let expected = [
      (corner(0, 0), corner(6, 0)), (corner(8, 0), corner(10, 0)), (corner(10, 0), corner(10, 4)),
      (corner(10, 6), corner(10, 10)),
    ]
    #expect(pieces == expected.map { InkSegment(from: $0.0, to: $0.1, radius: SubpixelRadius(1)) })
  }

  @Test(arguments: [(3.0, [[0.0, 1.0], [5.0, 9.0]]), (-2.0, [[2.0, 6.0], [10.0, 12.0]])])
  func `The phase is where in the pattern the line begins`(phase: Double, expected: [[Double]]) {
    // At 3 one unit of a dash is left: 0…1, 5…9; at −2, which is 6, two units of a gap: 2…6, 10…12.
    #expect(spans(pieces([(0, 0), (12, 0)], [4, 4], phase: phase)) == expected)
  }

  @Test func `An odd pattern runs twice`() {
    #expect(spans(pieces([(0, 0), (12, 0)], [3])) == [[0, 3], [6, 9]])
  }

  @Test func `A dash without length is a dot`() {
    #expect(spans(pieces([(0, 0), (10, 0)], [0, 4])) == [[0, 0], [4, 4], [8, 8]])
  }

  @Test(arguments: [[], [0, 0], [1e-9, 1e-9], [-1, 2], [.nan, 1], [.infinity, 1], [0.4, 0.4]])
  func `A pattern that is none or too fine leaves the line whole`(pattern: [Double]) {
    #expect(spans(pieces([(0, 0), (90, 0)], pattern)) == [[0, 90]])
  }

  @Test func `Of a line across the board only the dashes on the board are made`() {
    let pieces = pieces([(-60_000, 50), (60_000, 50)], [5, 3])
    // 100 pixels, and 3 more at each end for the width: 106 / 8 periods, and one that reaches in at each end.
    #expect((13...16).contains(pieces.count), "\(pieces.count)")
    // 60,000 pixels are 7,500 periods of 8, so that a dash begins at 0.
    #expect(spans(pieces).contains([0, 5]) && spans(pieces).contains([96, 101]))
  }

  @Test func `A pattern of many lengths is entered where the line begins`() {
    let lengths = [Double](repeating: 1, count: 100_000)
    #expect(spans(pieces([(0, 0), (5, 0)], lengths, phase: 50_000)) == [[0, 1], [2, 3], [4, 5]])
  }
}
