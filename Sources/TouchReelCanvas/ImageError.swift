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
        self = try ChosenDecoder.current.image(bytes, pixelLimit: pixelLimit)
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
