public import TouchReelCanvas

/// Turns vertices, as they come, into the pieces that a round brush sweeps.
///
/// A piece is given out once it is final and never changes after that. On a course through midpoints that is up to the
/// middle between the two latest vertices. From there to the latest vertex is the ``tail``, which the next vertex
/// replaces: a stroke in progress looks as if it ended now, whether it is drawn live, replayed or sought.
@usableFromInline
package struct Stroker: Sendable {
  @usableFromInline
  package struct Node: Hashable, Sendable {
    @usableFromInline package var point: SubpixelPoint
    @usableFromInline package var radius: SubpixelRadius

    @inlinable
    package init(point: SubpixelPoint, radius: SubpixelRadius) {
      (self.point, self.radius) = (point, radius)
    }
  }

  @usableFromInline
  enum State: Sendable {
    case empty
    /// Nothing but a dot yet.
    case still(Node)
    /// Drawn up to the joint; from there the stroke will run toward the latest vertex.
    case moving(joint: Node, latest: Node)
  }

  @usableFromInline package let course: StrokePath.Interpolation
  @usableFromInline
  var state = State.empty

  @inlinable
  package init(course: StrokePath.Interpolation) { self.course = course }

  /// A vertex where the latest one lies adds nothing, except that a dot grows to the widest.
  @inlinable @inline(__always)
  package mutating func add(_ node: Node, _ body: (InkSegment) -> Void) {
    switch state {
    case .empty: dot(node, body)
    case .still(let first) where node.point == first.point:
      if node.radius.rawValue > first.radius.rawValue { dot(node, body) }
    case .still(let first):
      let joint = joint(between: first, and: node)
      body(InkSegment(from: first, to: joint))
      state = .moving(joint: joint, latest: node)
    case .moving(_, let latest) where node.point == latest.point: break
    case .moving(let start, let latest):
      let joint = joint(between: latest, and: node)
      draw(from: start, past: latest, to: joint, body)
      state = .moving(joint: joint, latest: node)
    }
  }

  /// What is left to draw up to the latest vertex, if anything.
  @inlinable
  package var tail: InkSegment? {
    guard case .moving(let joint, let latest) = state, joint != latest else { return nil }
    return InkSegment(from: joint, to: latest)
  }

  /// Draws up to the latest vertex; the next one begins anew.
  @inlinable
  package mutating func finish(_ body: (InkSegment) -> Void) {
    if let tail { body(tail) }
    state = .empty
  }

  @inlinable
  mutating func dot(_ node: Node, _ body: (InkSegment) -> Void) {
    body(.dot(at: node.point, radius: node.radius))
    state = .still(node)
  }

  @inlinable
  func joint(between first: Node, and second: Node) -> Node {
    course == .straight ? second : first.middle(to: second)
  }

  @inlinable
  func draw(from start: Node, past control: Node, to end: Node, _ body: (InkSegment) -> Void) {
    switch course {
    case .straight: body(InkSegment(from: start, to: end))
    case .throughMidpoints: QuadraticCurve(start, control, end).forEachSegment(body)
    }
  }
}

extension Stroker.Node {
  @inlinable
  package init(_ vertex: StrokePath.Vertex, on raster: Raster) {
    self.init(point: raster.subpixel(vertex.point), radius: raster.radius(ofWidth: vertex.width))
  }

  init(_ vertex: StrokePath.Vertex, on placement: Placement) {
    self.init(point: placement.subpixel(vertex.point), radius: placement.radius(ofWidth: vertex.width))
  }

  /// Rounded down to 1/256 pixel.
  @inlinable
  func middle(to other: Self) -> Self {
    Self(
      point: SubpixelPoint(x: (point.x + other.point.x) >> 1, y: (point.y + other.point.y) >> 1),
      radius: SubpixelRadius(rawValue: (radius.rawValue + other.radius.rawValue) >> 1))
  }
}

extension InkSegment {
  @inlinable
  package init(from start: Stroker.Node, to end: Stroker.Node) {
    self.init(from: start.point, radius: start.radius, to: end.point, radius: end.radius)
  }
}

/// A quadratic Bézier curve of a point and a radius.
@usableFromInline
struct QuadraticCurve {
  @usableFromInline let start: Stroker.Node
  @usableFromInline let end: Stroker.Node
  /// Coefficients of t and t², in 1/256 pixel: x, y and radius.
  @usableFromInline let linear: SIMD4<Double>
  @usableFromInline let square: SIMD4<Double>

  @inlinable
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
  @inlinable
  var pieceCount: Int {
    let bend = (square.x * square.x + square.y * square.y).squareRoot()
    // No trap: coordinates of subpixels are held to 32 bits.
    return max(1, Int((bend / 32).squareRoot().rounded(.up)))
  }

  @inlinable
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

  @inlinable
  func node(at t: Double) -> Stroker.Node {
    let value = (start.components + linear * t + square * (t * t)) * (1 / 256)
    return Stroker.Node(point: SubpixelPoint(x: value.x, y: value.y), radius: SubpixelRadius(value.z))
  }
}

extension Stroker.Node {
  @inlinable
  var components: SIMD4<Double> {
    SIMD4(Double(point.x), Double(point.y), Double(radius.rawValue), 0)
  }
}
