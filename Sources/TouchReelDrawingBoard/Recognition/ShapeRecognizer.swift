import TouchReelDrawings
package import TouchReelTouchTracking

/// Finds what a freehand stroke was meant to be: a line, an arrow in one stroke, an upright ellipse or rectangle, or a
/// triangle. Distances are judged by the stroke's own size, so that it does not matter how large it is.
package struct ShapeRecognizer: Sendable {
  /// Strokes whose bounds have a shorter diagonal are letters and dots, in board points.
  package static let leastSize = 40.0

  private let stroke: [BoardPoint]
  private let points: [BoardPoint]
  private let end: BoardPoint
  private let box: BoardRect
  /// The diagonal of its bounds.
  private let size: Double
  private let length: Double

  /// - Parameter stroke: the points of the stroke, in order.
  /// - Returns: `nil` if it is none of these, or too small.
  package static func recognize(_ stroke: [BoardPoint]) -> RecognizedShape? {
    guard let recognizer = ShapeRecognizer(stroke) else { return nil }
    return recognizer.line ?? recognizer.arrow ?? recognizer.closed
  }

  private init?(_ stroke: [BoardPoint]) {
    guard let box = BoardRect(around: stroke), let end = stroke.last else { return nil }
    size = BoardPoint(x: 0, y: 0).distance(to: BoardPoint(x: box.width, y: box.height))
    guard size.isFinite, size >= Self.leastSize else { return nil }
    (self.stroke, self.box, self.end) = (stroke, box, end)
    points = Self.resampled(stroke, step: size / 96)
    // Every third point counts, so that trembling makes it no longer.
    let coarse = points.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    length = zip(coarse, coarse.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  private var start: BoardPoint { points[0] }

  /// Points in equal distances along the stroke, so that slow parts do not count for more.
  private static func resampled(_ stroke: [BoardPoint], step: Double) -> [BoardPoint] {
    var points = [stroke[0]]
    var rest = step
    for (from, to) in zip(stroke, stroke.dropFirst()) {
      let distance = from.distance(to: to)
      var done = 0.0
      while distance - done >= rest {
        done += rest
        let part = done / distance
        points.append(BoardPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part))
        rest = step
      }
      rest -= distance - done
    }
    return points
  }
}

/// Open ones.
extension ShapeRecognizer {
  private static let straightness = 0.05
  /// The longest head of an arrow, in parts of its shaft.
  private static let longestHead = 0.5

  private var line: RecognizedShape? {
    let chord = start.distance(to: end)
    guard chord > 0.9 * size, length < 1.15 * chord else { return nil }
    let farthest = points.map { $0.distance(toLineFrom: start, to: end) }.max() ?? 0
    return farthest <= Self.straightness * chord ? .line(start, end) : nil
  }

  /// A shaft, and from its tip on a head with a wing at either side.
  private var arrow: RecognizedShape? {
    let reach = points.map { start.distance(to: $0) }.max() ?? 0
    let tipIndex = points.indices.first { start.distance(to: points[$0]) >= reach - 0.035 * size } ?? 0
    let (tip, head) = (points[tipIndex], points[tipIndex...])
    let shaft = start.distance(to: tip)
    let bend = points[...tipIndex].map { $0.distance(toLineFrom: start, to: tip) }.max() ?? 0
    guard shaft > 0.7 * size, bend <= 1.5 * Self.straightness * shaft, head.count > 8 else { return nil }
    guard head.allSatisfy({ tip.distance(to: $0) <= Self.longestHead * shaft }) else { return nil }
    let wings = head.map { $0.offset(fromLineFrom: start, to: tip) }
    let back = head.map { (point: BoardPoint) in shaft - point.advance(alongLineFrom: start, to: tip) }.max() ?? 0
    let (left, right) = (wings.max() ?? 0, -(wings.min() ?? 0))
    let isPointed = back >= 0.08 * shaft && min(left, right) >= 0.05 * shaft && max(left, right) <= 2 * back
    return isPointed ? .arrow(start, self.tip(near: tip)) : nil
  }

  /// Where a shaft ends that was found to end about here: where the stroke is held, if that is its tip, and else where
  /// it first turns back.
  private func tip(near found: BoardPoint) -> BoardPoint {
    let reach = start.distance(to: found)
    let first = stroke.drop { start.distance(to: $0) < reach }.prefix { start.distance(to: $0) >= reach }
    let apex = first.max { start.distance(to: $0) < start.distance(to: $1) } ?? found
    return apex.distance(to: end) <= Self.straightness * size ? end : apex
  }
}

/// Closed ones.
extension ShapeRecognizer {
  /// The mean distance from the shape, in parts of its diagonal.
  private static let closeness = 0.04

  private var closed: RecognizedShape? {
    // No shape in its box has a longer outline: what follows takes time for all points three times over.
    guard length <= 4 * size, start.distance(to: end) <= 0.2 * size, min(box.width, box.height) > 0.1 * size else {
      return nil
    }
    let candidates = [RecognizedShape.ellipse(box), .rectangle(box)] + [triangle].compactMap(\.self)
    let judged = candidates.map { (shape: $0, distance: distance(from: $0.outline)) }
    guard let best = judged.min(by: { $0.distance < $1.distance }), best.distance <= Self.closeness else { return nil }
    let around = zip(best.shape.outline, best.shape.outline.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return (0.8 * around...1.3 * around).contains(length) ? best.shape : nil
  }

  /// The mean, both of the stroke from the outline and of the outline's corners from the stroke.
  private func distance(from outline: [BoardPoint]) -> Double {
    let sides = Array(zip(outline, outline.dropFirst()))
    let away = points.map { point in sides.map { point.distance(toSegmentFrom: $0, to: $1) }.min() ?? size }
    let missed = outline.map { corner in points.map { corner.distance(to: $0) }.min() ?? size }
    let means = [away, missed].map { $0.reduce(0, +) / Double($0.count) }
    return (means[0] + means[1] / 2) / size
  }

  /// The three points of the stroke with the largest area between them.
  private var triangle: RecognizedShape? {
    let corners = points.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    guard corners.count > 3 else { return nil }
    var best = (area: 0.0, corners: [BoardPoint]())
    for (index, first) in corners.enumerated() {
      for (offset, second) in corners[(index + 1)...].enumerated() {
        for third in corners[(index + 2 + offset)...] {
          let area = abs((second.x - first.x) * (third.y - first.y) - (third.x - first.x) * (second.y - first.y))
          if area > best.area { best = (area, [first, second, third]) }
        }
      }
    }
    return best.area > 0 ? .triangle(best.corners[0], best.corners[1], best.corners[2]) : nil
  }
}

extension BoardPoint {
  /// How far it is along a line from its start, in the line's direction.
  fileprivate func advance(alongLineFrom start: BoardPoint, to end: BoardPoint) -> Double {
    let length = start.distance(to: end)
    guard length > 0 else { return 0 }
    return ((x - start.x) * (end.x - start.x) + (y - start.y) * (end.y - start.y)) / length
  }

  /// How far it is beside a line, negative at its one side.
  fileprivate func offset(fromLineFrom start: BoardPoint, to end: BoardPoint) -> Double {
    let length = start.distance(to: end)
    guard length > 0 else { return distance(to: start) }
    return ((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) / length
  }

  fileprivate func distance(toLineFrom start: BoardPoint, to end: BoardPoint) -> Double {
    abs(offset(fromLineFrom: start, to: end))
  }

  fileprivate func distance(toSegmentFrom start: BoardPoint, to end: BoardPoint) -> Double {
    let length = start.distance(to: end)
    let along = min(max(0, advance(alongLineFrom: start, to: end)), length)
    guard length > 0 else { return distance(to: start) }
    let foot = BoardPoint(
      x: start.x + (end.x - start.x) * along / length, y: start.y + (end.y - start.y) * along / length)
    return distance(to: foot)
  }
}
