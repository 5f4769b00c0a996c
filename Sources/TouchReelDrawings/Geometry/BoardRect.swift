import TouchReelCanvas
import TouchReelClampedNumbers
package import TouchReelTouchTracking

/// An upright rectangle in board points, or in a shape's own coordinates. As the bounds of ink it surely holds all of
/// it.
package struct BoardRect: Hashable, Sendable {
  package private(set) var minX = Double.infinity
  package private(set) var minY = Double.infinity
  package private(set) var maxX = -Double.infinity
  package private(set) var maxY = -Double.infinity

  /// Between opposite corners, in any order.
  package init(from start: BoardPoint, to end: BoardPoint) {
    (minX, maxX) = (min(start.x, end.x), max(start.x, end.x))
    (minY, maxY) = (min(start.y, end.y), max(start.y, end.y))
  }

  /// The smallest one around some discs; `nil` if there are none.
  init?(around discs: some Collection<(center: BoardPoint, radius: Double)>) {
    guard let first = discs.first else { return nil }
    self.init(from: first.center, to: first.center)
    for (center, radius) in discs {
      (minX, maxX) = (min(minX, center.x - radius), max(maxX, center.x + radius))
      (minY, maxY) = (min(minY, center.y - radius), max(maxY, center.y + radius))
    }
  }

  /// The smallest one around some points; `nil` if there are none.
  package init?(around points: [BoardPoint]) { self.init(around: points.map { ($0, 0) }) }

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var center: BoardPoint { BoardPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// Clockwise from the upper left one.
  package var corners: [BoardPoint] {
    [
      BoardPoint(x: minX, y: minY), BoardPoint(x: maxX, y: minY), BoardPoint(x: maxX, y: maxY),
      BoardPoint(x: minX, y: maxY),
    ]
  }

  /// Larger by a distance on each side.
  package func outset(by distance: Double) -> BoardRect {
    var rect = self
    (rect.minX, rect.maxX) = (minX - distance, maxX + distance)
    (rect.minY, rect.maxY) = (minY - distance, maxY + distance)
    return rect
  }

  package func contains(_ point: BoardPoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}

extension BoardRect {
  /// Holds all ink within reach of some points. If a number is NaN or infinite, it holds everything.
  ///
  /// - Parameter reach: how far from the points ink may lie, in board points.
  package init(holding points: some Sequence<BoardPoint>, reach: Double) {
    for point in points { add(point) }
    grow(by: reach)
  }

  private mutating func add(_ point: BoardPoint) {
    guard point.isUsable else { return grow(by: .infinity) }
    let point = point.onGrid
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }

  /// A reach of NaN leaves no bounds.
  private mutating func grow(by reach: Double) {
    let reach = reach.isNaN ? .infinity : max(reach, 0)
    minX -= reach
    minY -= reach
    maxX += reach
    maxY += reach
  }

  /// Whether they have a point in common. Bounds of NaN hold everything.
  func meets(_ other: BoardRect) -> Bool {
    !(minX > other.maxX || maxX < other.minX || minY > other.maxY || maxY < other.minY)
  }

  /// The smallest upright one that holds all of it after a transform; everything if a corner is NaN or infinite.
  func transformed(by transform: ShapeTransform) -> BoardRect {
    guard transform != .identity else { return self }
    let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)]
      .map { transform.applied(to: BoardPoint(x: $0.0, y: $0.1)) }
    var moved = self
    (moved.minX, moved.maxX) = Self.range(corners.map(\.x))
    (moved.minY, moved.maxY) = Self.range(corners.map(\.y))
    return moved
  }

  private static func range(_ values: [Double]) -> (Double, Double) {
    guard values.allSatisfy(\.isFinite), let least = values.min(), let most = values.max() else {
      return (-.infinity, .infinity)
    }
    return (least, most)
  }
}

extension BoardRect {
  /// How far beyond the bounds pixels may be touched.
  private static let margin = 2.0

  /// Holds all ink that may touch a rectangle of pixels, by ``mayTouch(_:on:)``, and a little more.
  init(around rect: PixelRect, on raster: Raster) {
    let margin = Self.margin + 1
    minX = (Double(rect.x) + raster.originX - margin) / raster.scale
    minY = (Double(rect.y) + raster.originY - margin) / raster.scale
    maxX = (Double(rect.maxX) + raster.originX + margin) / raster.scale
    maxY = (Double(rect.maxY) + raster.originY + margin) / raster.scale
  }

  /// The tiles that ink in it may touch, whole.
  func tiles(on raster: Raster) -> PixelRect {
    let tile = Double(Tile.side)
    func pixel(_ value: Double, _ margin: Double, _ side: Int, _ rule: FloatingPointRoundingRule) -> Int {
      // Bounds of NaN hold everything.
      let edge = ((value + margin) / tile).rounded(rule) * tile
      return edge.isNaN ? (margin < 0 ? 0 : side) : Int(clamping: min(max(edge, 0), Double(side)))
    }
    let (width, height) = (raster.pixels.width, raster.pixels.height)
    return PixelRect(
      minX: pixel(raster.x(minX), -Self.margin, width, .down), minY: pixel(raster.y(minY), -Self.margin, height, .down),
      maxX: pixel(raster.x(maxX), Self.margin, width, .up), maxY: pixel(raster.y(maxY), Self.margin, height, .up))
  }

  /// Whether ink in it may touch a rectangle of pixels.
  func mayTouch(_ rect: PixelRect, on raster: Raster) -> Bool {
    let margin = Self.margin
    return
      !(raster.x(minX) - margin > Double(rect.maxX) || raster.x(maxX) + margin < Double(rect.x)
      || raster.y(minY) - margin > Double(rect.maxY) || raster.y(maxY) + margin < Double(rect.y))
  }
}

extension Raster {
  fileprivate func x(_ value: Double) -> Double { value * scale - originX }
  fileprivate func y(_ value: Double) -> Double { value * scale - originY }
}
