import TouchReelCanvas
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

extension Snapshot {
  /// Lines that are nearer to each other are left out, in the desktop's units.
  private static let leastDistance = 8.0

  /// Faint lines of a grid across the part of a board that is shown.
  ///
  /// - Parameter step: from one line to the next, in board points.
  func grid(of step: Double, in viewport: Viewport) {
    var shown = step
    while shown * viewport.zoom < Self.leastDistance { shown *= 2 }
    let size = viewport.surface
    let (first, last) = (
      viewport.boardPoint(of: .zero), viewport.boardPoint(of: SurfacePoint(x: size.width, y: size.height))
    )
    let color = PixelColor(red: 0, green: 114, blue: 178, alpha: 40)
    drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      for value in stride(from: (first.x / shown).rounded(.up) * shown, through: last.x, by: shown) {
        let x = viewport.surfacePoint(of: BoardPoint(x: value, y: 0)).x
        context.line(from: (x, 0), to: (x, size.height), width: 1, color)
      }
      for value in stride(from: (first.y / shown).rounded(.up) * shown, through: last.y, by: shown) {
        let y = viewport.surfacePoint(of: BoardPoint(x: 0, y: value)).y
        context.line(from: (0, y), to: (size.width, y), width: 1, color)
      }
    }
  }
}
