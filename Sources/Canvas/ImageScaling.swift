internal import CCairo

extension PixelBuffer {
  /// As large as fits, in the middle of a picture filled with a stored pixel.
  func scaled(toFit size: PixelSize, on pixel: UInt32) -> PixelBuffer {
    scaled(by: min(ratios(to: size).x, ratios(to: size).y), in: size, on: pixel)
  }

  /// As small as covers a picture of this size, in its middle.
  func scaled(toFill size: PixelSize, on pixel: UInt32) -> PixelBuffer {
    scaled(by: max(ratios(to: size).x, ratios(to: size).y), in: size, on: pixel)
  }

  private func ratios(to other: PixelSize) -> (x: Double, y: Double) {
    (Double(other.width) / Double(max(size.width, 1)), Double(other.height) / Double(max(size.height, 1)))
  }

  private func scaled(by scale: Double, in canvas: PixelSize, on pixel: UInt32) -> PixelBuffer {
    var result = PixelBuffer(size: canvas, filledWith: pixel)
    guard scale > 0, !pixels.isEmpty else { return result }
    var source = self
    result.withSurface { surface in
      source.withSurface { image in paint(image, on: surface, scale: scale, canvas: canvas) }
    }
    return result
  }

  private func paint(_ image: OpaquePointer, on surface: OpaquePointer, scale: Double, canvas: PixelSize) {
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    cairo_translate(
      context, (Double(canvas.width) - Double(size.width) * scale) / 2,
      (Double(canvas.height) - Double(size.height) * scale) / 2)
    cairo_scale(context, scale, scale)
    cairo_set_source_surface(context, image, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    // Without it the image's outermost pixels would fade out.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_rectangle(context, 0, 0, Double(size.width), Double(size.height))
    cairo_fill(context)
  }

  /// A Cairo surface over these pixels.
  mutating func withSurface(_ body: (OpaquePointer) -> Void) {
    let size = size
    withTarget { target in
      guard let base = target.pixels(x: 0, y: 0), !size.bounds.isEmpty else { return }
      base.withMemoryRebound(to: UInt8.self, capacity: size.width * size.height * 4) { bytes in
        let surface = cairo_image_surface_create_for_data(
          bytes, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(size.width * 4))
        guard let surface else { return }
        defer { cairo_surface_destroy(surface) }
        body(surface)
        cairo_surface_flush(surface)
      }
    }
  }
}
