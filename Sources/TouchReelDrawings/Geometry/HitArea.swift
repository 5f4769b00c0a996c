import TouchReelCanvas
import TouchReelTouchTracking

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

  /// Whether the middle of the outline, and all corners of what is filled, lie within a closed line.
  func lies(inside line: [BoardPoint]) -> Bool {
    guard !pieces.isEmpty || !insides.isEmpty else { return false }
    return pieces.allSatisfy { line.surrounds($0.start) && line.surrounds($0.end) }
      && insides.joined().allSatisfy(line.surrounds)
  }

  /// The upright rectangle around all of it, its outlines' widths included.
  package var bounds: BoardRect? {
    let ends = pieces.flatMap { [($0.start, $0.startRadius), ($0.end, $0.endRadius)] }
    return BoardRect(around: ends + insides.joined().map { ($0, 0) })
  }

  /// The upright rectangle around all of it but the widths of outlines.
  package var spine: BoardRect? {
    BoardRect(around: pieces.flatMap { [$0.start, $0.end] } + insides.joined())
  }

  /// All of it where a transform takes it.
  func placed(by transform: ShapeTransform) -> HitArea {
    func moved(_ points: [BoardPoint]) -> [BoardPoint] { transform.applied(to: points) }
    var area = HitArea()
    area.pieces = zip(pieces, zip(moved(pieces.map(\.start)), moved(pieces.map(\.end)))).map { piece, ends in
      Piece(
        from: ends.0, radius: piece.startRadius * transform.scale, to: ends.1,
        radius: piece.endRadius * transform.scale)
    }
    area.insides = insides.map(moved)
    return area
  }
}

extension HitArea {
  /// The points on the ink that are nearest to a line, of each piece that is within reach of it; an end of the line
  /// that is inside of what is filled is such a point.
  func points(touchedFrom start: BoardPoint, to end: BoardPoint, reach: Double) -> [BoardPoint] {
    let line = Piece(from: start, to: end, radius: reach)
    let edges = insides.flatMap { corners in
      zip(corners, corners.dropFirst() + corners.prefix(1)).map { Piece(from: $0, to: $1, radius: 0) }
    }
    let ends = [start, end].filter { end in insides.contains { $0.surrounds(end) } }
    return ends + (pieces + edges).compactMap { $0.point(touchedBy: line) }
  }
}

extension HitArea.Piece {
  /// How far a point lies outside; less than zero inside.
  func distance(to point: BoardPoint) -> Double {
    let part = part(nearestTo: point)
    return middle(at: part).distance(to: point) - radius(at: part)
  }

  func isHit(at point: BoardPoint, reach: Double) -> Bool {
    let part = part(nearestTo: point)
    return middle(at: part).distance(to: point) <= max(reach, radius(at: part))
  }

  /// The point on the piece that is nearest to another piece of an even radius; `nil` if they do not touch.
  func point(touchedBy other: Self) -> BoardPoint? {
    if let crossing = crossing(other) { return crossing }
    let parts = [0, 1, part(nearestTo: other.start), part(nearestTo: other.end)]
    let pairs = parts.map { part in
      let own = middle(at: part)
      let theirs = other.middle(at: other.part(nearestTo: own))
      return (own: own, theirs: theirs, radius: radius(at: part), gap: own.distance(to: theirs) - radius(at: part))
    }
    guard let nearest = pairs.min(by: { $0.gap < $1.gap }), nearest.gap <= other.startRadius else { return nil }
    let distance = nearest.own.distance(to: nearest.theirs)
    guard distance > nearest.radius else { return nearest.theirs }
    let share = nearest.radius / distance
    return BoardPoint(
      x: nearest.own.x + share * (nearest.theirs.x - nearest.own.x),
      y: nearest.own.y + share * (nearest.theirs.y - nearest.own.y))
  }

  /// Where the middles of two pieces cross; `nil` if they do not, or are parallel.
  private func crossing(_ other: Self) -> BoardPoint? {
    let (ax, ay) = (end.x - start.x, end.y - start.y)
    let (bx, by) = (other.end.x - other.start.x, other.end.y - other.start.y)
    let (dx, dy) = (other.start.x - start.x, other.start.y - start.y)
    let area = ax * by - ay * bx
    guard area != 0 else { return nil }
    let (own, theirs) = ((dx * by - dy * bx) / area, (dx * ay - dy * ax) / area)
    return (0...1).contains(own) && (0...1).contains(theirs) ? middle(at: own) : nil
  }

  /// How far along it is nearest to a point, 0…1.
  private func part(nearestTo point: BoardPoint) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let squared = dx * dx + dy * dy
    let along = squared > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared : 0
    return min(max(along, 0), 1)
  }

  private func middle(at part: Double) -> BoardPoint {
    BoardPoint(x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y))
  }

  private func radius(at part: Double) -> Double { startRadius + part * (endRadius - startRadius) }
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
