import CTouchReelCairo

/// A picture in one piece of memory: premultiplied BGRA, row by row.
public struct PixelBuffer: Hashable, Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// `size.width * size.height` pixels, 0xAARRGGBB.
  public private(set) var pixels: [UInt32]

  /// The pixel is premultiplied, 0xAARRGGBB; 0 is transparent.
  public init(size: PixelSize, filledWith pixel: UInt32 = 0) {
    self.size = size
    pixels = Array(repeating: pixel, count: size.width * size.height)
  }

  /// Pixels that something else writes, all of them or none.
  ///
  /// - Parameter fill: is given memory that was not cleared; `nil` is returned if it returns false.
  package init?(size: PixelSize, filledBy fill: (UnsafeMutableRawBufferPointer) -> Bool) {
    self.size = size
    let count = size.width * size.height
    pixels = Array(unsafeUninitializedCapacity: count) { memory, filled in
      let bytes = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
      filled = fill(bytes) ? count : 0
    }
    guard pixels.count == count else { return nil }
  }

  /// The pixel, or 0 outside the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
    return pixels[y * size.width + x]
  }

  /// The pixels for writing, together with their layout.
  public mutating func withTarget<Result>(_ body: (PixelTarget) -> Result) -> Result {
    let size = size
    return pixels.withUnsafeMutableBufferPointer { buffer in
      body(PixelTarget(pixels: buffer, stride: size.width, size: size))
    }
  }
}

/// Memory of a caller to draw into, such as a window's buffer.
public struct PixelTarget: @unchecked Sendable {  // Workers that share it write disjoint tiles.
  private var base: UnsafeMutablePointer<UInt32>?
  /// Pixels from one row to the next.
  let stride: Int
  /// The part of the picture that it holds.
  private(set) var bounds: PixelRect

  /// Memory smaller than the size and stride need is left alone.
  public init(pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int, size: PixelSize) {
    let fits = stride >= size.width && (size.height == 0 || (size.height - 1) * stride + size.width <= pixels.count)
    base = fits ? pixels.baseAddress : nil
    bounds = fits ? size.bounds : .empty
    self.stride = stride
  }

  /// The same memory for another part of the picture, from a column and a row of it on, which may lie outside.
  package func beginning(atColumn column: Int = 0, row: Int) -> PixelTarget {
    var target = self
    (target.bounds.x, target.bounds.y) = (column, row)
    return target
  }

  /// Where a pixel of the picture lies; it is within the bounds.
  package func pixels(x: Int, y: Int) -> UnsafeMutablePointer<UInt32>? {
    base.map { $0 + (y - bounds.y) * stride + x - bounds.x }
  }
}

extension PixelBuffer {
  /// The picture as large as fits, in the middle of one filled with a stored pixel.
  func scaled(toFit size: PixelSize, on pixel: UInt32) -> PixelBuffer {
    scaled(by: min(ratios(to: size).x, ratios(to: size).y), in: size, on: pixel)
  }

  /// The picture as small as covers one of this size, in its middle.
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
    let context = cairo.create(surface)
    defer { cairo.destroy(context) }
    cairo.translate(
      context, (Double(canvas.width) - Double(size.width) * scale) / 2,
      (Double(canvas.height) - Double(size.height) * scale) / 2)
    cairo.scale(context, scale, scale)
    cairo.set_source_surface(context, image, 0, 0)
    cairo.pattern_set_filter(cairo.get_source(context), CAIRO_FILTER_GOOD)
    // Without it the image's outermost pixels would fade out.
    cairo.pattern_set_extend(cairo.get_source(context), CAIRO_EXTEND_PAD)
    cairo.rectangle(context, 0, 0, Double(size.width), Double(size.height))
    cairo.fill(context)
  }

  /// A Cairo surface over these pixels.
  mutating func withSurface(_ body: (OpaquePointer) -> Void) {
    let size = size
    withTarget { target in
      guard let base = target.pixels(x: 0, y: 0), !size.bounds.isEmpty else { return }
      base.withMemoryRebound(to: UInt8.self, capacity: size.width * size.height * 4) { bytes in
        let surface = cairo.image_surface_create_for_data(
          bytes, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(size.width * 4))
        guard let surface else { return }
        defer { cairo.surface_destroy(surface) }
        body(surface)
        cairo.surface_flush(surface)
      }
    }
  }
}

/// Pixels in somebody else's memory whose colours are not multiplied by alpha, a byte for each component.
package struct StraightPixels {
  package enum Components: Int, Sendable {
    case rgb = 3
    case rgba = 4
  }

  private let bytes: UnsafeRawBufferPointer
  package let components: Components
  private let stride: Int

  /// - Parameters:
  ///   - bytes: the pixels, row by row.
  ///   - components: what a pixel consists of.
  ///   - stride: bytes from one row to the next.
  package init(_ bytes: UnsafeRawBufferPointer, _ components: Components, stride: Int) {
    self.bytes = bytes
    self.components = components
    self.stride = stride
  }

  /// The pixels of a row; `nil` if the memory does not hold it.
  package func row(_ y: Int, width: Int) -> UnsafeRawBufferPointer? {
    let start = y * stride
    guard start >= 0, start + width * components.rawValue <= bytes.count else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + width * components.rawValue])
  }

  fileprivate func copyRow(_ y: Int, width: Int, to target: UnsafeMutablePointer<UInt32>) {
    let start = y * stride
    guard start >= 0, start + width * components.rawValue <= bytes.count else { return }
    for x in 0..<width { target[x] = pixel(at: start + x * components.rawValue) }
  }

  private func pixel(at offset: Int) -> UInt32 {
    let (red, green, blue) = (bytes[offset], bytes[offset + 1], bytes[offset + 2])
    let alpha = components == .rgba ? bytes[offset + 3] : 255
    if alpha == 255 { return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
    return PixelColor(red: red, green: green, blue: blue, alpha: alpha).premultiplied
  }
}

extension PixelBuffer {
  /// A copy; rows that the memory does not hold are clear.
  package init(size: PixelSize, _ source: StraightPixels) {
    self.init(size: size)
    withTarget { target in
      for y in 0..<size.height {
        if let row = target.pixels(x: 0, y: y) { source.copyRow(y, width: size.width, to: row) }
      }
    }
  }
  /// Replaces rows by those of other memory, whose first is the first of them; rows that it does not hold stay.
  package mutating func replaceRows(_ rows: Range<Int>, with source: StraightPixels) {
    let (width, rows) = (size.width, rows.clamped(to: 0..<size.height))
    withTarget { target in
      for y in rows {
        if let row = target.pixels(x: 0, y: y) { source.copyRow(y - rows.lowerBound, width: width, to: row) }
      }
    }
  }

  /// Makes pixels valid that something else wrote: no colour is more than its alpha.
  package mutating func limitToAlpha() {
    let count = size.width * size.height
    withTarget { target in
      guard let pixels = target.pixels(x: 0, y: 0) else { return }
      for index in 0..<count where pixels[index] >> 24 != 255 { pixels[index] = pixels[index].limitedToAlpha }
    }
  }
}

extension UInt32 {
  fileprivate var limitedToAlpha: UInt32 {
    let alpha = self >> 24
    let (red, green, blue) = (self >> 16 & 255, self >> 8 & 255, self & 255)
    return alpha << 24 | Swift.min(red, alpha) << 16 | Swift.min(green, alpha) << 8 | Swift.min(blue, alpha)
  }
}
