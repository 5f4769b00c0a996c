public import Canvas
public import TouchTracking

/// The pixels that a board is drawn on.
///
/// Board points are rounded to 1/256 point, then scaled and rounded again to 1/256 pixel: so every processor draws the same
/// bits, and a larger raster the same drawing.
public struct Raster: Hashable, Sendable {
  /// The longest side in pixels.
  public static let maximumSide = 20_000

  public let board: BoardSize
  /// Pixels per board point.
  public let scale: Double
  /// The board's size, rounded to whole pixels.
  public let pixels: PixelSize

  /// - Throws: ``BoardError/unusableSize(_:scale:)`` unless both sides come to 1…``maximumSide`` pixels.
  public init(board: BoardSize, scale: Double = 1) throws(BoardError) {
    let width = (board.width * scale).rounded()
    let height = (board.height * scale).rounded()
    let sides = 1...Double(Self.maximumSide)
    guard scale > 0, sides.contains(width), sides.contains(height) else {
      throw .unusableSize(board, scale: scale)
    }
    self.board = board
    self.scale = scale
    pixels = PixelSize(width: Int(width), height: Int(height))
  }

  /// A pixel to a point.
  static let unit = Raster(window: PixelSize(width: 1, height: 1))

  /// A few pixels for a look at some of a drawing.
  init(window pixels: PixelSize, scale: Double = 1) {
    board = BoardSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    self.scale = scale
    self.pixels = pixels
  }

  @inline(__always)
  func subpixel(_ point: BoardPoint) -> SubpixelPoint {
    let point = point.onGrid
    return SubpixelPoint(x: point.x * scale, y: point.y * scale)
  }

  /// - Parameter width: of a stroke, in board points.
  @inline(__always)
  func radius(ofWidth width: Double) -> SubpixelRadius {
    SubpixelRadius((width * 128).rounded() / 256 * scale)
  }
}

/// Why a board was not made or a command was not carried out.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is no number, or comes to less than a pixel or more than ``Raster/maximumSide``.
  case unusableSize(BoardSize, scale: Double)
  /// A width is no number.
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

extension BoardPoint {
  /// The largest magnitude of a coordinate; what lies farther out is held there.
  private static let limit = 65_536.0

  var isUsable: Bool { x.isFinite && y.isFinite }

  /// Rounded to 1/256 point and held within ±65,536 points.
  @inline(__always)
  var onGrid: BoardPoint { BoardPoint(x: Self.onGrid(x), y: Self.onGrid(y)) }

  @inline(__always)
  private static func onGrid(_ value: Double) -> Double {
    (min(max(value, -limit), limit) * 256).rounded() / 256
  }

  func distance(to other: BoardPoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }
}
