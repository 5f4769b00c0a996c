import Glibc
import TouchReelDrawings
import TouchReelTouchTracking

/// What the points of a drag are held to.
struct DragRules: Hashable, Sendable {
  var dragging = Dragging.free
  var grid = SnappingGrid.none

  var isConstrained: Bool { dragging == .constrained }

  /// The point of the grid that is nearest; without a grid, the point itself.
  func snapped(_ point: BoardPoint) -> BoardPoint {
    BoardPoint(x: snapped(point.x), y: snapped(point.y)).onGrid
  }

  private func snapped(_ value: Double) -> Double {
    if case .step(let step) = grid { (value / step).rounded() * step } else { value }
  }
}

extension DragRules {
  /// The way of what is moved: along one axis if it is held to that, and so far that a corner of it comes to lie on the
  /// grid.
  func way(from start: BoardPoint, to end: BoardPoint, of corner: BoardPoint?) -> BoardPoint {
    var (dx, dy) = (end.x - start.x, end.y - start.y)
    let (goesAcross, goesDown) = isConstrained ? (abs(dx) >= abs(dy), abs(dx) < abs(dy)) : (true, true)
    if grid != .none, let corner {
      let snapped = snapped(BoardPoint(x: corner.x + dx, y: corner.y + dy))
      (dx, dy) = (snapped.x - corner.x, snapped.y - corner.y)
    }
    return BoardPoint(x: goesAcross ? dx : 0, y: goesDown ? dy : 0)
  }

  /// An angle in radians, held to steps of 15°.
  func turn(_ angle: Double) -> Double {
    isConstrained ? (angle / Self.step).rounded() * Self.step : angle
  }

  private static let step = Double.pi / 12

  /// The end of a shape that begins at a point of the grid.
  func end(of form: DragForm, from start: BoardPoint, to point: BoardPoint) -> BoardPoint {
    guard isConstrained else { return snapped(point) }
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    switch form {
    case .line:
      let length = start.distance(to: point)
      let turn = turn(atan2(dy, dx))
      return BoardPoint(x: start.x + length * cos(turn), y: start.y + length * sin(turn)).onGrid
    case .box:
      let side = abs(snapped(max(abs(dx), abs(dy))))
      return BoardPoint(x: start.x + (dx < 0 ? -side : side), y: start.y + (dy < 0 ? -side : side)).onGrid
    }
  }
}

/// What a drag spans.
enum DragForm: Hashable, Sendable {
  case line, box
}
