import Canvas
import TouchTracking

/// Where a shape is hit, in its own coordinates: along its outline, and inside what is filled.
package struct HitArea: Sendable {
  /// A piece of an outline, of a width that changes evenly.
  struct Piece: Hashable, Sendable {
    var start: BoardPoint
    var end: BoardPoint
    var startRadius: Double
    var endRadius: Double

    init(from start: BoardPoint, to end: BoardPoint, radius: Double) {
      self.init(from: start, radius: radius, to: end, radius: radius)
    }

    init(from start: BoardPoint, radius startRadius: Double, to end: BoardPoint, radius endRadius: Double) {
      (self.start, self.end) = (start, end)
      (self.startRadius, self.endRadius) = (startRadius, endRadius)
    }
  }

  private(set) var pieces: [Piece] = []
  /// The corners of filled areas.
  private(set) var insides: [[BoardPoint]] = []

  /// How far from an outline it is hit at least, in board points.
  package static let reach = 8.0

  init() {}

  init(pieces: [Piece]) { self.pieces = pieces }

  /// Straight lines from point to point.
  mutating func addLine(_ points: [BoardPoint], width: Double) {
    if points.count == 1 { pieces.append(Piece(from: points[0], to: points[0], radius: width / 2)) }
    for (start, end) in zip(points, points.dropFirst()) {
      pieces.append(Piece(from: start, to: end, radius: width / 2))
    }
  }

  mutating func addInside(of corners: [BoardPoint]) {
    if !corners.isEmpty { insides.append(corners) }
  }

  /// A closed outline, filled where there is a fill colour.
  init(outline corners: [BoardPoint], width: Double, fill: PixelColor?) {
    addLine(corners + corners.prefix(1), width: width)
    if fill != nil { addInside(of: corners) }
  }
}

extension HitArea {
  /// - Parameter reach: how far from the middle of the outline it is hit, where half its width is less.
  func isHit(at point: BoardPoint, reach: Double) -> Bool {
    pieces.contains { $0.isHit(at: point, reach: reach) } || insides.contains { $0.surrounds(point) }
  }

  /// The upright rectangle around all of it, its outlines' widths included.
  package var bounds: BoardRect? {
    let ends = pieces.flatMap { [($0.start, $0.startRadius), ($0.end, $0.endRadius)] }
    return BoardRect(around: ends + insides.joined().map { ($0, 0) })
  }
}

extension HitArea.Piece {
  func isHit(at point: BoardPoint, reach: Double) -> Bool {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let squared = dx * dx + dy * dy
    let along = squared > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared : 0
    let part = min(max(along, 0), 1)
    let nearest = BoardPoint(x: start.x + part * dx, y: start.y + part * dy)
    return nearest.distance(to: point) <= max(reach, startRadius + part * (endRadius - startRadius))
  }
}

extension [BoardPoint] {
  /// Whether a closed polygon of these corners winds around a point.
  fileprivate func surrounds(_ point: BoardPoint) -> Bool {
    var winding = 0
    for (start, end) in zip(self, self.dropFirst() + self.prefix(1)) {
      let side = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
      if start.y <= point.y, end.y > point.y, side > 0 { winding += 1 }
      if start.y > point.y, end.y <= point.y, side < 0 { winding -= 1 }
    }
    return winding != 0
  }
}
