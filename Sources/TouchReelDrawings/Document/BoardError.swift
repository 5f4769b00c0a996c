import TouchReelCanvas
import TouchReelClampedNumbers
public import TouchReelTouchTracking

/// Why a board was not made or a command was not carried out.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is NaN, or comes to less than a pixel or more than `Raster.maximumSide`.
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

extension Raster {
  /// - Throws: ``BoardError/unusableSize(_:scale:)`` unless both sides come to 1…``maximumSide`` pixels.
  package init(board: BoardSize, scale: Double = 1) throws(BoardError) {
    let width = (board.width * scale).rounded()
    let height = (board.height * scale).rounded()
    let sides = 1...Double(Self.maximumSide)
    guard scale > 0, sides.contains(width), sides.contains(height) else {
      throw .unusableSize(board, scale: scale)
    }
    self.board = board
    self.scale = scale
    pixels = PixelSize(width: Int(clamping: width), height: Int(clamping: height))
    (originX, originY) = (0, 0)
  }
}
