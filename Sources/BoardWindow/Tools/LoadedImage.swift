import ByteStreams
import CGtk
import Canvas
import Recordings
import SystemPackage

/// Why a picture was not taken, in words.
nonisolated struct ImageProblem: Error, CustomStringConvertible {
  var description: String
}

/// A picture of the user's, of any format that GdkPixbuf reads, as a PNG and as pixels.
nonisolated struct LoadedImage: Sendable {
  static let patterns = "*.png *.jpg *.jpeg *.gif *.webp *.tif *.tiff *.bmp *.svg"
  /// More than a picture of the most pixels takes in any of the formats.
  static let byteLimit = PixelBuffer.pngPixelLimit * 4

  /// Whether a file is called as pictures are.
  static func isMeant(by path: FilePath) -> Bool {
    let suffix = "*.\(path.extension?.lowercased() ?? "")"
    return patterns.split(separator: " ").contains { $0 == suffix }
  }

  let png: [UInt8]
  let pixels: PixelBuffer

  init(_ path: FilePath) throws(ImageProblem) {
    let name = path.fileName
    try Self.checkSize(of: path, name)
    // Its decoder would show grey for what is missing.
    if try Self.isCutJPEG(path) { throw ImageProblem(description: "\(name) is damaged: it ends early.") }
    pixels = try Self.decoded(path, name)
    png = pixels.png()
  }

  /// Tells from the file's length, and from the size in its header, before there is memory for either.
  private static func checkSize(of path: FilePath, _ name: String) throws(ImageProblem) {
    let length = (try? path.stat().size) ?? 0
    guard length <= byteLimit else {
      throw ImageProblem(description: "\(name) has \(length >> 20) MB, which is too large; make it smaller.")
    }
    var (width, height) = (CInt(0), CInt(0))
    guard gdk_pixbuf_get_file_info(path.string, &width, &height) != nil else {
      throw ImageProblem(description: "\(name) is not a picture, or cannot be read.")
    }
    guard max(width, height) <= PixelSize.maximumSide, Int(width) * Int(height) <= PixelBuffer.pngPixelLimit else {
      throw ImageProblem(description: "\(name) is \(width) × \(height) pixels, which is too large; make it smaller.")
    }
  }

  private static func isCutJPEG(_ path: FilePath) throws(ImageProblem) -> Bool {
    do throws(FileError) {
      return JPEGFile.isCutShort(try FileBytes(path: path).everything(limit: byteLimit))
    } catch {
      throw ImageProblem(description: error.description)
    }
  }

  private static func decoded(_ path: FilePath, _ name: String) throws(ImageProblem) -> PixelBuffer {
    guard let picture = gdk_pixbuf_new_from_file(path.string, nil) else {
      throw ImageProblem(description: "\(name) is damaged, or ends early.")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    return pixels(of: picture)
  }

  /// Turned as the camera was held.
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

/// A JPEG as a row of markers (ISO/IEC 10918-1, annex B).
nonisolated enum JPEGFile {
  private static let (startOfImage, endOfImage) = (UInt8(0xD8), UInt8(0xD9))
  /// Markers that nothing belongs to: TEM, and those that restart within a scan.
  private static func isLone(_ marker: UInt8) -> Bool { marker == 0x01 || 0xD0...0xD8 ~= marker }

  /// Whether the bytes begin as a JPEG and end before its end is marked. What comes after the end does not count.
  static func isCutShort(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, startOfImage, 0xFF]) else { return false }
    var place = 2
    while let (marker, next) = marker(in: bytes, from: place) {
      if marker == endOfImage { return false }
      place = next
      if isLone(marker) { continue }
      guard next + 2 <= bytes.count else { return true }
      place += Int(bytes[next]) << 8 | Int(bytes[next + 1])
    }
    return true
  }

  /// The next marker, past compressed data: in those, 0xFF is followed by 0.
  private static func marker(in bytes: [UInt8], from start: Int) -> (marker: UInt8, next: Int)? {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF { return (bytes[place + 1], place + 2) }
      place += 1
    }
    return nil
  }
}
