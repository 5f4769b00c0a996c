internal import Canvas

/// Turns vertices, as they come, into the pieces that a round brush sweeps.
///
/// A piece is given out once it is final and never changes after that. On a course through midpoints that is up to the middle
/// between the two latest vertices; the rest follows with the next vertex, or at the end. So a stroke in progress shows the
/// same pixels whether it is drawn live, replayed or sought.
struct Stroker: Sendable {
  struct Node: Hashable, Sendable {
    var point: SubpixelPoint
    var radius: SubpixelRadius
  }

  private enum State {
    case empty
    /// Nothing but a dot yet.
    case still(Node)
    /// Drawn up to the joint; from there the stroke will run toward the latest vertex.
    case moving(joint: Node, latest: Node)
  }

  let course: StrokePath.Interpolation
  private var state = State.empty

  init(course: StrokePath.Interpolation) { self.course = course }

  /// A vertex where the latest one lies adds nothing, except that a dot grows to the widest.
  @inline(__always)
  mutating func add(_ node: Node, _ body: (InkSegment) -> Void) {
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

  /// Draws up to the latest vertex; the next one begins anew.
  mutating func finish(_ body: (InkSegment) -> Void) {
    if case .moving(let joint, let latest) = state, joint != latest { body(InkSegment(from: joint, to: latest)) }
    state = .empty
  }

  private mutating func dot(_ node: Node, _ body: (InkSegment) -> Void) {
    body(.dot(at: node.point, radius: node.radius))
    state = .still(node)
  }

  private func joint(between first: Node, and second: Node) -> Node {
    course == .straight ? second : first.middle(to: second)
  }

  private func draw(from start: Node, past control: Node, to end: Node, _ body: (InkSegment) -> Void) {
    switch course {
    case .straight: body(InkSegment(from: start, to: end))
    case .throughMidpoints: QuadraticCurve(start, control, end).forEachSegment(body)
    }
  }
}

extension Stroker.Node {
  init(_ vertex: StrokePath.Vertex, on raster: Raster) {
    self.init(point: raster.subpixel(vertex.point), radius: raster.radius(ofWidth: vertex.width))
  }

  init(_ vertex: StrokePath.Vertex, on placement: Placement) {
    self.init(point: placement.subpixel(vertex.point), radius: placement.radius(ofWidth: vertex.width))
  }

  /// Rounded down to 1/256 pixel.
  func middle(to other: Self) -> Self {
    Self(
      point: SubpixelPoint(x: (point.x + other.point.x) >> 1, y: (point.y + other.point.y) >> 1),
      radius: SubpixelRadius(rawValue: (radius.rawValue + other.radius.rawValue) >> 1))
  }
}

extension InkSegment {
  init(from start: Stroker.Node, to end: Stroker.Node) {
    self.init(from: start.point, radius: start.radius, to: end.point, radius: end.radius)
  }
}
