import CGtk
import Canvas
import SystemPackage

/// Why a picture was not taken, in words.
nonisolated struct ImageProblem: Error, CustomStringConvertible {
  var description: String
}

/// A picture of the user's, of any format that GTK reads, as a PNG and as pixels.
struct LoadedImage {
  static let patterns = "*.png *.jpg *.jpeg *.gif *.webp *.tif *.tiff *.bmp *.svg"

  let png: [UInt8]
  let pixels: PixelBuffer

  init(_ path: FilePath) throws(ImageProblem) {
    let name = path.fileName
    try Self.check(path, name)
    png = try Self.png(of: path, name)
    do throws(PNGError) {
      pixels = try PixelBuffer(png: png)
    } catch {
      throw ImageProblem(description: "\(name) is not usable: \(error.inWords)")
    }
  }

  /// A header tells the size before there is memory for the pixels.
  private static func check(_ path: FilePath, _ name: String) throws(ImageProblem) {
    var (width, height) = (CInt(0), CInt(0))
    guard gdk_pixbuf_get_file_info(path.string, &width, &height) != nil else {
      throw ImageProblem(description: "\(name) is not a picture, or cannot be read.")
    }
    guard Int(width) * Int(height) <= PixelBuffer.pngPixelLimit else {
      throw ImageProblem(description: "\(name) is \(width) × \(height) pixels, which is too large; make it smaller.")
    }
  }

  private static func png(of path: FilePath, _ name: String) throws(ImageProblem) -> [UInt8] {
    var error: UnsafeMutablePointer<GError>?
    guard let texture = gdk_texture_new_from_filename(path.string, &error) else {
      let reason = error.map { String(cString: $0.pointee.message) } ?? "it cannot be read"
      g_clear_error(&error)
      throw ImageProblem(description: "\(name): \(reason)")
    }
    let holder = ObjectHolder(adopting: texture)
    return withExtendedLifetime(holder) {
      guard let bytes = gdk_texture_save_to_png_bytes(texture) else { return [] }
      defer { g_bytes_unref(bytes) }
      var count = gsize(0)
      let start = g_bytes_get_data(bytes, &count)
      return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
  }
}

extension PNGError {
  fileprivate var inWords: String {
    switch self {
    case .notPNG, .damaged: "it is damaged"
    case .unusableSize(let width, let height): "it is \(width) × \(height) pixels"
    }
  }
}
