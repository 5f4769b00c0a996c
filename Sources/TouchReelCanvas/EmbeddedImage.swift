import Synchronization

/// An image in a drawing: a PNG or JPEG file, and its pixels. Copies of a reference share both.
public final class EmbeddedImage: Sendable {
  /// How the image is coded.
  public enum Format: String, Sendable {
    case png, jpeg

    /// The media type, such as `image/png`.
    public var mediaType: String { "image/\(rawValue)" }
  }

  /// The content of the file.
  public let bytes: [UInt8]
  /// How the bytes are coded.
  public let format: Format
  /// Upright: a photograph is turned as the camera was held.
  package let pixels: PixelBuffer
  /// Each half as wide and as high as the one before, made when they are needed.
  private let smaller = Mutex<[PixelBuffer]>([])

  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - pixelLimit: how many pixels it may have. No memory is taken for one that has more.
  /// - Throws: `ImageError.notImage` if it is neither PNG nor JPEG.
  public init(_ bytes: [UInt8], pixelLimit: Int = PixelBuffer.pngPixelLimit) throws(ImageError) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      format = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      format = .jpeg
    } else {
      throw .notImage
    }
    let pixels = try PixelBuffer(image: bytes, pixelLimit: pixelLimit)
    guard !pixels.size.bounds.isEmpty else { throw .damaged }
    (self.bytes, self.pixels) = (bytes, pixels)
  }

  /// Whether it is a photograph that has metadata (Exif), which may turn it.
  package var hasMetadata: Bool {
    guard format == .jpeg else { return false }
    // APP1 comes right after the start or after JFIF's APP0, which is short.
    return bytes.prefix(64).indices.contains { $0 > 1 && bytes[$0 - 1] == 0xFF && bytes[$0] == 0xE1 }
  }

  /// The image with half the pixels on each side, again and again.
  ///
  /// - Parameter halvings: how often, at least 0; no side becomes less than a pixel.
  func reduced(_ halvings: Int) -> PixelBuffer {
    guard halvings > 0 else { return pixels }
    return smaller.withLock { smaller in
      while smaller.count < halvings, let next = (smaller.last ?? pixels).halved { smaller.append(next) }
      return smaller.isEmpty ? pixels : smaller[min(halvings, smaller.count) - 1]
    }
  }
}

extension EmbeddedImage: Hashable {
  public static func == (left: EmbeddedImage, right: EmbeddedImage) -> Bool {
    left === right || left.bytes == right.bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    bytes.suffix(256).withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension PixelBuffer {
  /// The means of 2 × 2 pixels; a last row or column that is left over is counted twice. `nil` if it is one pixel.
  fileprivate var halved: PixelBuffer? {
    guard size.width > 1 || size.height > 1 else { return nil }
    var result = PixelBuffer(size: PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2))
    result.withTarget { target in
      for y in 0..<(size.height + 1) / 2 {
        guard let row = target.pixels(x: 0, y: y) else { return }
        let (upper, lower) = (2 * y * size.width, min(2 * y + 1, size.height - 1) * size.width)
        for x in 0..<(size.width + 1) / 2 {
          let (left, right) = (2 * x, min(2 * x + 1, size.width - 1))
          row[x] = Self.mean(pixels[upper + left], pixels[upper + right], pixels[lower + left], pixels[lower + right])
        }
      }
    }
    return result
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + 0x0002_0002
    let odd = (a >> 8 & mask) + (b >> 8 & mask) + (c >> 8 & mask) + (d >> 8 & mask) + 0x0002_0002
    return (even >> 2 & mask) | (odd >> 2 & mask) << 8
  }
}
