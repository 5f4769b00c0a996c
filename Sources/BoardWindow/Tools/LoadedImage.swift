import ByteStreams
import Canvas
import Recordings
import SystemPackage

/// Why an image cannot be used, in plain text.
nonisolated struct ImageProblem: Error, CustomStringConvertible {
  var description: String
}

/// An image in any format that GdkPixbuf reads, as PNG and as pixels.
nonisolated struct LoadedImage: Sendable {
  static let patterns = "*.png *.jpg *.jpeg *.gif *.webp *.tif *.tiff *.bmp *.svg"
  /// More than the largest accepted image needs in any of the formats.
  static let byteLimit = PixelBuffer.pngPixelLimit * 4

  /// Whether a file's name ends like that of an image.
  static func hasImageName(_ path: FilePath) -> Bool {
    let suffix = "*.\(path.extension?.lowercased() ?? "")"
    return patterns.split(separator: " ").contains { $0 == suffix }
  }

  let png: [UInt8]
  let pixels: PixelBuffer

  init(_ path: FilePath) throws(ImageProblem) {
    let name = path.fileName
    let length = (try? path.stat().size) ?? 0
    guard length <= Self.byteLimit else {
      throw ImageProblem(description: "\(name) is too large (\(length >> 20) MB); make it smaller.")
    }
    let bytes = try Self.bytes(of: path)
    do throws(ImageError) {
      pixels = try PixelBuffer(image: bytes)
    } catch {
      throw ImageProblem(description: "\(name) \(error.complaint)")
    }
    png = pixels.png()
  }

  private static func bytes(of path: FilePath) throws(ImageProblem) -> [UInt8] {
    do throws(FileError) {
      return try FileBytes(path: path).everything(limit: byteLimit)
    } catch {
      throw ImageProblem(description: error.description)
    }
  }
}

extension ImageError {
  fileprivate nonisolated var complaint: String {
    switch self {
    case .notImage: "is not an image or cannot be read."
    case .tooLarge(let width, let height): "is too large (\(width) × \(height) pixels); make it smaller."
    case .damaged: "is damaged or truncated."
    }
  }
}
