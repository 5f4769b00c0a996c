import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelRecordings

/// Why an image cannot be used, in plain text.
nonisolated struct ImageProblem: Error, CustomStringConvertible {
  var description: String
  /// The same for where the name of the file stands before it.
  var withoutName: String

  /// - Parameter withoutName: `nil` for the whole description.
  init(description: String, withoutName: String? = nil) {
    self.description = description
    self.withoutName = withoutName ?? description
  }
}

/// An image in any format that GdkPixbuf reads, as PNG and as pixels.
nonisolated struct LoadedImage: Sendable {
  static let patterns = PixelBuffer.imageSuffixes.map { "*.\($0)" }.joined(separator: " ")
  /// More than the largest accepted image needs in any of the formats.
  static let byteLimit = PixelBuffer.pngPixelLimit * 4

  /// Whether a file's name ends like that of an image.
  static func hasImageName(_ path: FilePath) -> Bool {
    PixelBuffer.imageSuffixes.contains(path.extension?.lowercased() ?? "")
  }

  let png: [UInt8]
  let pixels: PixelBuffer

  init(_ path: FilePath) throws(ImageProblem) {
    let name = path.fileName
    let length = (try? path.stat().size) ?? 0
    guard length <= Self.byteLimit else {
      throw ImageProblem(description: translated("%s is too large: %s MB.", name, "\(length >> 20)"))
    }
    try self.init(try Self.bytes(of: path), name: name)
  }

  /// - Parameter name: what messages call it.
  init(_ bytes: [UInt8], name: String) throws(ImageProblem) {
    do throws(ImageError) {
      pixels = try PixelBuffer(image: bytes)
    } catch {
      throw ImageProblem(description: error.complaint(about: name))
    }
    png = pixels.png()
  }

  /// The content of a file.
  static func bytes(of path: FilePath) throws(ImageProblem) -> [UInt8] {
    do throws(FileError) {
      return try FileBytes(path: path).everything(limit: byteLimit)
    } catch {
      throw ImageProblem(description: error.description)
    }
  }
}

extension ImageError {
  nonisolated func complaint(about name: String) -> String {
    switch self {
    case .notImage: translated("%s is damaged or of an unknown format.", name)
    case .tooLarge(let width, let height): translated("%s is too large: %s × %s pixels.", name, "\(width)", "\(height)")
    case .damaged: translated("%s is damaged or truncated.", name)
    }
  }
}
