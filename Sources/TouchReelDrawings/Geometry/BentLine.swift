import Glibc
import TouchReelClampedNumbers
package import TouchReelTouchTracking

/// A line of straight parts and Bézier curves, as the points of straight lines that look like it.
package struct BentLine {
  package private(set) var points: [BoardPoint] = []
  /// Pixels to a point.
  private let scale: Double

  /// The scale of what is written into files of vectors, which may be magnified.
  package static let vectorScale = 4.0
  /// How far the straight lines may lie off their curve, in pixels.
  private static let tolerance = 0.05
  private static let steps = 1...64

  /// - Parameter scale: pixels to a point; the larger, the more points a curve has.
  package init(scale: Double) { self.scale = scale }

  package mutating func line(to point: BoardPoint) { points.append(point) }

  /// A quadratic Bézier curve from the last point.
  package mutating func curve(_ control: BoardPoint, to end: BoardPoint) {
    guard let start = points.last else { return points.append(end) }
    func third(_ point: BoardPoint) -> BoardPoint {
      BoardPoint(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    curve(third(start), third(end), to: end)
  }

  /// A cubic Bézier curve from the last point.
  package mutating func curve(_ first: BoardPoint, _ second: BoardPoint, to end: BoardPoint) {
    guard let start = points.last else { return points.append(end) }
    let count = stepCount(start, first, second, end)
    for step in 1..<max(count, 1) {
      let t = Double(step) / Double(count)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      points.append(
        BoardPoint(
          x: a * start.x + b * first.x + c * second.x + d * end.x,
          y: a * start.y + b * first.y + c * second.y + d * end.y))
    }
    points.append(end)
  }

  /// Lines along n equal parts of a cubic Bézier curve deviate by at most 6/8n² of its largest second difference.
  private func stepCount(_ a: BoardPoint, _ b: BoardPoint, _ c: BoardPoint, _ d: BoardPoint) -> Int {
    func bend(_ a: BoardPoint, _ b: BoardPoint, _ c: BoardPoint) -> Double {
      hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
    }
    let count = (0.75 * max(bend(a, b, c), bend(b, c, d)) * scale / Self.tolerance).squareRoot().rounded(.up)
    guard count < Double(Self.steps.upperBound) else { return Self.steps.upperBound }
    return max(Int(clamping: count), Self.steps.lowerBound)
  }
}

extension BoardPoint {
  /// The point at a distance on the way to another one; this one where there is no way.
  func moved(toward other: BoardPoint, by distance: Double) -> BoardPoint {
    let length = self.distance(to: other)
    guard length > 0 else { return self }
    return BoardPoint(x: x + (other.x - x) * distance / length, y: y + (other.y - y) * distance / length)
  }
}
