import Glibc

/// How wide Excalidraw draws a stroke: perfect-freehand with a size of 4.25 stroke widths, a thinning of 0.6, the sine
/// as its easing, and a streamline of 0.5.
struct FreehandWidth {
  private static let sizes = 4.25
  private static let thinning = 0.6
  /// How much of the way to its next point a streamlined point goes: 0.15 + 0.85 · (1 − 0.5).
  private static let pace = 0.575
  /// The share of a difference by which a simulated pressure changes at most.
  private static let rate = 0.275
  /// Positions nearer to the end of a stroke than this count as its end, in the scene's units.
  private static let ending = 3.0

  private let size: Double

  init(strokeWidth: Double) { size = Self.sizes * strokeWidth }

  /// The value for a pressure of 0…1.
  func width(_ pressure: Double) -> Double {
    2 * size * sin((0.5 - Self.thinning * (0.5 - min(max(pressure, 0), 1))) * .pi / 2)
  }

  /// The stroke width with which the hardest press gives this width.
  static func strokeWidth(forWidest width: Double) -> Double { width / FreehandWidth(strokeWidth: 1).width(1) }

  /// What gives a width; clamped to what is possible.
  func pressure(forWidth width: Double) -> Double {
    let share = min(max(width / (2 * size), 0), 1)
    return min(max((asin(share) / (.pi / 2) - 0.5) / Self.thinning + 0.5, 0), 1)
  }

  /// The least part of its greatest width to which a stroke can thin out.
  static let leastShare = FreehandWidth(strokeWidth: 1).width(0) / FreehandWidth(strokeWidth: 1).width(1)
}

extension FreehandWidth {
  /// A point of a stroke as it is streamlined.
  private struct Step {
    /// The offset of the point in the stroke.
    var index: Int
    /// The distance from the step before, in the scene's units.
    var distance: Double
    /// The length from the stroke's beginning.
    var length: Double
  }

  /// The widths at the points of a stroke whose pressure is simulated: the faster, the thinner.
  func simulatedWidths(_ points: [(x: Double, y: Double)]) -> [Double] {
    if points.count == 2 {
      let between = (0...4).map { part in
        let share = Double(part) / 4
        return (points[0].x + (points[1].x - points[0].x) * share, points[0].y + (points[1].y - points[0].y) * share)
      }
      let widths = simulatedWidths(between)
      return [widths[0], widths[4]]
    }
    let steps = streamlined(points)
    var pressure = steps.prefix(10).reduce(0.25) { ($0 + simulated($0, $1.distance)) / 2 }
    var widths: [Double?] = Array(repeating: nil, count: points.count)
    for (number, step) in steps.enumerated() {
      let isNearEnd = steps[steps.count - 1].length - step.length < Self.ending
      if isNearEnd && number < steps.count - 1 && number > 0 { continue }
      pressure = simulated(pressure, step.distance)
      widths[step.index] = width(pressure)
    }
    return Self.filled(widths, points)
  }

  private func simulated(_ pressure: Double, _ distance: Double) -> Double {
    let speed = min(1, distance / size)
    return min(1, pressure + (1 - speed - pressure) * speed * Self.rate)
  }

  /// The first point, and those from where the stroke has become as long as its size; none where the one before lies.
  private func streamlined(_ points: [(x: Double, y: Double)]) -> [Step] {
    var (last, steps, length) = (points[0], [Step(index: 0, distance: 0, length: 0)], 0.0)
    for (index, point) in points.enumerated().dropFirst() {
      let isEnd = index == points.count - 1
      let next =
        isEnd ? point : (x: last.x + (point.x - last.x) * Self.pace, y: last.y + (point.y - last.y) * Self.pace)
      let distance = hypot(next.x - last.x, next.y - last.y)
      guard distance > 0 else { continue }
      length += distance
      if steps.count == 1, !isEnd, length < size { continue }
      steps.append(Step(index: index, distance: distance, length: length))
      last = next
    }
    return steps
  }

  /// Even changes where a point has no width of its own.
  private static func filled(_ widths: [Double?], _ points: [(x: Double, y: Double)]) -> [Double] {
    var lengths = [0.0]
    for (start, end) in zip(points, points.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + hypot(end.x - start.x, end.y - start.y))
    }
    var (filled, last) = ([Double](), 0)
    for (index, width) in widths.enumerated() {
      guard let width else { continue }
      let (start, way) = (widths[last] ?? width, lengths[index] - lengths[last])
      for between in filled.count..<index {
        filled.append(start + (way > 0 ? (width - start) * (lengths[between] - lengths[last]) / way : 0))
      }
      filled.append(width)
      last = index
    }
    return filled + Array(repeating: widths[last] ?? 0, count: widths.count - filled.count)
  }
}
