internal import CCairo

/// Why a PNG was not read.
public enum PNGError: Error, Hashable, Sendable {
  /// It does not begin as a PNG does.
  case notPNG
  /// It claims sides of no pixels, or more than 32,767, or more pixels than the limit.
  case unusableSize(width: UInt32, height: UInt32)
  /// It ends early, a sum is wrong, or what it says contradicts itself.
  case damaged
}

extension PixelBuffer {
  /// Pixels that ``init(png:)`` reads at most: 256 MiB of memory.
  public static let pngPixelLimit = 1 << 26

  /// Reads a PNG in memory, as ``init(png:)-(UnsafeRawBufferPointer)`` does.
  public init(png: [UInt8]) throws(PNGError) {
    self = try png.span.bytes.withUnsafeBytes { (bytes) throws(PNGError) in try PixelBuffer(png: bytes) }
  }

  /// Reads a PNG of any colour type and depth, interlaced or not; 16-bit components are cut to 8, profiles are ignored.
  public init(png: UnsafeRawBufferPointer) throws(PNGError) {
    let size = try PNGHeader(png).checkedSize(byteCount: png.count)
    let surface = try PNGSurface(png)
    guard surface.size == size else { throw .damaged }
    self.init(size: size)
    withSurface { surface.copy(to: $0) }
  }
}

/// What a PNG says of itself before any pixel.
private struct PNGHeader {
  let width: UInt32
  let height: UInt32
  let bitsPerPixel: Int

  init(_ png: UnsafeRawBufferPointer) throws(PNGError) {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    guard png.count >= 29, png.starts(with: start) else { throw .notPNG }
    width = UInt32(bigEndian: png.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    height = UInt32(bigEndian: png.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
    let components = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][png[25]]
    guard let components, [1, 2, 4, 8, 16].contains(png[24]) else { throw .damaged }
    bitsPerPixel = components * Int(png[24])
  }

  func checkedSize(byteCount: Int) throws(PNGError) -> PixelSize {
    let limit = UInt32(PixelSize.maximumSide)
    guard 1...limit ~= width, 1...limit ~= height, Int(width) * Int(height) <= PixelBuffer.pngPixelLimit else {
      throw .unusableSize(width: width, height: height)
    }
    // Deflate makes at most 1,032 bytes of one, so that a short file cannot hold a large picture.
    guard Int(width) * Int(height) * bitsPerPixel / 8 <= byteCount * 1032 else { throw .damaged }
    return PixelSize(width: Int(width), height: Int(height))
  }
}

/// A PNG decoded by Cairo.
private struct PNGSurface: ~Copyable {
  private let surface: OpaquePointer

  init(_ png: UnsafeRawBufferPointer) throws(PNGError) {
    var rest = png
    let decoded = withUnsafeMutablePointer(to: &rest) { rest in
      cairo_image_surface_create_from_png_stream(
        { closure, data, count in
          guard let rest = closure?.assumingMemoryBound(to: UnsafeRawBufferPointer.self), let data else {
            return CAIRO_STATUS_READ_ERROR
          }
          return rest.pointee.take(Int(count), into: data) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
        }, rest)
    }
    guard let decoded, cairo_surface_status(decoded) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(decoded)
      throw .damaged
    }
    surface = decoded
  }

  deinit { cairo_surface_destroy(surface) }

  var size: PixelSize {
    PixelSize(
      width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface)))
  }

  func copy(to target: OpaquePointer) {
    let context = cairo_create(target)
    defer { cairo_destroy(context) }
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
  }
}

extension UnsafeRawBufferPointer {
  /// Moves the first bytes elsewhere; false where there are fewer.
  fileprivate mutating func take(_ count: Int, into memory: UnsafeMutablePointer<UInt8>) -> Bool {
    guard count <= self.count else { return false }
    UnsafeMutableRawBufferPointer(start: memory, count: count).copyBytes(from: self[..<count])
    self = UnsafeRawBufferPointer(rebasing: self[count...])
    return true
  }
}
