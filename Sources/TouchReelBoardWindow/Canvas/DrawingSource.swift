import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing

/// A session as the source of a canvas.
final class DrawingSource: CanvasSource {
  private let drawing: LiveDrawing

  init(_ drawing: LiveDrawing) { self.drawing = drawing }

  var pixelSize: PixelSize { drawing.board.raster.pixels }
  var pixelsPerPoint: Double { drawing.board.raster.scale }
  var board: Board? { drawing.board }
  func drainDamage() -> Damage { drawing.drainDamage() }
  func compose(_ damage: Damage, into target: PixelTarget, threads: Int) {
    drawing.board.compose(damage, into: target, threads: threads)
  }
}
