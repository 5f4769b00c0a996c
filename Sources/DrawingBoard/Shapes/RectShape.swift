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
    let corners = [start, BoardPoint(x: end.x, y: start.y), end, BoardPoint(x: start.x, y: end.y)]
    return Polyline(points: corners, isClosed: true).layers(style, fill: fill, on: raster)
  }
}

extension Polyline {
  /// A closed line's fill, then its outline.
  func layers(_ style: StrokeStyle, fill: PixelColor?, on raster: Raster) -> [InkLayer] {
    let inside = fill.map { [fillLayer($0, on: raster)] } ?? []
    return inside + [style.layer(along: self, on: raster)]
  }
}
