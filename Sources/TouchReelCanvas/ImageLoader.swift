import CTouchReelPixbuf

/// GdkPixbuf's loader, freed with this.
struct ImageLoader: ~Copyable {
  /// What the loader says of the size before it takes memory.
  private final class Header {
    var size: (width: Int, height: Int)?
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var isTooLarge: Bool {
      guard let size else { return false }
      let (area, hasOverflown) = size.width.multipliedReportingOverflow(by: size.height)
      return max(size.width, size.height) > PixelSize.maximumSide || hasOverflown || area > limit
    }
  }

  private let loader: UnsafeMutableRawPointer
  private let header: Header

  init(limit: Int) throws(ImageError) {
    guard let loader = pixbuf.loader_new() else { throw .notImage }
    self.loader = loader
    header = Header(limit: limit)
    let data = Unmanaged.passUnretained(header).toOpaque()
    _ = pixbuf.connect(
      loader, "size-prepared",
      { loader, width, height, data in
        guard let data else { return }
        let header = Unmanaged<Header>.fromOpaque(data).takeUnretainedValue()
        header.size = (Int(width), Int(height))
        // Loaders end at a size of nothing. One of a pixel has some of them make the whole image first.
        if header.isTooLarge { pixbuf.loader_set_size(loader, 0, 0) }
      }, data, nil, 0)
  }

  deinit { pixbuf.unref(loader) }

  /// - Parameter body: is given the size and the pixels of the image, which is upright, and must not keep them.
  func load<Result>(_ bytes: [UInt8], _ body: (PixelSize, StraightPixels) -> Result) throws(ImageError) -> Result {
    let isWritten = pixbuf.loader_write(loader, bytes, bytes.count, nil) != 0
    // Says whether the image is whole. A loader has to be closed in any case.
    let isClosed = pixbuf.loader_close(loader, nil) != 0
    if header.isTooLarge, let size = header.size { throw .tooLarge(width: size.width, height: size.height) }
    guard isWritten, isClosed, let picture = pixbuf.loader_get_pixbuf(loader) else {
      throw header.size == nil ? .notImage : .damaged
    }
    guard let upright = pixbuf.apply_embedded_orientation(picture) else { throw .damaged }
    defer { pixbuf.unref(upright) }
    return body(Self.size(of: upright), Self.pixels(of: upright))
  }

  private static func size(of picture: UnsafeMutableRawPointer) -> PixelSize {
    PixelSize(width: Int(pixbuf.get_width(picture)), height: Int(pixbuf.get_height(picture)))
  }

  private static func pixels(of picture: UnsafeMutableRawPointer) -> StraightPixels {
    let bytes = UnsafeRawBufferPointer(start: pixbuf.read_pixels(picture), count: pixbuf.get_byte_length(picture))
    let components: StraightPixels.Components = pixbuf.get_has_alpha(picture) != 0 ? .rgba : .rgb
    return StraightPixels(bytes, components, stride: Int(pixbuf.get_rowstride(picture)))
  }
}
