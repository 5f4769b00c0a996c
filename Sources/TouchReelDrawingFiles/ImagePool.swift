import FoundationEssentials
import Synchronization
import TouchReelCanvas
import TouchReelInkFiles

/// The images of one file or message, of which none is decoded twice.
final class ImagePool: Sendable {
  /// All of them may have so many pixels, 4 bytes each.
  private static let pixelLimit = 2 * PixelBuffer.pngPixelLimit

  private struct State {
    var pixelsLeft = ImagePool.pixelLimit
    var known: [[UInt8]: EmbeddedImage] = [:]
  }

  private let state = Mutex(State())

  /// - Parameter bytes: the content of a PNG or JPEG file.
  func image(_ bytes: [UInt8]) throws(ImageError) -> EmbeddedImage {
    try state.withLock { state throws(ImageError) in
      if let image = state.known[bytes] { return image }
      let image = try EmbeddedImage(bytes, pixelLimit: min(state.pixelsLeft, PixelBuffer.pngPixelLimit))
      state.pixelsLeft -= image.pixels.pixels.count
      state.known[bytes] = image
      return image
    }
  }
}

extension JSONDecoder {
  private static let imagePool = CodingUserInfoKey(rawValue: "images")

  /// - Parameter images: what has been read of the same file.
  convenience init(images: ImagePool) {
    self.init()
    if let key = Self.imagePool { userInfo[key] = images }
  }

  fileprivate static func images(of decoder: any Decoder) -> ImagePool {
    imagePool.flatMap { decoder.userInfo[$0] as? ImagePool } ?? ImagePool()
  }
}

/// A PNG or JPEG file, in base64.
struct ImageValue: Codable {
  let image: EmbeddedImage

  init(_ image: EmbeddedImage) { self.image = image }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let bytes = Base64.bytes(text) else { throw BrokenValue("an image is not base64") }
    do throws(ImageError) {
      image = try JSONDecoder.images(of: decoder).image(bytes)
    } catch {
      throw BrokenValue(error.reason)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(Base64.text(of: image.bytes))
  }
}
