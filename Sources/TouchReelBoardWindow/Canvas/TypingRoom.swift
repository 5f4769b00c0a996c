import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// The part of a canvas in which a text is seen: all but its rim and the bars.
struct TypingRoom {
  private var part: SurfaceRect

  private static let margin = 8.0

  /// - Parameter bars: each at a side of the canvas.
  init(_ canvas: SurfaceSize, besides bars: [SurfaceRect]) {
    part = SurfaceRect(left: 0, top: 0, right: canvas.width, bottom: canvas.height)
    for bar in bars where bar.right > bar.left && bar.bottom > bar.top {
      if bar.bottom >= canvas.height, bar.right - bar.left > bar.bottom - bar.top {
        part.bottom = min(part.bottom, bar.top)
      } else if bar.left <= 0 {
        part.left = max(part.left, bar.right)
      } else {
        part.right = min(part.right, bar.left)
      }
    }
  }

  /// What of the board is seen there, and the position of the text itself, wherever it was tapped.
  func area(for text: TextShape, in viewport: Viewport) -> TextArea? {
    let margin = Self.margin / viewport.zoom
    let (corner, end) = (
      viewport.boardPoint(of: SurfacePoint(x: part.left, y: part.top)),
      viewport.boardPoint(of: SurfacePoint(x: part.right, y: part.bottom))
    )
    return TextArea(
      left: min(max(corner.x, 0) + margin, text.anchor.x),
      top: min(max(corner.y, 0) + margin, text.anchor.y - text.font.size),
      right: max(min(end.x, viewport.board.width) - margin, text.anchor.x),
      bottom: max(min(end.y, viewport.board.height) - margin, text.anchor.y + text.font.size))
  }
}
