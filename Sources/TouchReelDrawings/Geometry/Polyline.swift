package import TouchReelCanvas
package import TouchReelTouchTracking

/// Straight lines from point to point.
package struct Polyline: Hashable, Sendable {
  var points: [SubpixelPoint]
  var isClosed = false

  init(points: [SubpixelPoint], isClosed: Bool = false) {
    self.points = points
    self.isClosed = isClosed
  }

  /// Through points that were computed; `nil` if there are none.
  package init?(_ points: [BoardPoint], on placement: Placement, isClosed: Bool) {
    guard !points.isEmpty else { return nil }
    self.init(points: points.map(placement.subpixel(computed:)), isClosed: isClosed)
  }

  /// The points, and the first one again where closed.
  var drawn: [SubpixelPoint] { isClosed ? points + points.prefix(1) : points }

  /// The length, in pixels.
  var length: Double {
    zip(drawn, drawn.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  package var path: CanvasPath {
    if isClosed { return .polygon(points) }
    return CanvasPath(points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) })
  }

  /// Where there is a fill colour the fill, then the outline.
  func ink(_ style: StrokeStyle, fill: PixelColor?, on placement: Placement) -> [ShapeInk] {
    let outline = style.ink(along: self, on: placement)
    guard let fill else { return [outline] }
    var inside = ShapeInk(fill)
    inside.addInside(of: path)
    return [inside, outline]
  }
}

extension SubpixelPoint {
  /// The distance, in pixels.
  func distance(to other: SubpixelPoint) -> Double {
    let dx = Double(other.x) - Double(x)
    let dy = Double(other.y) - Double(y)
    return (dx * dx + dy * dy).squareRoot() / 256
  }
}

/// Dashes and gaps along a line, in pixels.
struct DashPattern: Sendable {
  /// Parts shorter than this on average cannot be distinguished, and the line is drawn without gaps. So the dashes of a
  /// line are no more than its pixels.
  static let leastPart = 0.5

  private let period: Double
  /// Where in a period each part begins; those of even indices are dashes.
  private let starts: [Double]
  /// Where in a period the line begins.
  private let phase: Double

  /// `nil` if the lengths make no pattern, or are too short to be distinguished.
  ///
  /// - Parameters:
  ///   - lengths: of dashes and gaps, in turns. An odd count of them runs twice, dashes and gaps changing places, as in
  ///     PostScript. - phase: where in the pattern the line begins.
  init?(_ lengths: [Double], phase: Double) {
    let parts = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    let period = parts.reduce(0, +)
    guard parts.allSatisfy({ $0 >= 0 }), period.isFinite, phase.isFinite, period > 0,
      period >= Self.leastPart * Double(parts.count)
    else { return nil }
    self.period = period
    starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }.dropLast()
    let rest = phase.truncatingRemainder(dividingBy: period)
    self.phase = rest < 0 ? rest + period : rest
  }

  /// Visits the dashes that reach into a span of the line, as distances from where the line begins. A dash without
  /// length is a point.
  func forEachDash(in span: Range<Double>, _ visit: (_ start: Double, _ end: Double) -> Void) {
    var turn = ((span.lowerBound + phase) / period).rounded(.down)
    var part = lastPart(at: span.lowerBound + phase - turn * period)
    while true {
      let start = turn * period + starts[part] - phase
      guard start < span.upperBound else { return }
      let next = part + 1 < starts.count ? starts[part + 1] : period
      let end = turn * period + next - phase
      if part.isMultiple(of: 2), end > span.lowerBound || start >= span.lowerBound {
        visit(start, end)
      }
      part += 1
      if part == starts.count { (part, turn) = (0, turn + 1) }
    }
  }

  /// Where a line can end that has the same dashes: in the middle of a gap that it would end in. Other programs make a
  /// dot of a dash that would begin just at its end.
  func end(ofLine length: Double) -> Double {
    // Finer than what files keep of a point.
    let end = length - 0.002
    guard end > 0 else { return length }
    var last = 0.0
    forEachDash(in: max(0, end - 2 * period)..<end) { _, end in last = max(last, end) }
    return last < end ? (last + length) / 2 : length
  }

  /// The first part that does not end before an offset in the period.
  private func lastPart(at offset: Double) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Polyline {
  /// The pieces of round ink along the line; those that lie wholly outside of the raster may be missing.
  func pieces(radius: SubpixelRadius, dashes: DashPattern?, on raster: Raster) -> [InkSegment] {
    let points = drawn
    if points.count == 1 { return [.dot(at: points[0], radius: radius)] }
    let window = PixelWindow(around: raster.pixels, reach: radius)
    var pieces: [InkSegment] = []
    var length = 0.0
    for (start, end) in zip(points, points.dropFirst()) {
      let side = Side(start, end, from: length)
      length += side.length
      if let dashes {
        guard let seen = window.part(of: side) else { continue }
        dashes.forEachDash(in: seen) { start, end in
          pieces.append(InkSegment(from: side.point(at: start), to: side.point(at: end), radius: radius))
        }
      } else {
        pieces.append(InkSegment(from: start, to: end, radius: radius))
      }
    }
    return pieces
  }
}

/// A straight part of a polyline.
private struct Side {
  let start: SubpixelPoint
  let end: SubpixelPoint
  /// The distance from where the polyline begins, in pixels.
  let distance: Double
  let length: Double

  init(_ start: SubpixelPoint, _ end: SubpixelPoint, from distance: Double) {
    (self.start, self.end, self.distance) = (start, end, distance)
    length = start.distance(to: end)
  }

  /// - Parameter distance: from where the polyline begins.
  func point(at distance: Double) -> SubpixelPoint {
    let part = distance - self.distance
    if part >= length { return end }
    return part <= 0 ? start : start.toward(end, by: part / length)
  }
}

/// The part of the plane in which a brush touches the pixels.
private struct PixelWindow {
  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>

  init(around pixels: PixelSize, reach: SubpixelRadius) {
    let margin = Double(reach.rawValue) + 512
    x = -margin...Double(pixels.width) * 256 + margin
    y = -margin...Double(pixels.height) * 256 + margin
  }

  /// Where along the polyline a side lies in the window; `nil` if it does not.
  func part(of side: Side) -> Range<Double>? {
    var (low, high) = (0.0, 1.0)
    for (start, end, range) in [(side.start.x, side.end.x, x), (side.start.y, side.end.y, y)] {
      let (from, way) = (Double(start), Double(end) - Double(start))
      if way == 0 {
        guard range.contains(from) else { return nil }
        continue
      }
      let crossings = [(range.lowerBound - from) / way, (range.upperBound - from) / way]
      low = max(low, min(crossings[0], crossings[1]))
      high = min(high, max(crossings[0], crossings[1]))
    }
    guard low < high, side.length > 0 else { return nil }
    return side.distance + low * side.length..<side.distance + high * side.length
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
