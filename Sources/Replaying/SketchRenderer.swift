package import Canvas
import DrawingBoard
package import Drawings
import TouchTracking

/// How drawings that are alike but for their points are shown, found out once for all of them.
package struct SketchStyle: Sendable {
  /// Before it is cropped.
  fileprivate let size: BoardSize
  fileprivate let look: Sketch.Look
  fileprivate let background: Background
  /// Pixels for each board point of a picture that is not cropped.
  fileprivate let scale: Double
  fileprivate let options: DrawingOptions

  /// - Parameters:
  ///   - drawing: one of them; nothing but freehand strokes.
  ///   - options: how they are shown.
  /// - Returns: `nil` if only a board can show them: where there is an image or ruled paper, or where it
  ///   does not show them at all.
  package init?(like drawing: Drawing, _ options: DrawingOptions) {
    guard options.image == nil, let (shown, scale) = try? options.applied(to: drawing),
      let look = Sketch.Look(of: shown)
    else { return nil }
    switch shown.finalBackground {
    case .image, .ruled: return nil
    case .color, .gradient: break
    }
    (size, background) = (shown.size, shown.finalBackground)
    (self.look, self.scale, self.options) = (look, scale, options)
  }

  /// One of them, without its points.
  package var blank: Sketch { Sketch(size: size, look: look) }
}

/// Draws sketches one after another, in memory that is used again. The pixels are those of a board that shows the same
/// drawing with the same options, which takes several times as long.
package struct SketchRenderer: ~Copyable {
  private let style: SketchStyle
  private var canvas = SketchCanvas()
  private var background: PreparedBackground?
  private var writer: PNGWriter?
  /// Of the pictures that the writer is for.
  private var size = PixelSize(width: 0, height: 0)

  package init(_ style: SketchStyle) { self.style = style }

  /// Writes the picture as a PNG.
  ///
  /// - Returns: false if it cannot be drawn: making a board of it fails, too, and says why.
  package mutating func writePNG<Failure: Error>(
    _ sketch: Sketch, note: PNGText?, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var sketch = sketch
    guard let raster = raster(of: &sketch) else { return false }
    let background = prepare(raster)
    let picture = Picture(background: background, committed: canvas.ink(of: sketch, on: raster))
    try writer?.write(picture, note: note, to: sink)
    return true
  }

  private func raster(of sketch: inout Sketch) -> Raster? {
    var scale = style.scale
    if let crop = style.options.crop {
      do throws(CropError) {
        let size = try crop.apply(toAny: &sketch, size: style.options.size, width: style.options.relativeWidth)
        if let size { scale = Double(size.width) / sketch.size.width }
      } catch {
        return nil
      }
    }
    return try? Raster(board: sketch.size, scale: scale)
  }

  private mutating func prepare(_ raster: Raster) -> PreparedBackground {
    if let background, raster.pixels == size { return background }
    let prepared = style.background.prepared([:], on: raster)
    (background, size) = (prepared, raster.pixels)
    writer = PNGWriter(size: raster.pixels, prepared)
    return prepared
  }
}
