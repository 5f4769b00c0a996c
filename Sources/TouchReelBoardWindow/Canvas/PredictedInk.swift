import CTouchReelGtk
import TouchReelCanvas
import TouchReelLiveDrawing

/// Where strokes in progress will be in a moment, in a lighter colour above the picture.
final class PredictedInk {
  private let canvas: CanvasView
  private var pieces: [StrokePrediction.Piece] = []

  init(on canvas: CanvasView) { self.canvas = canvas }

  func show(_ new: [StrokePrediction.Piece]) {
    guard new != pieces else { return }
    pieces = new
    gtk_widget_queue_draw(canvas.widget.widget)
  }

  func paint(_ snapshot: Snapshot, _ viewport: Viewport) {
    for piece in pieces { paint(piece, snapshot, viewport) }
  }

  private func paint(_ piece: StrokePrediction.Piece, _ snapshot: Snapshot, _ viewport: Viewport) {
    let (start, end) = (viewport.surfacePoint(of: piece.start), viewport.surfacePoint(of: piece.end))
    let width = max(piece.width * viewport.zoom, 1)
    let box = ViewRect(
      x: min(start.x, end.x) - width, y: min(start.y, end.y) - width, width: abs(end.x - start.x) + 2 * width,
      height: abs(end.y - start.y) + 2 * width)
    snapshot.drawing(in: box) { context in
      context.line(from: (start.x, start.y), to: (end.x, end.y), width: width, piece.color.lightened)
    }
  }
}

extension PixelColor {
  fileprivate var lightened: PixelColor { with(alpha: alpha / 2) }
}
