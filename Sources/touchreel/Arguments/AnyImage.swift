import TouchReelCanvas
import TouchReelDrawings

/// Why an image is not shown, in plain text.
struct ImageFailure: Error {
  var message: String
}

extension PixelBuffer {
  /// A PNG, or an image in any other format that windows take.
  ///
  /// - Parameter use: of a PNG, which need not be held whole.
  init(anyImage bytes: [UInt8], as use: PNGUse = .whole, _ limits: Limits) throws(ImageFailure) {
    do throws(PNGError) {
      try self.init(png: bytes, use: use, pixelLimit: limits.pixelLimit)
    } catch .notPNG {
      self = try Self.foreign(bytes, limits)
    } catch {
      throw ImageFailure(message: error.message)
    }
  }

  private static func foreign(_ bytes: [UInt8], _ limits: Limits) throws(ImageFailure) -> PixelBuffer {
    do throws(ImageError) {
      return try PixelBuffer(image: bytes, pixelLimit: limits.pixelLimit)
    } catch {
      throw ImageFailure(message: error.message(limit: limits.pixelLimit))
    }
  }
}

extension BackgroundPicture {
  /// An image, or a page of a PDF.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - id: says which page.
  ///   - use: of a PNG, which need not be held whole.
  init(_ bytes: [UInt8], _ id: ImageID, as use: PNGUse = .whole, _ limits: Limits) throws(ImageFailure) {
    guard let (_, page) = id.page else {
      self = .pixels(try PixelBuffer(anyImage: bytes, as: use, limits))
      return
    }
    let document = try Self.document(bytes)
    guard page < document.pageCount else {
      throw ImageFailure(message: "it has \(counted(document.pageCount, "page", "pages"))")
    }
    guard document.size(ofPage: page).width > 0 else { throw ImageFailure(message: "its page \(page + 1) is damaged") }
    self = .page(document, page)
  }

  private static func document(_ bytes: [UInt8]) throws(ImageFailure) -> PDFDocument {
    do throws(PDFError) {
      return try PDFDocument(bytes)
    } catch {
      throw ImageFailure(message: error.description)
    }
  }
}

extension PNGError {
  /// The error in plain text.
  var message: String {
    switch self {
    case .notPNG: "it is not a PNG file"
    case .unusableSize(let width, let height):
      "its size is \(width)x\(height) pixels; each side must be 1 to \(PixelSize.maximumSide)"
    case .tooManyPixels(let width, let height, let limit): beyondLimit(Int(width), Int(height), limit)
    case .damaged: "it is damaged"
    }
  }
}

extension ImageError {
  fileprivate func message(limit: Int) -> String {
    switch self {
    case .notImage: "it is not an image that can be read"
    case .tooLarge(let width, let height): beyondLimit(width, height, limit)
    case .damaged: "it is damaged or truncated"
    }
  }
}

private func beyondLimit(_ width: Int, _ height: Int, _ limit: Int) -> String {
  "its size is \(width)x\(height) pixels, above the limit of \(limit / 1_000_000) million; raise it with --limits image=N"
}
