import FoundationEssentials
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles

/// The image files of a scene of Excalidraw, by their ids.
struct ExcalidrawImages {
  private let text: JSONText
  private let listed: JSONImageFiles
  private let files: [String: Range<Int>]

  /// - Parameter text: the scene's.
  init(_ text: JSONText) {
    self.text = text
    listed = text.imageFiles
    files = Dictionary(listed.all.map { ($0.name, $0.value) }) { $1 }
  }

  /// Whether some of them are damaged, or cut off.
  var isDamaged: Bool { listed.isDamaged }

  /// The object of those that are whole.
  func json() throws(DrawingFileError) -> [UInt8] {
    try JSONText.object(listed.all.map { ($0.name, text.text($0.value)) })
  }

  private struct File: Decodable {
    /// `data:image/png;base64,…`
    var dataURL: String
  }

  /// What an element shows.
  ///
  /// - Throws: if it is not an image that can be drawn as it is shown there.
  func image(of element: ExcalidrawElement) throws -> EmbeddedImage {
    if let crop = element.crop, !crop.isWhole, crop.shares == nil { throw BrokenValue("its crop is not usable") }
    guard let range = element.fileId.flatMap({ files[$0] }) else {
      let isLost = isDamaged || !text.damage.isEmpty
      throw BrokenValue(isLost ? "its image is damaged, or not in the file" : "its image is not in the file")
    }
    let url = try text.decode(File.self, range).dataURL
    guard url.hasPrefix("data:"), let comma = url.firstIndex(of: ","), url[..<comma].hasSuffix(";base64"),
      let bytes = Base64.bytes(String(url[comma...].dropFirst()))
    else { throw BrokenValue("an image is not base64") }
    do throws(ImageError) {
      return try text.images.image(bytes)
    } catch {
      throw BrokenValue(error.reason)
    }
  }
}

extension ExcalidrawElement {
  /// The part of an image that is shown, in the image's pixels.
  struct Crop: Codable, Hashable {
    var x: Double?
    var y: Double?
    var width: Double?
    var height: Double?
    var naturalWidth: Double?
    var naturalHeight: Double?

    enum CodingKeys: String, CodingKey, CaseIterable { case x, y, width, height, naturalWidth, naturalHeight }

    /// - Parameter size: of the whole image, in pixels.
    init(_ crop: ImageCrop, of size: PixelSize) {
      let (width, height) = (Double(size.width), Double(size.height))
      (x, y) = (crop.left * width, crop.top * height)
      (self.width, self.height) = ((crop.right - crop.left) * width, (crop.bottom - crop.top) * height)
      (naturalWidth, naturalHeight) = (width, height)
    }

    /// The part as shares of the image; `nil` if it is not within it.
    var shares: ImageCrop? {
      guard !isWhole else { return .whole }
      guard let width, let height, let across = naturalWidth, let down = naturalHeight, across > 0, down > 0
      else { return nil }
      let (left, top) = (max(x ?? 0, 0) / across, max(y ?? 0, 0) / down)
      let crop = ImageCrop(
        left: left, top: top, right: min(left + width / across, 1), bottom: min(top + height / down, 1))
      return crop.isUsable ? crop : nil
    }

    var isWhole: Bool {
      (x ?? 0) <= 0 && (y ?? 0) <= 0 && (width ?? 0) >= (naturalWidth ?? .infinity)
        && (height ?? 0) >= (naturalHeight ?? .infinity)
    }
  }
}

/// The files of images that a scene has to hold besides.
struct ExcalidrawNewFiles {
  private var images: [(id: String, image: EmbeddedImage)] = []

  var isEmpty: Bool { images.isEmpty }

  mutating func add(_ image: EmbeddedImage) {
    let id = Self.id(of: image)
    if !images.contains(where: { $0.id == id }) { images.append((id, image)) }
  }

  /// Excalidraw's are a hash of the content as well, in 40 digits.
  static func id(of image: EmbeddedImage) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let hash = SHA256.digest(of: image.bytes).prefix(20)
    return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private struct File: Encodable {
    var id: String
    var mimeType: String
    var dataURL: String
    var created = 1
    var lastRetrieved = 1
  }

  /// The object of all files.
  ///
  /// - Parameter others: which the scene has already.
  func json(besides others: [UInt8]? = nil) throws(DrawingFileError) -> [UInt8] {
    let old = try others.map { others throws(DrawingFileError) in try JSONText(others) }
    let kept = old.map { old in (old.members ?? []).map { ($0.name, old.text($0.value)) } } ?? []
    let names = Set(kept.map(\.0))
    let new = try images.filter { !names.contains($0.id) }.map { id, image throws(DrawingFileError) in
      let url = "data:\(image.format.mediaType);base64,\(Base64.text(of: image.bytes))"
      return (id, try JSONEncoder.text(of: File(id: id, mimeType: image.format.mediaType, dataURL: url)))
    }
    return try JSONText.object(kept + new)
  }
}
