import ByteStreams
import CGtk
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
    try Self.checkSize(of: path, name)
    // The decoder would fill what is missing with grey.
    if try Self.isTruncatedJPEG(path) { throw ImageProblem(description: "\(name) is damaged: the file is truncated.") }
    pixels = try Self.decoded(path, name)
    png = pixels.png()
  }

  /// Checks the file's length and the size in its header before memory is allocated for either.
  private static func checkSize(of path: FilePath, _ name: String) throws(ImageProblem) {
    let length = (try? path.stat().size) ?? 0
    guard length <= byteLimit else {
      throw ImageProblem(description: "\(name) is too large (\(length >> 20) MB); make it smaller.")
    }
    var (width, height) = (CInt(0), CInt(0))
    guard gdk_pixbuf_get_file_info(path.string, &width, &height) != nil else {
      throw ImageProblem(description: "\(name) is not an image or cannot be read.")
    }
    guard max(width, height) <= PixelSize.maximumSide, Int(width) * Int(height) <= PixelBuffer.pngPixelLimit else {
      throw ImageProblem(description: "\(name) is too large (\(width) × \(height) pixels); make it smaller.")
    }
  }

  private static func isTruncatedJPEG(_ path: FilePath) throws(ImageProblem) -> Bool {
    do throws(FileError) {
      return JPEGFile.isTruncated(try FileBytes(path: path).everything(limit: byteLimit))
    } catch {
      throw ImageProblem(description: error.description)
    }
  }

  private static func decoded(_ path: FilePath, _ name: String) throws(ImageProblem) -> PixelBuffer {
    guard let picture = gdk_pixbuf_new_from_file(path.string, nil) else {
      throw ImageProblem(description: "\(name) is damaged or truncated.")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    return pixels(of: picture)
  }

  /// The pixels, rotated as the camera was held.
  private static func pixels(of picture: OpaquePointer) -> PixelBuffer {
    guard let upright = gdk_pixbuf_apply_embedded_orientation(picture) else {
      return PixelBuffer(size: PixelSize(width: 0, height: 0))
    }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    let (width, height) = (Int(gdk_pixbuf_get_width(upright)), Int(gdk_pixbuf_get_height(upright)))
    let bytes = UnsafeRawBufferPointer(
      start: gdk_pixbuf_read_pixels(upright), count: Int(gdk_pixbuf_get_byte_length(upright)))
    let components: StraightPixels.Components = gdk_pixbuf_get_has_alpha(upright) != 0 ? .rgba : .rgb
    let source = StraightPixels(bytes, components, stride: Int(gdk_pixbuf_get_rowstride(upright)))
    return PixelBuffer(size: PixelSize(width: width, height: height), source)
  }
}

/// A JPEG file as a sequence of markers (ISO/IEC 10918-1, annex B).
nonisolated enum JPEGFile {
  private static let (startOfImage, endOfImage) = (UInt8(0xD8), UInt8(0xD9))
  /// Whether a marker has no segment: TEM, RST0 to RST7 and SOI.
  private static func isStandalone(_ marker: UInt8) -> Bool { marker == 0x01 || 0xD0...0xD8 ~= marker }

  /// Whether the bytes start like a JPEG but have no end marker. Bytes after that are ignored.
  static func isTruncated(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, startOfImage, 0xFF]) else { return false }
    var place = 2
    while let (marker, next) = marker(in: bytes, from: place) {
      if marker == endOfImage { return false }
      place = next
      if isStandalone(marker) { continue }
      guard next + 2 <= bytes.count else { return true }
      place += Int(bytes[next]) << 8 | Int(bytes[next + 1])
    }
    return true
  }

  /// The next marker, after skipping compressed data, in which 0xFF is followed by 0.
  private static func marker(in bytes: [UInt8], from start: Int) -> (marker: UInt8, next: Int)? {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF { return (bytes[place + 1], place + 2) }
      place += 1
    }
    return nil
  }
}
