import Synchronization

/// Decodes what this project leaves to libraries in C: images other than PNG, and PDFs.
package protocol MediaDecoder: Sendable {
  /// - Parameters:
  ///   - bytes: the content of a file.
  ///   - pixelLimit: how many pixels it may have. No memory is taken for one that has more.
  func image(_ bytes: [UInt8], pixelLimit: Int) throws(ImageError) -> PixelBuffer

  /// - Parameter bytes: the content of a PDF.
  func document(_ bytes: [UInt8]) throws(PDFError) -> any DecodedDocument
}

/// A PDF that a decoder has opened. Any thread may ask for its pages.
package protocol DecodedDocument: Sendable {
  var pageCount: Int { get }

  /// The size of a page in points; 0 of one that is not there.
  func size(ofPage page: Int) -> (width: Double, height: Double)

  /// A page on a colour; the colour alone if there is no such page, and `nil` if it cannot be drawn.
  func picture(
    ofPage page: Int, in area: PaperArea, _ mode: BackgroundImageMode, on color: PixelColor
  ) -> PixelBuffer?

  /// Pages as a PDF of their own; `nil` if they cannot be drawn.
  func vectors(ofPages pages: [Int]) -> [UInt8]?
}

/// The decoder that a program reads files with: the libraries in its own process, unless it has chosen another.
package enum ChosenDecoder {
  private static let chosen = Mutex<(any MediaDecoder)?>(nil)

  package static var current: any MediaDecoder { chosen.withLock { $0 } ?? InProcessDecoder() }

  /// To be called before a file is read.
  package static func choose(_ decoder: any MediaDecoder) { chosen.withLock { $0 = decoder } }
}

/// GdkPixbuf and Poppler in this process.
package struct InProcessDecoder: MediaDecoder {
  package init() {}

  /// Opens the libraries, which is otherwise done when they are first needed.
  package static func openLibraries() {
    _ = cairo
    _ = pixbuf
    _ = poppler
  }

  package func image(_ bytes: [UInt8], pixelLimit: Int) throws(ImageError) -> PixelBuffer {
    try straightPixels(of: bytes, pixelLimit: pixelLimit) { PixelBuffer(size: $0, $1) }
  }

  /// Hands an image on as GdkPixbuf has it.
  ///
  /// - Parameter body: is given its size and its pixels, which it must not keep.
  package func straightPixels<Result>(
    of bytes: [UInt8], pixelLimit: Int, _ body: (PixelSize, StraightPixels) -> Result
  ) throws(ImageError) -> Result {
    try ImageLoader(limit: pixelLimit).load(bytes, body)
  }

  package func document(_ bytes: [UInt8]) throws(PDFError) -> any DecodedDocument { try InProcessDocument(bytes) }
}
