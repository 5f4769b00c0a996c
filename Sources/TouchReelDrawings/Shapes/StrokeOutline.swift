import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelTouchTracking

extension StrokePath {
  /// Its ink: a line where it is as wide everywhere, else the outline of what the brush sweeps; `nil` if there is none.
  package var outline: VectorInk.Part? {
    let widths = runs.lazy.joined().map(\.width)
    guard let first = widths.first(where: { _ in true }) else { return nil }
    guard widths.allSatisfy({ $0 == first }) else { return .filled(.path(sweptOutline)) }
    return first > 0 ? .stroked(.path(centerline), StrokeStyle(color: .black, width: first)) : nil
  }

  /// Its course, whatever its width. A run without length is a line to where it begins.
  package var centerline: VectorPath {
    var path = VectorPath()
    for (number, run) in runs.enumerated() {
      path.append(Self.centerline(run, course: course, isWhole: isFinished || number < runs.count - 1))
    }
    return path
  }

  private static func centerline(_ run: [Vertex], course: Interpolation, isWhole: Bool) -> VectorPath {
    var points: [BoardPoint] = []
    for vertex in run where vertex.point.onGrid != points.last { points.append(vertex.point.onGrid) }
    guard points.count > 1 else { return VectorPath(points + points) }
    guard course == .throughMidpoints else { return VectorPath(points) }
    var path = VectorPath([points[0], points[0].middle(to: points[1])])
    for (control, next) in zip(points.dropFirst(), points.dropFirst(2)) {
      path.curve(control, to: control.middle(to: next))
    }
    if isWhole { path.line(to: points[points.count - 1]) }
    return path
  }

  /// Pieces are made for a raster that is finer than most pictures, so that curves stay round when they are magnified.
  private static let scale = 4.0

  private var sweptOutline: VectorPath {
    let placement = Placement(on: Raster(window: PixelSize(width: 1, height: 1), scale: Self.scale))
    var outline = SweptOutline()
    forEachSegment(on: placement) { outline.add(Cone($0, scale: Self.scale)) }
    return outline.finished
  }
}

extension BoardPoint {
  fileprivate func middle(to other: BoardPoint) -> BoardPoint {
    BoardPoint(x: (x + other.x) / 2, y: (y + other.y) / 2)
  }

  fileprivate static func + (point: BoardPoint, way: BoardPoint) -> BoardPoint {
    BoardPoint(x: point.x + way.x, y: point.y + way.y)
  }

  fileprivate static func * (point: BoardPoint, factor: Double) -> BoardPoint {
    BoardPoint(x: point.x * factor, y: point.y * factor)
  }

  fileprivate func cross(_ other: BoardPoint) -> Double { x * other.y - y * other.x }
  fileprivate func dot(_ other: BoardPoint) -> Double { x * other.x + y * other.y }
}

/// What a round brush sweeps along a straight line while its radius changes: two circles and their outer tangents.
private struct Cone {
  let start: BoardPoint
  let end: BoardPoint
  let startRadius: Double
  let endRadius: Double
  let length: Double
  /// Unit vectors: along the line, and from its points to where the tangents touch the circles, on both sides.
  let direction: BoardPoint
  let left: BoardPoint
  let right: BoardPoint
  /// How far both lean away from the direction, in radians.
  private let lean: Double

  init(_ segment: InkSegment, scale: Double) {
    func point(_ point: SubpixelPoint) -> BoardPoint {
      BoardPoint(x: Double(point.x) / 256 / scale, y: Double(point.y) / 256 / scale)
    }
    (start, end) = (point(segment.start), point(segment.end))
    startRadius = Double(segment.startRadius.rawValue) / 256 / scale
    endRadius = Double(segment.endRadius.rawValue) / 256 / scale
    length = start.distance(to: end)
    let along = length > 0 ? BoardPoint(x: (end.x - start.x) / length, y: (end.y - start.y) / length) : start
    // Tangents lean toward the smaller circle: by the angle whose cosine this is.
    let cosine = length > 0 ? min(max((startRadius - endRadius) / length, -1), 1) : 0
    let across = BoardPoint(x: -along.y, y: along.x) * (1 - cosine * cosine).squareRoot()
    direction = along
    lean = acos(cosine)
    left = along * cosine + across
    right = along * cosine + across * -1
  }

  /// How far the outline turns clockwise (with y upward) around the joint to the next cone, on the left side onward and
  /// on the right side back, in radians; below zero on the inner side of a bend.
  func turns(to next: Cone) -> (left: Double, right: Double) {
    let bend = atan2(direction.cross(next.direction), direction.dot(next.direction))
    return (lean - next.lean - bend, lean - next.lean + bend)
  }

  /// Whether one of the circles lies within the other, so that there are no tangents.
  var isCircle: Bool { length <= abs(startRadius - endRadius) }

  var circle: (center: BoardPoint, radius: Double) {
    startRadius > endRadius ? (start, startRadius) : (end, endRadius)
  }
}

/// The outline of a chain of cones, to be filled by the nonzero rule.
///
/// It runs along one side and back along the other. Each cone lies clockwise within it (with y upward), and so does the
/// sector around each joint on the outer side of a bend. On the inner side the line goes to the next cone directly
/// where both are long enough to cover the triangle that this cuts off; else by way of the joint, which adds nothing.
/// So no point of the ink is wound around as often to the right as to the left.
private struct SweptOutline {
  private var path = VectorPath()
  private var chain: [Cone] = []

  mutating func add(_ cone: Cone) {
    if cone.isCircle {
      endChain()
      addCircle(cone.circle.center, cone.circle.radius)
    } else {
      if let last = chain.last, last.end != cone.start || last.endRadius != cone.startRadius { endChain() }
      chain.append(cone)
    }
  }

  var finished: VectorPath {
    var outline = self
    outline.endChain()
    return outline.path
  }

  private mutating func endChain() {
    guard let first = chain.first, let last = chain.last else { return }
    path.move(to: first.start + first.left * first.startRadius)
    path.line(to: first.end + first.left * first.endRadius)
    for (cone, next) in zip(chain, chain.dropFirst()) {
      join(cone, next, by: cone.turns(to: next).left, from: cone.left, to: next.left)
      path.line(to: next.end + next.left * next.endRadius)
    }
    addArc(around: last.end, last.endRadius, [last.left, last.direction, last.right])
    for (next, cone) in zip(chain.reversed(), chain.reversed().dropFirst()) {
      path.line(to: next.start + next.right * next.startRadius)
      join(cone, next, by: cone.turns(to: next).right, from: next.right, to: cone.right)
    }
    path.line(to: first.start + first.right * first.startRadius)
    addArc(around: first.start, first.startRadius, [first.right, first.direction * -1, first.left])
    path.close()
    chain.removeAll(keepingCapacity: true)
  }

  /// - Parameter turn: as ``Cone/turns(to:)`` has it.
  private mutating func join(
    _ cone: Cone, _ next: Cone, by turn: Double, from start: BoardPoint, to end: BoardPoint
  ) {
    let (joint, radius) = (cone.end, cone.endRadius)
    // Where both tangents all but meet, a point less deviates by no more.
    if abs(turn) * radius < Self.tolerance { return }
    if turn >= 0 { return addArc(around: joint, radius, from: start, to: end, sweep: turn) }
    if turn < -.pi / 2 || radius * sin(-turn) > min(cone.length, next.length) / 2 { path.line(to: joint) }
    path.line(to: joint + end * radius)
  }

  private mutating func addCircle(_ center: BoardPoint, _ radius: Double) {
    guard radius > 0 else { return }
    path.move(to: BoardPoint(x: center.x + radius, y: center.y))
    let corners = [(1.0, 0.0), (0, -1), (-1, 0), (0, 1), (1, 0)].map { BoardPoint(x: $0.0, y: $0.1) }
    addArc(around: center, radius, corners)
    path.close()
  }

  /// How far a chord may lie off its arc, in points.
  private static let tolerance = 1.0 / 256

  /// Adds an arc from where the path is, clockwise (with y upward) through directions less than half a turn apart.
  private mutating func addArc(around center: BoardPoint, _ radius: Double, _ directions: [BoardPoint]) {
    for (from, to) in zip(directions, directions.dropFirst()) {
      let sweep = max(0, atan2(-from.cross(to), from.dot(to)))
      addArc(around: center, radius, from: from, to: to, sweep: sweep)
    }
  }

  private mutating func addArc(
    around center: BoardPoint, _ radius: Double, from start: BoardPoint, to end: BoardPoint, sweep: Double
  ) {
    if radius * (1 - cos(sweep / 2)) > Self.tolerance {
      addCurves(around: center, radius, from: atan2(start.y, start.x), sweep: sweep)
    } else {
      path.line(to: center + end * radius)
    }
  }

  /// Cubic curves of at most a quarter turn each, which deviate from the circle by less than 0.03 % of its radius.
  private mutating func addCurves(around center: BoardPoint, _ radius: Double, from angle: Double, sweep: Double) {
    let count = max(1, Int(clamping: (sweep / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let reach = radius * 4 / 3 * tan(step / 4)
    for number in 0..<count {
      let (a, b) = (angle - Double(number) * step, angle - Double(number + 1) * step)
      let (start, end) = (BoardPoint(x: cos(a), y: sin(a)), BoardPoint(x: cos(b), y: sin(b)))
      path.curve(
        center + start * radius + BoardPoint(x: start.y, y: -start.x) * reach,
        center + end * radius + BoardPoint(x: -end.y, y: end.x) * reach, to: center + end * radius)
    }
  }
}
