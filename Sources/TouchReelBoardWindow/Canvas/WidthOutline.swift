import CTouchReelGtk
import TouchReelCanvas
import TouchReelLiveDrawing

/// Paints the rings around what points.
final class WidthOutline {
  private let canvas: CanvasView
  var rings: [OutlineRing] = [] {
    didSet { gtk_widget_queue_draw(canvas.widget.widget) }
  }

  init(on canvas: CanvasView) { self.canvas = canvas }

  func paint(_ snapshot: Snapshot, _ viewport: Viewport) {
    for ring in rings { paint(ring.width * viewport.zoom, around: ring.center, snapshot) }
  }

  /// - Parameter width: in the desktop's units.
  private func paint(_ width: Double, around point: SurfacePoint, _ snapshot: Snapshot) {
    let (center, radius) = ((point.x, point.y), max(width / 2, 2))
    let side = 2 * (radius + 3)
    let box = ViewRect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
    // Seen on any ink: dark within light.
    snapshot.drawing(in: box) { context in
      context.circle(at: center, radius: radius, width: 3, PixelColor.white.with(alpha: 200))
      context.circle(at: center, radius: radius, width: 1, PixelColor.black.with(alpha: 200))
    }
  }
}
