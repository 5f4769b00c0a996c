internal import Canvas

extension Polyline {
  /// More dashes than this are drawn as a line without gaps: a file may ask for dashes without end.
  private static let dashLimit = 100_000.0

  /// The pieces between gaps. A pattern that repeats nothing, or endlessly often, is no pattern.
  ///
  /// - Parameters:
  ///   - pattern: lengths of dashes and gaps in pixels, in turns.
  ///   - phase: where in the pattern the line begins, in pixels.
  func dashed(_ pattern: [Double], phase: Double) -> [Polyline] {
    guard var pen = DashPen(pattern, phase: phase), length / pen.period * Double(pattern.count) < Self.dashLimit
    else { return [self] }
    for (start, end) in zip(drawn, drawn.dropFirst()) { pen.draw(from: start, to: end) }
    return pen.pieces
  }
}

/// Walks along lines and lifts for the gaps.
private struct DashPen {
  let period: Double
  private(set) var pieces: [Polyline] = []
  private let pattern: [Double]
  /// An even one is a dash.
  private var part = 0
  private var left: Double
  private var isDrawing = false

  init?(_ pattern: [Double], phase: Double) {
    // An odd count of lengths runs twice, dashes and gaps changing places, as in PostScript.
    self.pattern = pattern.count.isMultiple(of: 2) ? pattern : pattern + pattern
    period = self.pattern.reduce(0, +)
    guard pattern.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite, phase.isFinite else { return nil }
    left = self.pattern[0]
    skip(phase.truncatingRemainder(dividingBy: period) + (phase < 0 ? period : 0))
  }

  private mutating func skip(_ distance: Double) {
    var rest = distance
    while rest > 0, rest >= left {
      rest -= left
      nextPart()
    }
    left -= rest
  }

  private mutating func nextPart() {
    part = (part + 1) % pattern.count
    left = pattern[part]
    isDrawing = false
  }

  mutating func draw(from start: SubpixelPoint, to end: SubpixelPoint) {
    let length = start.distance(to: end)
    var done = 0.0
    var here = start
    while done < length {
      let step = min(left, length - done)
      done += step
      let next = done < length ? start.toward(end, by: done / length) : end
      if part.isMultiple(of: 2) { mark(from: here, to: next) }
      here = next
      left -= step
      if left <= 0 { nextPart() }
    }
  }

  private mutating func mark(from start: SubpixelPoint, to end: SubpixelPoint) {
    if !isDrawing { pieces.append(Polyline(points: [start])) }
    isDrawing = true
    pieces[pieces.count - 1].points.append(end)
  }
}

extension SubpixelPoint {
  /// - Parameter part: of the way, 0…1.
  fileprivate func toward(_ end: SubpixelPoint, by part: Double) -> SubpixelPoint {
    let dx = (Double(end.x) - Double(x)) * part
    let dy = (Double(end.y) - Double(y)) * part
    return SubpixelPoint(x: (Double(x) + dx) / 256, y: (Double(y) + dy) / 256)
  }
}
