import Canvas
import Testing

@testable import DrawingBoard

@Suite struct DashTests {
  private func corner(_ x: Double, _ y: Double) -> SubpixelPoint { SubpixelPoint(x: x, y: y) }

  @Test func dashesGoOnAroundCorners() {
    let line = Polyline(points: [corner(0, 0), corner(10, 0), corner(10, 10)])
    let pieces = line.dashed([6, 2], phase: 0).map(\.points)
    // 0…6, then 8…14 of which 10 is the corner, then 16…20.
    #expect(
      pieces == [
        [corner(0, 0), corner(6, 0)], [corner(8, 0), corner(10, 0), corner(10, 4)], [corner(10, 6), corner(10, 10)],
      ])
  }

  @Test(arguments: [(3.0, [0.0, 1.0, 5.0, 9.0]), (-2.0, [2.0, 6.0, 10.0, 12.0])])
  func thePhaseIsWhereInThePatternTheLineBegins(phase: Double, ends: [Double]) {
    let pieces = Polyline(points: [corner(0, 0), corner(12, 0)]).dashed([4, 4], phase: phase)
    // At 3 one unit of a dash is left: 0…1, 5…9; at −2, which is 6, two units of a gap: 2…6, 10…12.
    #expect(pieces.flatMap { $0.points.map { Double($0.x) / 256 } } == ends)
  }

  @Test func anOddPatternRunsTwice() {
    let pieces = Polyline(points: [corner(0, 0), corner(12, 0)]).dashed([3], phase: 0)
    #expect(pieces.map { $0.points.map { Double($0.x) / 256 } } == [[0, 3], [6, 9]])
  }

  @Test(arguments: [[], [0, 0], [1e-9, 1e-9], [-1, 2], [.nan, 1], [.infinity, 1]])
  func aPatternThatIsNoneOrWithoutEndLeavesTheLineWhole(pattern: [Double]) {
    let line = Polyline(points: [corner(0, 0), corner(90, 0)])
    #expect(line.dashed(pattern, phase: 0) == [line])
  }
}
