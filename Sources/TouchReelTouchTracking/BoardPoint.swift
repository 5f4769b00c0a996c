/// A position on the board, in board points; y grows downward.
@frozen
public struct BoardPoint: Hashable, Sendable {
  /// The distance from the left edge, in board points.
  public var x: Double
  /// The distance from the top edge, in board points.
  public var y: Double

  /// A position in board points.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The extent of a board, in board points.
@frozen
public struct BoardSize: Hashable, Sendable {
  /// The width in board points.
  public var width: Double
  /// The height in board points.
  public var height: Double

  /// A size in board points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
