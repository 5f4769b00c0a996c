import Glibc
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// Taps select the topmost shape, drags move what is selected; handles delete, scale and turn it, and give texts
/// another width; a drag from an empty spot draws a marquee: a frame, or a lasso.
struct SelectionInteraction: Interaction {
  /// What the touch began on.
  private enum Grip {
    /// A shape that another touch has taken.
    case nothing
    case empty
    case shapes(Set<ElementID>, tapped: ElementID)
    case handle(SelectionFrame.Handle, SelectionFrame, Set<ElementID>)
  }

  private let grip: Grip
  private let start: BoardPoint
  private let scene: Scene
  private let selecting: Selecting
  /// Where the drag is now; `nil` as long as it is a tap.
  private var end: BoardPoint?
  /// The way of a touch that draws a lasso.
  private var lasso: Lasso?

  init(_ brush: Brush, on scene: Scene, at start: BoardPoint) {
    self.scene = scene
    self.start = start.onGrid
    selecting = brush.selecting
    grip = Self.grip(at: start.onGrid, on: scene, selecting)
    if case .empty = grip, brush.tool == .lasso { lasso = Lasso(from: start.onGrid) }
  }

  private static func grip(at point: BoardPoint, on scene: Scene, _ selecting: Selecting) -> Grip {
    let free = scene.selection.subtracting(scene.held)
    if let frame = scene.frame, free == scene.selection, let handle = frame.handle(at: point) {
      return .handle(handle, frame, free)
    }
    guard let hit = scene.topmost(at: point) else { return .empty }
    if scene.held.contains(hit.id) { return .nothing }
    let others = free.contains(hit.id) || selecting == .added ? free : []
    return .shapes(others.union([hit.id]), tapped: hit.id)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    let point = sample.boardPoint.onGrid
    if end != nil || start.distance(to: point) > DragThreshold.points { end = point }
    lasso?.add(point)
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) { move(to: sample, ink: &ink) }

  mutating func redraw(ink: inout LiveInk) {}

  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    switch grip {
    case .nothing: .nothing
    case .empty: .select(selection(with: marqueeShapes), then: nil)
    case .shapes(_, let tapped) where end == nil: .select(selection(with: [tapped]), then: nil)
    case .shapes(let shapes, _): .select(shapes, then: change)
    case .handle(.delete, _, let shapes) where end == nil: .select([], then: .remove(shapes))
    case .handle(_, _, let shapes): .select(shapes, then: change)
    }
  }

  /// What is selected once a tap or a marquee has selected something.
  private func selection(with shapes: Set<ElementID>) -> Set<ElementID> {
    switch selecting {
    case .anew: shapes
    case .added where end == nil: scene.selection.symmetricDifference(shapes)
    case .added: scene.selection.union(shapes)
    case .removed: scene.selection.subtracting(shapes)
    }
  }

  private var marqueeShapes: Set<ElementID> {
    guard let end else { return [] }
    return lasso.map { scene.shapes(inside: $0.points) } ?? scene.shapes(in: BoardRect(from: start, to: end))
  }

  var actsOnShapes: Bool { true }

  var claim: ShapeClaim? {
    switch grip {
    case .nothing, .empty: nil
    case .shapes(let shapes, _), .handle(_, _, let shapes): ShapeClaim(shapes: shapes, change: change)
    }
  }

  var marquee: [BoardPoint]? {
    guard case .empty = grip, let end else { return nil }
    return lasso?.points ?? BoardRect(from: start, to: end).corners
  }
}

extension SelectionInteraction {
  /// What the drag does to the shapes; `nil` if it is back at its start.
  private var change: BoardOperation? {
    guard let end, end != start else { return nil }
    switch grip {
    case .nothing, .empty, .handle(.delete, _, _): return nil
    case .shapes(let shapes, _): return .transform(shapes, by: .move(byX: end.x - start.x, y: end.y - start.y))
    case .handle(.turn, let frame, let shapes):
      return turn(about: frame.center, to: end).map { .transform(shapes, by: $0) }
    case .handle(.width, let frame, let shapes):
      return shapes.first.map { .textWidth($0, frame.textWidth(draggedFrom: start, to: end)) }
    }
  }

  /// The turn and scaling that take the start to the end; `nil` if one of them is the centre.
  private func turn(about center: BoardPoint, to end: BoardPoint) -> ShapeTransform? {
    let (from, to) = (center.distance(to: start), center.distance(to: end))
    guard from > 0, to > 0 else { return nil }
    let angle = atan2(end.y - center.y, end.x - center.x) - atan2(start.y - center.y, start.x - center.x)
    return .turn(by: angle.remainder(dividingBy: 2 * .pi), scale: to / from, about: center)
  }
}

/// The way of a touch around what it selects; its end is joined to its start.
private struct Lasso {
  /// Points nearer to each other than this are left out.
  private static let step = 2.0

  private(set) var points: [BoardPoint]

  init(from start: BoardPoint) { points = [start] }

  mutating func add(_ point: BoardPoint) {
    if let last = points.last, last.distance(to: point) >= Self.step { points.append(point) }
  }
}
