import TouchReelDrawings
import TouchReelInputEvents
import TouchReelReplaying
import TouchReelTouchTracking

/// The course of a freehand stroke, along which its ink appears.
struct VectorCourse: Hashable, Sendable {
  let path: VectorPath
  /// The width of a brush that covers all of the ink, in points.
  let width: Double

  /// `nil` if there is no ink.
  init?(_ stroke: StrokePath) {
    let widest = stroke.runs.lazy.joined().map(\.width).max() ?? 0
    guard widest > 0 else { return nil }
    path = stroke.centerline
    // Beyond the ink's soft edge.
    width = widest + 4
  }

  /// Where the brush may reach.
  var bounds: (x: Double, y: Double, width: Double, height: Double) {
    let points = path.steps.flatMap(\.points)
    let (x, y) = (points.map(\.x), points.map(\.y))
    let (left, top) = ((x.min() ?? 0) - width, (y.min() ?? 0) - width)
    return (left, top, (x.max() ?? 0) + width - left, (y.max() ?? 0) + width - top)
  }
}

/// How much of a stroke's length has been drawn when: pairs of seconds and a share, 0…1, both rising.
struct StrokeProgress: Hashable, Sendable {
  private(set) var knots: [(time: Double, share: Double)] = []

  static func == (left: StrokeProgress, right: StrokeProgress) -> Bool {
    left.knots.elementsEqual(right.knots) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) {
    for knot in knots {
      hasher.combine(knot.time)
      hasher.combine(knot.share)
    }
  }

  /// How far a straight line between two knots may be off, of the whole length.
  private static let tolerance = 0.004

  /// `nil` if the touch has no length or took no time.
  init?(_ origin: TouchOrigin) {
    let points = Self.shares(of: origin)
    guard let first = points.first, let last = points.last, last.time > first.time else { return nil }
    knots = [first]
    var slopes = -Double.infinity...Double.infinity
    var previous = first
    for point in points.dropFirst() {
      let anchor = knots[knots.count - 1]
      let length = point.time - anchor.time
      guard length > 0 else { continue }
      let slope = (point.share - anchor.share) / length
      if !slopes.contains(slope) {
        knots.append(previous)
        slopes = -Double.infinity...Double.infinity
      }
      let from = knots[knots.count - 1]
      let run = point.time - from.time
      guard run > 0 else { continue }
      let low = (point.share - Self.tolerance - from.share) / run
      let high = (point.share + Self.tolerance - from.share) / run
      slopes = max(slopes.lowerBound, low)...max(max(slopes.lowerBound, low), min(slopes.upperBound, high))
      previous = point
    }
    knots.append(last)
  }

  private static func shares(of origin: TouchOrigin) -> [(time: Double, share: Double)] {
    var length = 0.0
    var points: [(time: Double, share: Double)] = []
    var last: BoardPoint?
    for sample in origin.samples {
      length += last.map { $0.distance(to: sample.point) } ?? 0
      last = sample.point
      let time = max(sample.time.seconds, points.last?.time ?? sample.time.seconds)
      points.append((time, length))
    }
    guard length > 0 else { return [] }
    return points.map { ($0.time, $0.share / length) }
  }
}
