import TouchReelCanvas
import TouchReelClampedNumbers

/// Lifted shapes as they were drawn where they were lifted, one image for each group of shapes with nothing between
/// them. The images reach a board's size beyond the board on all sides, for what is dragged in from there.
struct LiftedImages: Sendable {
  /// More groups than these are drawn anew in each frame.
  static let limit = 8

  private let images: [TiledImage]
  /// The pixel of the board at which the images begin.
  private let origin: (x: Int, y: Int)

  /// - Parameters:
  ///   - groups: bottom to top, where they were lifted.
  ///   - raster: the board's.
  ///   - threads: how many to draw with.
  init(_ groups: [ElementList], on raster: Raster, threads: Int) {
    let (width, height) = (raster.pixels.width, raster.pixels.height)
    let part = PixelRect(x: -width, y: -height, width: 3 * width, height: 3 * height)
    let wide = Raster(part: part, of: raster.board, scale: raster.scale)
    images = groups.map { CommittedDrawing($0, on: wide, threads: threads).ink }
    origin = (part.x, part.y)
  }

  /// - Parameters:
  ///   - x: in pixels, rounded to whole ones.
  ///   - y: in pixels, rounded to whole ones.
  func shifted(byX x: Double, y: Double) -> [ShiftedImage] {
    let (x, y) = (Int(clamping: x.rounded()), Int(clamping: y.rounded()))
    let far = 1 << 24
    return images.map { image in
      ShiftedImage(
        image, x: origin.x + min(max(x, -far), far), y: origin.y + min(max(y, -far), far))
    }
  }
}
