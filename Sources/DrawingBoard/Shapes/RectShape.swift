public import Canvas
public import TouchTracking

/// An upright rectangle: filled first where there is a fill colour, then its outline.
public struct RectShape: Hashable, Sendable {
  /// Opposite corners, in any order.
  public var start: BoardPoint
  public var end: BoardPoint
  public var style: StrokeStyle
  public var fill: PixelColor?

  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }

  func layers(on raster: Raster) -> [InkLayer] {
    let (first, third) = (raster.subpixel(start), raster.subpixel(end))
    let (second, fourth) = (SubpixelPoint(x: third.x, y: first.y), SubpixelPoint(x: first.x, y: third.y))
    let outline = Polyline(points: [first, second, third, fourth], isClosed: true)
    return outline.layers(style, fill: fill, on: raster)
  }
}
