internal import Canvas
internal import TouchTracking

/// Text set around a centre.
struct PlacedText: Hashable, Sendable {
  let layout: TextLayout
  let center: BoardPoint

  init(_ layout: TextLayout, center: BoardPoint) {
    self.layout = layout
    self.center = center
  }

  /// The corners of the text's box, clockwise from the upper left one.
  var corners: [BoardPoint] {
    let (dx, dy) = (layout.width / 2, layout.height / 2)
    return [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)].map { BoardPoint(x: center.x + $0.0, y: center.y + $0.1) }
  }

  /// The glyphs' outlines.
  func path(on placement: Placement) -> CanvasPath {
    let corner = corners[0]
    return layout.path { placement.subpixel(computed: BoardPoint(x: corner.x + $0, y: corner.y + $1)) }
  }
}
