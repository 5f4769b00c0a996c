import TouchReelDrawings
import TouchReelTouchTracking

/// What one touch does on the board, from its beginning to its end: a state machine fed with samples.
protocol Interaction: Sendable {
  /// The arm of an angle that it completes.
  var firstArm: PendingAngle? { get }
  /// The shapes that it has taken.
  var claim: ShapeClaim? { get }
  /// The corners of the area in which it selects.
  var marquee: [BoardPoint]? { get }
  /// What its ink shows, as an operation that would leave the same; `nil` if it shows none.
  var shown: BoardOperation? { get }
  /// Whether it selects or changes finished shapes.
  var actsOnShapes: Bool { get }
  /// Whether all it does is to hold the drags of others to directions and proportions.
  var constrainsOthers: Bool { get }

  mutating func move(to sample: TouchSample, ink: inout LiveInk)

  /// Events were lost before this sample: no chord may be drawn to it.
  mutating func resume(at sample: TouchSample, ink: inout LiveInk)

  /// Draws the rest, and returns what the touch leaves: nothing for a tap with a tool that only drags draw with.
  mutating func end(ink: inout LiveInk) -> TouchOutcome

  /// Draws everything so far onto fresh ink, as the board has another size now.
  mutating func redraw(ink: inout LiveInk)

  /// Holds its drag to directions and proportions, or does so no longer.
  mutating func follow(_ dragging: Dragging, ink: inout LiveInk)

  /// Goes on without the shapes that are gone, if it can.
  mutating func keepShapes(where exists: (ElementID) -> Bool)
}

extension Interaction {
  var firstArm: PendingAngle? { nil }
  var claim: ShapeClaim? { nil }
  var marquee: [BoardPoint]? { nil }
  var shown: BoardOperation? { nil }
  var actsOnShapes: Bool { false }
  var constrainsOthers: Bool { false }

  mutating func follow(_ dragging: Dragging, ink: inout LiveInk) {}
  mutating func keepShapes(where exists: (ElementID) -> Bool) {}
}

extension Tool {
  /// The interaction of a touch that begins with this tool.
  func begin(
    _ brush: Brush, at sample: TouchSample, on scene: Scene, in pendingAngles: inout PendingAngles, ink: inout LiveInk
  ) -> any Interaction {
    func drag(_ make: @escaping ShapeMaker, _ form: DragForm = .box) -> any Interaction {
      ShapeDrag(make, form, brush.rules, from: sample.boardPoint)
    }
    return switch self {
    case .pencil:
      TintedPencilInteraction(brush, at: sample, on: scene, ink: &ink)
        ?? PencilInteraction(brush, at: sample, on: scene, ink: &ink)
    case .eraser where brush.erasing == .shapes: ShapeEraserInteraction(brush, at: sample, on: scene)
    case .eraser: EraserInteraction(brush, at: sample, ink: &ink)
    case .line: drag(brush.lineMaker, .line)
    case .dashedLine: drag(brush.dashedLineMaker, .line)
    case .arrow: drag(brush.arrowMaker, .line)
    case .rectangle: drag(brush.rectangleMaker)
    case .ellipse: drag(brush.ellipseMaker)
    case .triangle: drag(brush.polygonMaker(sides: 3))
    case .pentagon: drag(brush.polygonMaker(sides: 5))
    case .ngon: drag(brush.polygonMaker(sides: brush.sides))
    case .star: drag(brush.starMaker)
    case .angle:
      AngleInteraction(brush, from: sample.boardPoint, completing: pendingAngles.removeFirstArm(), ink: &ink)
    case .text: TextInteraction(on: scene, at: sample.boardPoint)
    case .selection, .lasso: SelectionInteraction(brush, on: scene, at: sample.boardPoint)
    }
  }
}

/// What a touch leaves when it ends.
enum TouchOutcome: Sendable {
  case nothing
  case operation(BoardOperation)
  /// Finished shapes are changed.
  case change(BoardOperation)
  /// An angle has got its first arm and waits for the second.
  case firstArm(PendingAngle)
  /// Other shapes are selected, after something was done to them.
  case select(Set<ElementID>, then: BoardOperation?)
  /// A text is to be edited, or a new one is to begin at a point.
  case edit(ElementID?, at: BoardPoint)
}

/// The shapes that a touch has taken, which no other touch may take, and what it would do to them if it ended now.
struct ShapeClaim: Sendable {
  var shapes: Set<ElementID>
  /// `nil` as long as it is a tap.
  var change: BoardOperation?
}

/// The drawing as a touch finds it that begins.
struct Scene: Sendable {
  let elements: ElementList
  let selection: Set<ElementID>
  /// What other touches have taken.
  let held: Set<ElementID>

  /// The topmost shape that is hit, even if another touch holds it.
  ///
  /// - Parameter isWanted: whether a shape counts.
  /// - Complexity: as many steps as shapes nearby have points and, where erasures are near, some pixels for each shape
  ///   that is hit.
  func topmost(at point: BoardPoint, where isWanted: (Element) -> Bool = { _ in true }) -> Element? {
    var found: Element?
    // A little more than the farthest point at which a shape is hit.
    walkDown(elements.elements(touching: BoardRect(holding: [point], reach: HitArea.reach + 2))) {
      element, shape, erasures in
      if isWanted(element), shape.isHit(at: point), shape.isLeft(at: point, under: erasures) { found = element }
      return found == nil
    }
    return found
  }

  /// The shapes that lie wholly in a box, that were not erased wholly, and that no touch holds.
  func shapes(in box: BoardRect) -> Set<ElementID> { shapes { $0.corners.isInside(box) }.subtracting(held) }

  /// The shapes of which all lines lie within a closed line, that were not erased wholly, and that no touch holds.
  ///
  /// - Complexity: as many steps as the shapes near it have points, times the points of the line.
  func shapes(inside line: [BoardPoint]) -> Set<ElementID> {
    guard let box = BoardRect(around: line) else { return [] }
    return shapes { $0.isNear(box) && $0.lies(inside: line) }.subtracting(held)
  }

  /// The shapes that were not erased wholly.
  var allShapes: Set<ElementID> { shapes { !$0.corners.isEmpty } }

  private func shapes(where isWanted: (PlacedShape) -> Bool) -> Set<ElementID> {
    var found: Set<ElementID> = []
    walkDown(Array(elements.elements)) { element, shape, erasures in
      if isWanted(shape), shape.isLeft(under: erasures) { found.insert(element.id) }
      return true
    }
    return found
  }

  /// The shapes of which ink is left within reach of a line, and that no touch holds.
  ///
  /// - Complexity: as ``topmost(at:where:)``.
  func shapes(touchedFrom start: BoardPoint, to end: BoardPoint, reach: Double) -> Set<ElementID> {
    var found: Set<ElementID> = []
    // What was erased counts a little around the points that are touched.
    walkDown(elements.elements(touching: BoardRect(holding: [start, end], reach: reach + HitArea.reach + 2))) {
      element, shape, erasures in
      let points = shape.points(touchedFrom: start, to: end, reach: reach)
      if points.contains(where: { shape.isLeft(at: $0, under: erasures) }) { found.insert(element.id) }
      return true
    }
    return found.subtracting(held)
  }

  func frame(_ handles: SelectionHandles) -> SelectionFrame? {
    SelectionFrame(selection.sorted().compactMap { elements[$0]?.shape }, handles)
  }

  /// The upper left corner of the box around some shapes, without the widths of their lines.
  func corner(of shapes: Set<ElementID>) -> BoardPoint? {
    BoardRect(around: shapes.sorted().flatMap { elements[$0]?.shape?.spine?.corners ?? [] })?.corners[0]
  }

  /// Visits the shapes from the topmost down.
  ///
  /// - Parameter visit: receives a shape with the erasures above it; returns whether to continue.
  private func walkDown(_ elements: [Element], _ visit: (Element, PlacedShape, [Erasure]) -> Bool) {
    var erasures: [Erasure] = []
    var underlays: [(Element, PlacedShape, [Erasure])] = []
    for element in elements.reversed() {
      switch element.content {
      case .erasure(let erasure): erasures.append(erasure)
      case .shape(let shape) where element.isUnderlay: underlays.append((element, shape, erasures))
      case .shape(let shape): if !visit(element, shape, erasures) { return }
      }
    }
    for (element, shape, erasures) in underlays.reversed() where !visit(element, shape, erasures) { return }
  }
}

extension [BoardPoint] {
  fileprivate func isInside(_ box: BoardRect) -> Bool { !isEmpty && allSatisfy(box.contains) }
}
