package import TouchReelCanvas
package import TouchReelTouchTracking

/// Polygons and stars that reach all four sides of the box that a drag spans, and so end where it ends.
extension PathShape {
  /// The first corner is at the top. `nil` if the box has no area.
  package static func polygon(
    sides: Int, from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor?
  ) -> PathShape? {
    let count = min(max(sides, NgonShape.sides.lowerBound), NgonShape.sides.upperBound)
    let corners = (0..<count).map { corner(atTurn: Double($0) / Double(count), radius: 1) }
    return stretched(corners, from: start, to: end, style: style, fill: fill)
  }

  /// A star of five tips, the first at the top. `nil` if the box has no area.
  package static func star(
    from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor?
  ) -> PathShape? {
    let corners = (0..<10).map { corner(atTurn: Double($0) / 10, radius: $0.isMultiple(of: 2) ? 1 : 0.4) }
    return stretched(corners, from: start, to: end, style: style, fill: fill)
  }

  private static func corner(atTurn turn: Double, radius: Double) -> BoardPoint {
    let direction = UnitDirection(radians: turn * 2 * .pi)
    return BoardPoint(x: radius * direction.y, y: -radius * direction.x)
  }

  private static func stretched(
    _ corners: [BoardPoint], from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor?
  ) -> PathShape? {
    let box = BoardRect(from: start.onGrid, to: end.onGrid)
    guard box.width > 0, box.height > 0, let own = BoardRect(around: corners) else { return nil }
    let points = corners.map { corner in
      BoardPoint(
        x: box.minX + (corner.x - own.minX) / own.width * box.width,
        y: box.minY + (corner.y - own.minY) / own.height * box.height
      ).onGrid
    }
    var path = PathShape(points, style: style, fill: fill)
    path.isClosed = true
    return path
  }
}
