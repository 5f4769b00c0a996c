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
  var picture: Picture { drawing.board.shownPicture }
  func drainDamage() -> Damage { drawing.drainDamage() }
}
