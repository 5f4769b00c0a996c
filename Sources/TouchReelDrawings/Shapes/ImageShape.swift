public import TouchReelCanvas
public import TouchReelTouchTracking

/// An image in a rectangle that is upright in its own coordinates, stretched to fill it.
public struct ImageShape: Hashable, Sendable {
  /// The image that is shown.
  public let image: EmbeddedImage
  /// Opposite corners, in any order, which do not mirror the image.
  public var start: BoardPoint
  /// The corner opposite of the start, in board points.
  public var end: BoardPoint
  /// Whether what is left in the image is shown on the right.
  public var isMirrored = false
  /// The part of the image that fills the rectangle.
  public var crop = ImageCrop.whole

  /// An image in the rectangle between two corners, in board points.
  public init(_ image: EmbeddedImage, from start: BoardPoint, to end: BoardPoint) {
    (self.image, self.start, self.end) = (image, start, end)
  }

  /// The upper left corner.
  package var corner: BoardPoint { BoardPoint(x: min(start.x, end.x), y: min(start.y, end.y)) }
  package var width: Double { abs(end.x - start.x) }
  package var height: Double { abs(end.y - start.y) }

  /// Clockwise from the upper left one.
  private var corners: [BoardPoint] { BoardRect(from: start.onGrid, to: end.onGrid).corners }
}

extension ImageShape: ShapeContent {
  /// It has none of its own.
  var color: PixelColor { .black }
  var strokeWidth: Double { 0 }
  var inkBounds: BoardRect { BoardRect(holding: [start, end], reach: 1) }
  var shape: Shape { .image(self) }

  /// All of the rectangle.
  var hitArea: HitArea {
    var area = HitArea()
    area.addInside(of: corners)
    return area
  }

  /// Where it lies; the pixels are those of ``layers(on:)``.
  func ink(on placement: Placement) -> [ShapeInk] {
    guard let outline = Polyline(corners, on: placement, isClosed: true) else { return [] }
    var ink = ShapeInk(color)
    ink.addInside(of: outline.path)
    return [ink]
  }

  func layers(on placement: Placement) -> [InkLayer] {
    let corners = crop == .whole ? self.corners : wholeBox.corners
    let pixelCorners = corners.map { placement.subpixel($0) }.map { (x: Double($0.x) / 256, y: Double($0.y) / 256) }
    let (left, right, below) = isMirrored ? (1, 0, 2) : (0, 1, 3)
    let paint = ImagePaint(
      image, corner: pixelCorners[left], right: pixelCorners[right], below: pixelCorners[below])
    return ink(on: placement).map { .image($0.layer(on: placement.raster).coverage, paint) }
  }

  var vectors: [VectorInk] { [VectorInk(color, [.image(self)])] }

  func restyled(_ change: Restyling) -> ImageShape { self }
}
