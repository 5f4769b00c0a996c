public import TouchReelCanvas
import TouchReelDrawings

extension Board {
  /// What would be seen of a part of the board, had it another number of pixels for each board point.
  ///
  /// Its ink is that of ``redraw(atScale:)``, but for single pixels where points are rounded to another 1/256 pixel. A
  /// gradient or an image in the background is the board's own, with pixels between its pixels.
  ///
  /// - Parameters:
  ///   - part: in pixels at that scale.
  ///   - scale: pixels for each board point. The whole board may have more pixels at it than a board can have.
  /// - Complexity: that of drawing all elements, of which those outside of the part are only looked at.
  public func picture(of part: PixelRect, atScale scale: Double) -> Picture {
    var board = self
    board.redraw(on: Raster(part: part, of: raster.board, scale: scale))
    guard !background.isCrisp(pictures) else { return board.picture }
    board.prepared = prepared.enlarged(part, by: scale / raster.scale, of: raster.pixels)
    return board.picture
  }
}
