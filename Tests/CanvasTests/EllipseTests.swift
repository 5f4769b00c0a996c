import Testing

@testable import TouchReelCanvas

/// Ellipses.
struct EllipseTests {
  func corners(_ radiusX: Double, _ radiusY: Double) -> [SubpixelPoint] {
    CanvasPath.ellipseCorners(
      center: SubpixelPoint(0, 0), radiusX: SubpixelRadius(radiusX), radiusY: SubpixelRadius(radiusY))
  }

  @Test func `Its four ends are exact`() {
    let corners = corners(30, 20)
    let quarter = corners.count / 4
    #expect(corners[0] == SubpixelPoint(30, 0))
    #expect(corners[quarter] == SubpixelPoint(0, 20))
    #expect(corners[2 * quarter] == SubpixelPoint(-30, 0))
    #expect(corners[3 * quarter] == SubpixelPoint(0, -20))
  }

  @Test(arguments: [0.5, 3, 50, 500, 20_000])
  func `The middles of a circle's sides are at most 1/32 pixel inside it`(
    radius: Double
  ) {
    let corners = corners(radius, radius)
    for (one, other) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let (x, y) = (Double(one.x + other.x) / 512, Double(one.y + other.y) / 512)
      // Corners are rounded to 1/256, so by at most 0.0028 along any direction.
      #expect(abs((x * x + y * y).squareRoot() - radius) <= 1 / 32 + 0.0028)
    }
  }

  @Test func `The largest ellipse has a bounded number of corners, the smallest at least four`() {
    #expect(corners(.infinity, .nan).count <= 1 << 14)
    #expect(corners(0, 0).count == 4)
  }
}
