import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// Paints the shapes that strokes which are held still will be, above them.
final class MeantShapes {
  private static let color = PixelColor(red: 0, green: 114, blue: 178)

  private let canvas: CanvasView
  var shapes: [RecognizedShape] = [] {
    didSet { gtk_widget_queue_draw(canvas.widget.widget) }
  }

  init(on canvas: CanvasView) { self.canvas = canvas }

  func paint(_ snapshot: Snapshot, _ viewport: Viewport) {
    let size = viewport.surface
    guard !shapes.isEmpty else { return }
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      for shape in shapes {
        let points = shape.outline.map { viewport.surfacePoint(of: $0) }
        for (start, end) in zip(points, points.dropFirst()) {
          context.line(from: (start.x, start.y), to: (end.x, end.y), width: 4, PixelColor.white.with(alpha: 200))
          context.line(from: (start.x, start.y), to: (end.x, end.y), width: 2, Self.color)
        }
      }
    }
  }
}
