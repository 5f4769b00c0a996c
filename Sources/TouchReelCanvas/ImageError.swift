import CTouchReelPixbuf

/// Why an image in whatever format was not read.
public enum ImageError: Error, Hashable, Sendable {
  /// It is in none of the formats that GdkPixbuf reads, or its header is damaged.
  case notImage
  /// A side is longer than ``PixelSize/maximumSide``, or it has more pixels than were allowed.
  case tooLarge(width: Int, height: Int)
  /// It ends early, or what it says contradicts itself.
  case damaged
}

extension PixelBuffer {
  /// How names of images that can be read end, in lower case.
  package static let imageSuffixes = ["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "svg"]

  /// An image in PNG, or in any format that GdkPixbuf reads: JPEG, GIF, TIFF, BMP and, with the packages for them, WebP
  /// and SVG. A photograph is rotated as the camera was held.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - pixelLimit: how many pixels it may have. No memory is taken for one that has more.
  public init(image bytes: [UInt8], pixelLimit: Int = PixelBuffer.pngPixelLimit) throws(ImageError) {
    do throws(PNGError) {
      try self.init(png: bytes, pixelLimit: pixelLimit)
    } catch {
      guard let failure = error.ofImage else {
        // The decoder would fill what is missing with grey.
        guard !JPEGFile.isTruncated(bytes), !Self.isTruncatedBMP(bytes) else { throw .damaged }
        self = try ImageLoader(limit: pixelLimit).load(bytes)
        return
      }
      throw failure
    }
  }

  /// Whether a BMP has fewer bytes than its header says.
  private static func isTruncatedBMP(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 6, bytes.starts(with: Array("BM".utf8)) else { return false }
    return bytes.count < bytes[2..<6].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension PNGError {
  /// `nil` if it may be an image in another format.
  fileprivate var ofImage: ImageError? {
    switch self {
    case .notPNG: nil
    case .unusableSize(let width, let height), .tooManyPixels(let width, let height, limit: _):
      .tooLarge(width: Int(width), height: Int(height))
    case .damaged: .damaged
    }
  }
}

/// GdkPixbuf's loader, freed with this.
private struct ImageLoader: ~Copyable {
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

  func load(_ bytes: [UInt8]) throws(ImageError) -> PixelBuffer {
    let isWritten = pixbuf.loader_write(loader, bytes, bytes.count, nil) != 0
    // Says whether the image is whole. A loader has to be closed in any case.
    let isClosed = pixbuf.loader_close(loader, nil) != 0
    if header.isTooLarge, let size = header.size { throw .tooLarge(width: size.width, height: size.height) }
    guard isWritten, isClosed, let picture = pixbuf.loader_get_pixbuf(loader) else {
      throw header.size == nil ? .notImage : .damaged
    }
    guard let upright = pixbuf.apply_embedded_orientation(picture) else { throw .damaged }
    defer { pixbuf.unref(upright) }
    return Self.pixels(of: upright)
  }

  private static func pixels(of picture: UnsafeMutableRawPointer) -> PixelBuffer {
    let size = PixelSize(width: Int(pixbuf.get_width(picture)), height: Int(pixbuf.get_height(picture)))
    let bytes = UnsafeRawBufferPointer(start: pixbuf.read_pixels(picture), count: pixbuf.get_byte_length(picture))
    let components: StraightPixels.Components = pixbuf.get_has_alpha(picture) != 0 ? .rgba : .rgb
    return PixelBuffer(size: size, StraightPixels(bytes, components, stride: Int(pixbuf.get_rowstride(picture))))
  }
}
