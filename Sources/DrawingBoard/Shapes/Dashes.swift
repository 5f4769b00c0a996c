internal import TouchTracking

extension Polyline {
  /// More dashes than this are drawn as a line without gaps: a file may ask for dashes without end.
  private static let dashLimit = 100_000.0

  /// The pieces between gaps. A pattern that repeats nothing, or endlessly often, is no pattern.
  ///
  /// - Parameters:
  ///   - pattern: lengths of dashes and gaps, in turns.
  ///   - phase: where in the pattern the line begins.
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
    let whole = pattern.count.isMultiple(of: 2) ? pattern : pattern + pattern
    period = whole.reduce(0, +)
    guard whole.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite, phase.isFinite else { return nil }
    self.pattern = whole
    left = whole[0]
    var skip = phase.truncatingRemainder(dividingBy: period)
    if skip < 0 { skip += period }
    while skip >= left && skip > 0 {
      skip -= left
      nextPart()
    }
    left -= skip
  }

  private mutating func nextPart() {
    part = (part + 1) % pattern.count
    left = pattern[part]
    isDrawing = false
  }

  private var isDash: Bool { part.isMultiple(of: 2) }

  mutating func draw(from start: BoardPoint, to end: BoardPoint) {
    let length = start.distance(to: end)
    var done = 0.0
    var here = start
    while length > done {
      let step = min(left, length - done)
      done += step
      let next = end.at(done, of: length, from: start)
      if isDash { mark(from: here, to: next) }
      here = next
      left -= step
      if left <= 0 { nextPart() }
    }
  }

  private mutating func mark(from start: BoardPoint, to end: BoardPoint) {
    if !isDrawing { pieces.append(Polyline(points: [start])) }
    isDrawing = true
    pieces[pieces.count - 1].points.append(end)
  }
}

extension BoardPoint {
  /// The point at a distance from the start, on the way here.
  fileprivate func at(_ distance: Double, of length: Double, from start: BoardPoint) -> BoardPoint {
    guard distance < length else { return self }
    return BoardPoint(x: start.x + (x - start.x) * distance / length, y: start.y + (y - start.y) * distance / length)
  }
}
