internal import TouchTracking

/// The square that a drag from a to b spans: its side the shorter of the drag's sides, from a toward b's quadrant.
struct DragBox: Hashable, Sendable {
  let center: BoardPoint
  let side: Double

  init(from start: BoardPoint, to end: BoardPoint) {
    let (start, end) = (start.onGrid, end.onGrid)
    let dx = end.x - start.x
    let dy = end.y - start.y
    side = min(abs(dx), abs(dy))
    center = BoardPoint(x: start.x + (dx < 0 ? -side : side) / 2, y: start.y + (dy < 0 ? -side : side) / 2)
  }

  /// The radius of what fits in together with its outline; nothing where the outline alone fills the box.
  func radius(insideOutlineOf width: Double) -> Double? { side > width ? (side - width) / 2 : nil }

  /// A point around the centre, in parts of a full turn clockwise from straight up.
  func point(atTurn turn: Double, radius: Double) -> BoardPoint {
    let direction = UnitDirection(radians: turn * 2 * .pi)
    return BoardPoint(x: center.x + radius * direction.y, y: center.y - radius * direction.x)
  }
}
