public import TouchTracking

/// Why a board was not made or a command was not carried out.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is NaN, or comes to less than a pixel or more than ``Raster/maximumSide``.
  case unusableSize(BoardSize, scale: Double)
  /// A width is NaN.
  case unusableWidth
  case unusableOperation(OperationError)

  public var description: String {
    switch self {
    case .unusableSize(let size, let scale):
      "a board of \(size.width)x\(size.height) points cannot be: at \(scale) pixels to a point its sides are not within 1 and \(Raster.maximumSide)"
    case .unusableWidth: "the width is not a number"
    case .unusableOperation(let error): error.description
    }
  }
}
