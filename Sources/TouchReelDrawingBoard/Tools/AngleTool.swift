import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// What the first drag of an angle leaves: the vertex where it began and an arm to where it ended. It waits for a
/// second drag.
struct PendingAngle: Hashable, Sendable {
  var vertex: BoardPoint
  var end: BoardPoint
  var style: StrokeStyle
  /// Counts the arms of a board, in the order in which they began to wait.
  var number = 0

  var shape: Shape { .line(LineShape(from: vertex, to: end, style: style)) }
}

/// One of the two drags of an angle: the first draws an arm from the vertex, the second the other arm to where the
/// finger is.
struct AngleInteraction: Interaction {
  private enum State {
    case tap(at: BoardPoint)
    case drag(to: BoardPoint, from: BoardPoint)
  }

  private let style: StrokeStyle
  private var rules: DragRules
  /// What the second drag completes; `nil` during the first.
  let firstArm: PendingAngle?
  private var state: State
  /// Where the touch is now.
  private var point: BoardPoint

  init(_ brush: Brush, from start: BoardPoint, completing firstArm: PendingAngle?, ink: inout LiveInk) {
    (style, rules) = (brush.outline, brush.rules)
    self.firstArm = firstArm
    point = start.onGrid
    state = .tap(at: point)
    redraw(ink: &ink)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    point = sample.boardPoint.onGrid
    switch state {
    case .tap(let start) where start.distance(to: point) <= DragThreshold.points: return
    case .tap(let start): drag(from: rules.snapped(start), &ink)
    case .drag(_, let start): drag(from: start, &ink)
    }
  }

  /// Directions are those of the arm from the vertex.
  private mutating func drag(from start: BoardPoint, _ ink: inout LiveInk) {
    let end = rules.end(of: .line, from: firstArm?.vertex ?? start, to: point)
    state = .drag(to: end, from: start)
    redraw(ink: &ink)
  }

  mutating func follow(_ dragging: Dragging, ink: inout LiveInk) {
    rules.dragging = dragging
    if case .drag(_, let start) = state { drag(from: start, &ink) }
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) { move(to: sample, ink: &ink) }

  /// A tap leaves everything as it was; so does a second arm without length.
  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    guard case .drag(let end, let start) = state else { return .nothing }
    guard firstArm != nil else {
      return start == end ? .nothing : .firstArm(PendingAngle(vertex: start, end: end, style: style))
    }
    guard case .angle(let angle)? = shape, angle.degrees != nil else { return .nothing }
    return .operation(.add(.angle(angle)))
  }

  var shown: BoardOperation? { shape.map { .add($0) } }

  mutating func redraw(ink: inout LiveInk) { ink.replaceShape(by: shape) }

  private var shape: Shape? {
    switch (state, firstArm) {
    case (.tap, let arm): arm?.shape
    case (.drag(let end, let start), nil): PendingAngle(vertex: start, end: end, style: style).shape
    case (.drag(let end, _), let arm?) where end == arm.vertex: arm.shape
    case (.drag(let end, _), let arm?):
      .angle(AngleShape(vertex: arm.vertex, firstEnd: arm.end, secondEnd: end, style: arm.style))
    }
  }
}

/// The angles of a board that have one arm so far.
struct PendingAngles: Hashable, Sendable {
  /// The arms that wait for their second drag, the oldest first.
  private(set) var firstArms: [PendingAngle] = []
  private var nextNumber = 0
  /// Arms of lower numbers were dropped, even those that a touch had taken.
  private var leastNumber = 0

  mutating func removeFirstArm() -> PendingAngle? { firstArms.isEmpty ? nil : firstArms.removeFirst() }

  mutating func leave(_ arm: PendingAngle) {
    var arm = arm
    arm.number = nextNumber
    nextNumber += 1
    firstArms.append(arm)
  }

  /// Puts back, at its position among the others, what an unsuccessful touch had taken.
  mutating func putBack(_ arm: PendingAngle) {
    guard arm.number >= leastNumber else { return }
    firstArms.insert(arm, at: firstArms.firstIndex { $0.number > arm.number } ?? firstArms.endIndex)
  }

  /// Drops the latest arm that waits; returns `nil` if none does.
  mutating func removeLastArm() -> PendingAngle? { firstArms.popLast() }

  /// Drops all arms.
  mutating func removeArms() -> [PendingAngle] {
    leastNumber = nextNumber
    defer { firstArms = [] }
    return firstArms
  }

  /// The ink of what waits.
  func layers(on raster: Raster) -> [InkLayer] { firstArms.flatMap { $0.shape.layers(on: raster) } }
}
