import Testing
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct WidthCurveTests {
  @Test func `Width follows speed as in the curve's own vector`() {
    var law = SpeedWidth(base: 20)
    let widths = [0, 600, 1200, 3000, 3000, 3000, 3000, 3000, 0, 0].map { law.width(atSpeed: $0) }
    // s = 2, before 1: 20/(0.6·2 + 0.4·1) = 12.5, held to 0.75 × 20 = 15; then 0.75 × 15 = 11.25 and so on down to 20/5
    // = 4.
    let expected = [20, 20, 15, 11.25, 8.438, 6.328, 4.746, 4, 5, 6.25]
    for (width, wanted) in zip(widths, expected) { #expect(abs(width - wanted) <= 0.00051, "\(widths)") }
  }

  @Test func `Speed is that between samples`() {
    var law = SpeedWidth(base: 20)
    _ = law.width(at: BoardPoint(x: 0, y: 0), Timestamp(nanoseconds: 0))
    // 30 and 40 points in 50 ms are 1000 points a second: s = 5/3, 20/(0.6 · 5/3) = 20.
    #expect(law.width(at: BoardPoint(x: 30, y: 40), Timestamp(nanoseconds: 50_000_000)) == 20)
    // The same again: 20/(1 + 0.4 · 5/3) = 12, held to 15.
    #expect(abs(law.width(at: BoardPoint(x: 60, y: 80), Timestamp(nanoseconds: 100_000_000)) - 15) < 1e-9)
  }

  @Test(arguments: [(1.0, 0.5, 0.6), (2.0, 0.5, 0.4), (1.0, -3.0, 0.2), (1.0, 7.0, 1.0), (1.0, .nan, 0.2)])
  func `Pressure widens`(gamma: Double, pressure: Double, factor: Double) {
    // 0.2 + 0.8 · 0.5 = 0.6; 0.2 + 0.8 · 0.25 = 0.4.
    #expect(abs(PressureWidth(gamma: gamma).factor(pressure) - factor) < 1e-12)
  }

  @Test func `The 1€ filter starts at the point and follows a slow one late`() {
    var filter = OneEuroFilter()
    let start = filter.filter(BoardPoint(x: 100, y: 50), at: Timestamp(nanoseconds: 0))
    #expect(start == BoardPoint(x: 100, y: 50))
    let next = filter.filter(BoardPoint(x: 110, y: 50), at: Timestamp(nanoseconds: 10_000_000))
    // Speed 1000 points/s, of which 2π·0.01/(1 + 2π·0.01) = 0.05912 pass: 59.12; cutoff 1 + 0.007 · 59.12 = 1.4138 Hz;
    // weight 0.08883/1.08883 = 0.08159, so x = 100 + 10 · 0.08159.
    #expect(abs(next.x - 100.8159) < 0.0001)
    #expect(next.y == 50)
  }

  @Test func `Curves are cut so that chords stay within 1/32 of a pixel`() {
    let radius = SubpixelRadius(2)
    func node(_ x: Double, _ y: Double) -> Stroker.Node {
      Stroker.Node(point: SubpixelPoint(x: x, y: y), radius: radius)
    }
    // |a − 2b + c| = |(0, 0) − 2(16, 0) + (16, 16)| = √(16² + 16²) = 22.6 px; √(8 · 22.6) = 13.5.
    #expect(QuadraticCurve(node(0, 0), node(16, 0), node(16, 16)).pieceCount == 14)
    #expect(QuadraticCurve(node(0, 0), node(8, 0), node(16, 0)).pieceCount == 1)
  }
}
