import Glibc
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// Taps select the topmost shape, drags move what is selected; handles delete, scale and turn it, and give texts
/// another width. A touch beside what another one drags holds that drag to directions and proportions; a drag from an
/// empty spot draws a marquee: a frame, or a lasso.
struct SelectionInteraction: Interaction {
  /// What the touch began on.
  private enum Grip {
    /// A shape that another touch has taken.
    case nothing
    /// Besides a drag of another touch, which it holds to directions and proportions.
    case besides
    case empty
    case shapes(Set<ElementID>, tapped: ElementID)
    /// An empty spot within the frame of what is selected, which a drag moves.
    case inside(Set<ElementID>)
    case handle(SelectionFrame.Handle, SelectionFrame, Set<ElementID>)
  }

  private let grip: Grip
  private let start: BoardPoint
  private let scene: Scene
  private let selecting: Selecting
  private let handles: SelectionHandles
  private var rules: DragRules
  /// The corner of what is moved, where that is drawn to a grid.
  private let corner: BoardPoint?
  /// Where the drag is now; `nil` as long as it is a tap.
  private var end: BoardPoint?
  /// The way of a touch that draws a lasso.
  private var lasso: Lasso?

  init(_ brush: Brush, on scene: Scene, at start: BoardPoint) {
    self.scene = scene
    self.start = start.onGrid
    (selecting, handles, rules) = (brush.selecting, brush.handles, brush.rules)
    grip = Self.grip(at: start.onGrid, on: scene, brush)
    switch grip {
    case .shapes(let shapes, _) where brush.rules.grid != .none, .inside(let shapes) where brush.rules.grid != .none:
      corner = scene.corner(of: shapes)
    default: corner = nil
    }
    if case .empty = grip, brush.tool == .lasso { lasso = Lasso(from: start.onGrid) }
  }

  private static func grip(at point: BoardPoint, on scene: Scene, _ brush: Brush) -> Grip {
    let free = scene.selection.subtracting(scene.held)
    let frame = free == scene.selection ? scene.frame(brush.handles) : nil
    if let frame, let handle = frame.handle(at: point) { return .handle(handle, frame, free) }
    let isBesides = brush.handles != .turning && !scene.held.isEmpty
    guard let hit = scene.topmost(at: point) else {
      if isBesides { return .besides }
      let isInside = brush.handles != .turning && brush.selecting == .anew && frame?.contains(point) == true
      return isInside ? .inside(free) : .empty
    }
    if scene.held.contains(hit.id) { return isBesides ? .besides : .nothing }
    let others = free.contains(hit.id) || brush.selecting == .added ? free : []
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
    case .nothing, .besides: .nothing
    case .empty: .select(selection(with: marqueeShapes), then: nil)
    case .inside where end == nil: .select([], then: nil)
    case .inside(let shapes): .select(shapes, then: change)
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

  var constrainsOthers: Bool {
    if case .besides = grip { true } else { false }
  }

  mutating func follow(_ dragging: Dragging, ink: inout LiveInk) { rules.dragging = dragging }

  var claim: ShapeClaim? {
    switch grip {
    case .nothing, .besides, .empty: nil
    case .shapes(let shapes, _), .inside(let shapes), .handle(_, _, let shapes):
      ShapeClaim(shapes: shapes, change: change)
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
    case .nothing, .besides, .empty, .handle(.delete, _, _): return nil
    case .shapes(let shapes, _), .inside(let shapes): return move(shapes, to: end)
    case .handle(.turn, let frame, let shapes):
      return turn(frame, to: end).map { .transform(shapes, by: $0) }
    case .handle(.scale(let edge), let frame, let shapes):
      if let image = frame.cropped, let id = shapes.first {
        let crop = frame.crop(of: image, by: edge, from: start, to: end, rules)
        return crop == image.crop ? nil : .crop(id, to: crop)
      }
      return frame.scaling(shapes, by: edge, from: start, to: end, rules)
    case .handle(.width, let frame, let shapes):
      return shapes.first.map { .textWidth($0, frame.textWidth(draggedFrom: start, to: end)) }
    }
  }

  private func move(_ shapes: Set<ElementID>, to end: BoardPoint) -> BoardOperation? {
    let way = rules.way(from: start, to: end, of: corner)
    return way == BoardPoint(x: 0, y: 0) ? nil : .transform(shapes, by: .move(byX: way.x, y: way.y))
  }

  /// The turn, and scaling where others do not scale, that take the start to the end; `nil` if one of them is the
  /// centre.
  private func turn(_ frame: SelectionFrame, to end: BoardPoint) -> ShapeTransform? {
    let center = frame.center
    let (from, to) = (center.distance(to: start), center.distance(to: end))
    guard from > 0, to > 0 else { return nil }
    let free = atan2(end.y - center.y, end.x - center.x) - atan2(start.y - center.y, start.x - center.x)
    let angle = rules.isConstrained ? rules.turn(frame.rotation + free) - frame.rotation : free
    return .turn(
      by: angle.remainder(dividingBy: 2 * .pi), scale: handles != .turning ? 1 : to / from, about: center)
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
