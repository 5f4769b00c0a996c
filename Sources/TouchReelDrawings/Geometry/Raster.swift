public import TouchReelCanvas
import TouchReelClampedNumbers
public import TouchReelTouchTracking

/// The pixels that a board is drawn on.
///
/// Board points are rounded to 1/256 point, then scaled and rounded again to 1/256 pixel: so every processor draws the
/// same bits, and a larger raster the same drawing.
@usableFromInline package struct Raster: Hashable, Sendable {
  /// The longest side in pixels.
  package static let maximumSide = 20_000

  package let board: BoardSize
  /// Pixels per board point.
  @usableFromInline package let scale: Double
  /// The board's size, rounded to whole pixels; of a part, the part's.
  package let pixels: PixelSize
  /// Where a part of a board begins, in pixels of the whole board at this scale; 0 for a whole board.
  @usableFromInline let originX: Double
  @usableFromInline let originY: Double

  /// A pixel to a point.
  static let unit = Raster(window: PixelSize(width: 1, height: 1))

  /// A few pixels for a look at some of a drawing.
  init(window pixels: PixelSize, scale: Double = 1) {
    board = BoardSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    self.scale = scale
    self.pixels = pixels
    (originX, originY) = (0, 0)
  }

  /// The pixels of a part of a board.
  ///
  /// - Parameters:
  ///   - part: in pixels of the whole board at the scale, which may be more than a board can have.
  ///   - board: the whole board's size.
  package init(part: PixelRect, of board: BoardSize, scale: Double) {
    self.board = board
    self.scale = scale
    pixels = part.size
    (originX, originY) = (Double(part.x), Double(part.y))
  }

  /// All of the board's paper, and what of it has pixels here.
  package var paperArea: PaperArea {
    let part = PixelRect(
      x: Int(clamping: originX), y: Int(clamping: originY), width: pixels.width, height: pixels.height)
    return PaperArea(width: board.width * scale, height: board.height * scale, scale: scale, part: part)
  }

  @inlinable @inline(__always)
  package func subpixel(_ point: BoardPoint) -> SubpixelPoint {
    subpixel(onGrid: point.onGrid)
  }

  /// - Parameter point: is not rounded.
  @inlinable @inline(__always)
  package func subpixel(onGrid point: BoardPoint) -> SubpixelPoint {
    SubpixelPoint(x: point.x * scale - originX, y: point.y * scale - originY)
  }

  /// - Parameter width: of a stroke, in board points.
  @inlinable @inline(__always)
  package func radius(ofWidth width: Double) -> SubpixelRadius {
    SubpixelRadius((width * 128).rounded() / 256 * scale)
  }
}

extension BoardPoint {
  /// The largest magnitude of a coordinate; what lies farther out is clamped.
  @usableFromInline static let limit = 65_536.0

  @inlinable
  package var isUsable: Bool { x.isFinite && y.isFinite }

  /// Rounded to 1/256 point and clamped to ±65,536 points.
  @inlinable @inline(__always)
  package var onGrid: BoardPoint { BoardPoint(x: Self.onGrid(x), y: Self.onGrid(y)) }

  @inlinable @inline(__always)
  static func onGrid(_ value: Double) -> Double {
    (min(max(value, -limit), limit) * 256).nearest / 256
  }

  @inlinable
  package func distance(to other: BoardPoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension Double {
  /// The nearest whole number, as `rounded()` gives it, which is a call into the C library on processors without SSE4.
  ///
  /// Its magnitude has to be below 2³¹; NaN stays NaN.
  @inlinable @inline(__always)
  var nearest: Double {
    guard !isNaN else { return self }
    let whole = Double(Int32(self))
    let rest = self - whole
    let nearest = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    // What is negative and rounds to zero is negative zero.
    return nearest == 0 ? self * 0 : nearest
  }
}
