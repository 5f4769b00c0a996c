/// An extent in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// The longest side that a canvas may have; Cairo's own limit.
  public static let maximumSide = 32_767

  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Sides are clamped to 0…``maximumSide``.
  public init(width: Int, height: Int) {
    self.width = min(max(width, 0), Self.maximumSide)
    self.height = min(max(height, 0), Self.maximumSide)
  }

  /// The rectangle of this size at the origin.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

/// A rectangle of whole pixels, half-open: it holds `x ..< x + width` of `y ..< y + height`.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column, in pixels.
  public var x: Int
  /// The topmost row, in pixels.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// A rectangle by its top left corner and its size, in pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle between two corners; empty where an upper bound is not above its lower one.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
  }

  /// The size in pixels.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// A rectangle without pixels.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The first column to the right of it, and the first row below it.
  public var maxX: Int { x + width }
  /// The row below the last.
  public var maxY: Int { y + height }
  /// Whether it has no pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// What both hold; `empty` if that is nothing.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let common = PixelRect(
      minX: max(x, other.x), minY: max(y, other.y), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return common.isEmpty ? .empty : common
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(x, other.x), minY: min(y, other.y), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }
}
