import TouchReelCanvas
import TouchReelClampedNumbers
package import TouchReelTouchTracking

extension PlacedShape {
  /// Whether erasures have left something of the shape where it is hit: they have not gone over the point itself, and
  /// ink is left within reach of it.
  ///
  /// - Parameter erasures: those that lie over the shape, besides its masks.
  package func isLeft(at point: BoardPoint, under erasures: [Erasure]) -> Bool {
    let window = HitWindow(around: point)
    let holes = masked(by: erasures).masks.filter { $0.inkBounds.meets(window.inkBounds) }
    guard !holes.isEmpty else { return true }
    return !holes.contains { $0.covers(point) } && isLeft(in: window, with: holes)
  }

  /// Whether erasures have left anything of the shape at all.
  package func isLeft(under erasures: [Erasure]) -> Bool {
    let holes = masked(by: erasures).masks.filter { $0.inkBounds.meets(inkBounds) }
    guard !holes.isEmpty, let window = HitWindow(over: corners) else { return true }
    return isLeft(in: window, with: holes)
  }

  /// Whether anything is at least half as dark as the shape is at its darkest without holes. So the faint outline that
  /// remains when an eraser goes along a stroke of its own width does not count.
  private func isLeft(in window: HitWindow, with holes: [Mask]) -> Bool {
    2 * window.darkest(of: masked(only: holes)) >= window.darkest(of: masked(only: []))
  }

  private func masked(by erasures: [Erasure]) -> PlacedShape {
    erasures.reduce(into: self) { $0.mask(by: $1) }
  }
}

extension PlacedShape.Mask {
  fileprivate var inkBounds: BoardRect { path.inkBounds.transformed(by: transform) }

  fileprivate func covers(_ point: BoardPoint) -> Bool {
    guard transform.isUsable else { return false }
    return HitArea(pieces: path.hitPieces).isHit(at: transform.inverse.applied(to: point), reach: 0)
  }
}

/// A part of the board in few pixels, in which the ink of a shape is looked for.
private struct HitWindow {
  private let raster: Raster
  private let corner: BoardPoint
  /// The middle of the pixels that count, and how far from it they may be; all count if `nil`.
  private let disc: (center: Double, reach: Double)?

  private static let largestSide = 256.0

  /// The pixels, one to a point, within reach of a hit.
  init(around point: BoardPoint) {
    let side = 2 * Int(clamping: HitArea.reach) + 1
    let half = Double(side) / 2
    raster = Raster(window: PixelSize(width: side, height: side))
    corner = BoardPoint(x: point.x - half, y: point.y - half)
    // The middle of a pixel that ink at the very reach touches is up to half a diagonal farther away.
    disc = (half, HitArea.reach + 0.75)
  }

  /// All around some points; `nil` if there are none.
  init?(over points: [BoardPoint]) {
    guard let box = BoardRect(around: points)?.outset(by: 1), box.width.isFinite, box.height.isFinite
    else { return nil }
    let scale = min(1, Self.largestSide / max(box.width, box.height))
    raster = Raster(
      window: PixelSize(
        width: Int(clamping: (box.width * scale).rounded(.up)), height: Int(clamping: (box.height * scale).rounded(.up))
      ),
      scale: scale)
    corner = BoardPoint(x: box.minX, y: box.minY)
    disc = nil
  }

  var inkBounds: BoardRect {
    BoardRect(
      from: corner, to: BoardPoint(x: corner.x + raster.board.width, y: corner.y + raster.board.height))
  }

  /// The greatest coverage of the shape's ink, 0…255.
  func darkest(of shape: PlacedShape) -> Int {
    let layers = shape.transformed(by: .move(byX: -corner.x, y: -corner.y)).layers(on: raster)
    return layers.reduce(0) { max($0, darkest(of: $1.coverage)) }
  }

  private func darkest(of coverage: CoverageLayer) -> Int {
    var darkest: UInt8 = 0
    for y in 0..<raster.pixels.height {
      for x in 0..<raster.pixels.width where counts(x, y) { darkest = max(darkest, coverage.coverage(x: x, y: y)) }
    }
    return Int(darkest)
  }

  private func counts(_ x: Int, _ y: Int) -> Bool {
    guard let (center, reach) = disc else { return true }
    let (dx, dy) = (Double(x) + 0.5 - center, Double(y) + 0.5 - center)
    return dx * dx + dy * dy <= reach * reach
  }
}

extension PlacedShape {
  /// Within 8 points of the middle of the outline, or half its width where that is more, or inside what is filled.
  package func isHit(at point: BoardPoint) -> Bool {
    guard transform.isUsable else { return false }
    return shape.hitArea.isHit(at: transform.inverse.applied(to: point), reach: HitArea.reach / transform.scale)
  }

  /// The points on its ink that are nearest to a line, of each piece of its outline that is within reach of it.
  ///
  /// - Parameter reach: from the middle of the line, in board points.
  package func points(touchedFrom start: BoardPoint, to end: BoardPoint, reach: Double) -> [BoardPoint] {
    guard transform.isUsable else { return [] }
    let (from, to) = (transform.inverse.applied(to: start), transform.inverse.applied(to: end))
    return shape.hitArea.points(touchedFrom: from, to: to, reach: reach / transform.scale).map(transform.applied(to:))
  }

  /// Whether all its lines, and all corners of what is filled, lie within a closed line.
  package func lies(inside line: [BoardPoint]) -> Bool {
    guard transform.isUsable else { return false }
    return shape.hitArea.lies(inside: line.map(transform.inverse.applied(to:)))
  }

  /// Whether its ink may touch a box.
  package func isNear(_ box: BoardRect) -> Bool { inkBounds.meets(box) }

  /// The corners of its upright bounds, turned with the shape; empty if nothing is drawn.
  package var corners: [BoardPoint] { shape.hitArea.bounds?.corners.map(transform.applied(to:)) ?? [] }

  /// The same around the middle of its lines.
  package var spineCorners: [BoardPoint] { shape.hitArea.spine?.corners.map(transform.applied(to:)) ?? [] }

  /// The smallest upright box around it as it lies, the widths of its lines included; `nil` if nothing is drawn.
  package var bounds: BoardRect? { placedArea.bounds }

  /// The same around the middle of its lines.
  package var spine: BoardRect? { placedArea.spine }

  private var placedArea: HitArea { shape.hitArea.placed(by: transform) }
}
