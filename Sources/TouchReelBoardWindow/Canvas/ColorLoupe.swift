import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Shows enlarged where a colour would be taken from, above the finger that hides it, within a ring of that colour.
final class ColorLoupe {
  /// Pixels from the middle to each side.
  private static let reach = 4
  private static let pixelSide = 11.0
  private static let ringWidth = 10.0

  private let canvas: CanvasView
  private let board: () -> Board?
  var place: PickingPlace? {
    didSet { if place != oldValue { gtk_widget_queue_draw(canvas.widget.widget) } }
  }

  /// - Parameter board: that is drawn on.
  init(on canvas: CanvasView, board: @escaping () -> Board?) { (self.canvas, self.board) = (canvas, board) }

  func paint(_ snapshot: Snapshot, _ viewport: Viewport) {
    guard let place, let board = board() else { return }
    let (radius, middle) = (Self.radius, middle(for: place, in: viewport.surface))
    let box = ViewRect(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius)
    let inner = box.inset(by: Self.ringWidth)
    let center = board.color(at: viewport.boardPoint(of: place.point)) ?? .white
    snapshot.rounded(box, radius: radius) { snapshot.fill(box, center) }
    snapshot.rounded(inner, radius: radius - Self.ringWidth) { paintPixels(of: board, around: place, inner, snapshot) }
    snapshot.outline(box, radius: radius, width: 2, .white)
    snapshot.outline(box.inset(by: 1), radius: radius - 1, width: 1, .black)
  }

  /// The pixel at a position; one that is beyond any board is held to what an integer has.
  private static func pixel(_ position: Double) -> Int { Int(clamping: position.rounded(.down)) }

  private static var radius: Double { (Double(reach) + 0.5) * pixelSide + ringWidth }

  /// Above what touches, or below it where there is no room.
  private func middle(for place: PickingPlace, in surface: SurfaceSize) -> SurfacePoint {
    let distance = Self.radius + (place.isHidden ? 50 : 16)
    let y = place.point.y - distance >= Self.radius ? place.point.y - distance : place.point.y + distance
    let x = min(max(place.point.x, Self.radius), max(surface.width - Self.radius, Self.radius))
    return SurfacePoint(x: x, y: y)
  }

  private func paintPixels(of board: Board, around place: PickingPlace, _ box: ViewRect, _ snapshot: Snapshot) {
    guard let view = canvas.viewport else { return }
    let point = view.boardPoint(of: place.point)
    let (scale, side) = (board.raster.scale, Self.pixelSide)
    let (x, y) = (Self.pixel(point.x * scale), Self.pixel(point.y * scale))
    let count = 2 * Self.reach + 1
    let part = PixelRect(x: x - Self.reach, y: y - Self.reach, width: count, height: count)
    for (index, color) in board.picture.colors(in: part).enumerated() {
      let rect = ViewRect(
        x: box.x + Double(index % count) * side, y: box.y + Double(index / count) * side, width: side, height: side)
      snapshot.fill(rect, color ?? PixelColor(red: 160, green: 160, blue: 160))
    }
    let marked = ViewRect(
      x: box.x + Double(Self.reach) * side - 1, y: box.y + Double(Self.reach) * side - 1, width: side + 2,
      height: side + 2)
    snapshot.outline(marked, radius: 0, width: 2, .black)
    snapshot.outline(marked.inset(by: 1), radius: 0, width: 1, .white)
  }
}

extension Board {
  /// The colour that is seen at a point; `nil` beyond the board.
  func color(at point: BoardPoint) -> PixelColor? {
    let (x, y) = ((point.x * raster.scale).rounded(.down), (point.y * raster.scale).rounded(.down))
    guard x >= 0, y >= 0, x < Double(raster.pixels.width), y < Double(raster.pixels.height) else { return nil }
    return picture.colors(in: PixelRect(x: Int(x), y: Int(y), width: 1, height: 1))[0]
  }
}

extension ViewRect {
  fileprivate func inset(by margin: Double) -> ViewRect {
    ViewRect(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}
