public import TouchTracking

/// An upright rectangle in board points, or in a shape's own coordinates.
public struct Box: Hashable, Sendable {
  public var minX: Double
  public var minY: Double
  public var maxX: Double
  public var maxY: Double

  public init(from start: BoardPoint, to end: BoardPoint) {
    (minX, maxX) = (min(start.x, end.x), max(start.x, end.x))
    (minY, maxY) = (min(start.y, end.y), max(start.y, end.y))
  }

  /// Nothing where there is no disc.
  init?(around discs: some Collection<(center: BoardPoint, radius: Double)>) {
    guard let first = discs.first else { return nil }
    self.init(from: first.center, to: first.center)
    for (center, radius) in discs {
      (minX, maxX) = (min(minX, center.x - radius), max(maxX, center.x + radius))
      (minY, maxY) = (min(minY, center.y - radius), max(maxY, center.y + radius))
    }
  }

  public var width: Double { maxX - minX }
  public var height: Double { maxY - minY }
  public var center: BoardPoint { BoardPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// Clockwise from the upper left one.
  public var corners: [BoardPoint] {
    [
      BoardPoint(x: minX, y: minY), BoardPoint(x: maxX, y: minY), BoardPoint(x: maxX, y: maxY),
      BoardPoint(x: minX, y: maxY),
    ]
  }

  /// Larger by so much on each side.
  public func outset(by distance: Double) -> Box {
    var box = self
    (box.minX, box.maxX) = (minX - distance, maxX + distance)
    (box.minY, box.maxY) = (minY - distance, maxY + distance)
    return box
  }

  public func contains(_ point: BoardPoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}
