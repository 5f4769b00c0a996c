import Canvas
import InkFiles

/// The images of a page, decoded as they are needed.
struct EmbeddedImages {
  /// All images of a page may have so many pixels, 4 bytes each.
  private static let pixelLimit = 2 * PixelBuffer.pngPixelLimit

  private var rest: ArraySlice<InkImage>
  private var pixelsLeft = Self.pixelLimit
  private var problems: [String: Int] = [:]
  /// An image that a page has more than once is decoded once.
  private var known: [[UInt8]: EmbeddedImage] = [:]

  init(_ images: [InkImage]) { rest = images[...] }

  /// What is not shown, one line for each kind.
  var notes: [String] { problems.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key); it is not drawn" } }

  /// Takes out the images with so many strokes below them at most. Those that cannot be shown are left out.
  mutating func removeImages(upTo level: Int) -> [(place: InkImage, content: EmbeddedImage)] {
    var images: [(place: InkImage, content: EmbeddedImage)] = []
    while let next = rest.first, next.level <= level {
      rest.removeFirst()
      if let content = decoded(next.bytes) { images.append((next, content)) }
    }
    return images
  }

  private mutating func decoded(_ bytes: [UInt8]) -> EmbeddedImage? {
    if let image = known[bytes] { return image }
    do throws(ImageError) {
      let image = try EmbeddedImage(bytes, pixelLimit: min(pixelsLeft, PixelBuffer.pngPixelLimit))
      pixelsLeft -= image.pixels.pixels.count
      known[bytes] = image
      return image
    } catch {
      problems[error.reason, default: 0] += 1
      return nil
    }
  }
}
