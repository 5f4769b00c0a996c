internal import Canvas

/// A quadratic Bézier curve of a point and a radius.
struct QuadraticCurve {
  private let start: Stroker.Node
  private let end: Stroker.Node
  /// Coefficients of t and t², in 1/256 pixel: x, y and radius.
  private let linear: SIMD4<Double>
  private let square: SIMD4<Double>

  init(_ start: Stroker.Node, _ control: Stroker.Node, _ end: Stroker.Node) {
    self.start = start
    self.end = end
    let first = start.components
    let middle = control.components
    linear = 2 * (middle - first)
    square = first - 2 * middle + end.components
  }

  /// Pieces so that no chord is farther than 8/256 pixel from the curve.
  ///
  /// Over a piece of length h in t, a chord is off by at most |second derivative| h²/8 = |square| h²/4.
  var pieceCount: Int {
    let bend = (square.x * square.x + square.y * square.y).squareRoot()
    return max(1, Int((bend / 32).squareRoot().rounded(.up)))
  }

  func forEachSegment(_ body: (InkSegment) -> Void) {
    let count = pieceCount
    var last = start
    for piece in 1..<count {
      let next = node(at: Double(piece) / Double(count))
      body(InkSegment(from: last, to: next))
      last = next
    }
    body(InkSegment(from: last, to: end))
  }

  private func node(at t: Double) -> Stroker.Node {
    let value = (start.components + linear * t + square * (t * t)) * (1 / 256)
    return Stroker.Node(point: SubpixelPoint(x: value.x, y: value.y), radius: SubpixelRadius(value.z))
  }
}

extension Stroker.Node {
  fileprivate var components: SIMD4<Double> {
    SIMD4(Double(point.x), Double(point.y), Double(radius.rawValue), 0)
  }
}
