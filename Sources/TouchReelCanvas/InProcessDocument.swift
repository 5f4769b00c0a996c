import CTouchReelCairo
import CTouchReelPoppler
import Synchronization

/// A PDF that Poppler has opened in this process.
final class InProcessDocument: DecodedDocument {
  let pageCount: Int
  /// A document of Poppler's is for one thread at a time.
  private let document: Mutex<PopplerDocument>

  init(_ bytes: [UInt8]) throws(PDFError) {
    let opened = try PopplerDocument(bytes)
    pageCount = opened.pageCount
    document = Mutex(opened)
  }

  func size(ofPage page: Int) -> (width: Double, height: Double) {
    document.withLock { $0.withPage(page) { $0.size } ?? (0, 0) }
  }

  func picture(
    ofPage page: Int, in area: PaperArea, _ mode: BackgroundImageMode, on color: PixelColor
  ) -> PixelBuffer? {
    var picture = PixelBuffer(size: area.part.size, filledWith: color.premultiplied)
    document.withLock { document in
      _ = document.withPage(page) { page in
        picture.withSurface { page.draw(on: $0, area, mode) }
      }
    }
    return picture
  }

  func vectors(ofPages pages: [Int]) -> [UInt8]? {
    document.withLock { document in
      let writing = PDFWriting()
      for page in pages {
        guard document.withPage(page, { $0.add(to: writing) }) == true else { return nil }
      }
      return writing.finish()
    }
  }
}

/// A document of Poppler's, freed with this.
private struct PopplerDocument: ~Copyable {
  private let functions: poppler_functions
  private let document: UnsafeMutableRawPointer

  /// `POPPLER_ERROR_ENCRYPTED` of `poppler-enums.h`.
  private static let encrypted: CInt = 1

  init(_ bytes: [UInt8]) throws(PDFError) {
    guard let poppler else { throw .missingPoppler }
    let content = poppler.g_bytes_new(bytes, bytes.count)
    defer { poppler.g_bytes_unref(content) }
    var error: UnsafeMutablePointer<poppler_error>?
    guard let document = poppler.poppler_document_new_from_bytes(content, nil, &error) else {
      let isLocked = error?.pointee.code == Self.encrypted
      if let error { poppler.g_error_free(error) }
      throw isLocked ? .locked : .damaged
    }
    functions = poppler
    self.document = document
  }

  deinit { functions.g_object_unref(document) }

  var pageCount: Int { Int(functions.poppler_document_get_n_pages(document)) }

  /// - Returns: `nil` if there is no such page.
  func withPage<Result>(_ index: Int, _ body: (PopplerPage) -> Result) -> Result? {
    guard (0..<pageCount).contains(index), let page = functions.poppler_document_get_page(document, CInt(index)) else {
      return nil
    }
    defer { functions.g_object_unref(page) }
    return body(PopplerPage(functions: functions, page: page))
  }
}

/// A page of Poppler's.
private struct PopplerPage {
  let functions: poppler_functions
  let page: UnsafeMutableRawPointer

  var size: (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    functions.poppler_page_get_size(page, &width, &height)
    return (width, height)
  }

  /// - Returns: false if the page cannot be drawn.
  func add(to writing: PDFWriting) -> Bool {
    let (width, height) = size
    return writing.add(width: width, height: height) { functions.poppler_page_render_for_printing(page, $0) }
  }

  func draw(on surface: OpaquePointer, _ area: PaperArea, _ mode: BackgroundImageMode) {
    let (width, height) = size
    guard width > 0, height > 0 else { return }
    let placing = area.placing(of: (width, height), mode)
    let context = cairo.create(surface)
    defer { cairo.destroy(context) }
    cairo.translate(context, placing.x - Double(area.part.x), placing.y - Double(area.part.y))
    cairo.scale(context, placing.scale, placing.scale)
    functions.poppler_page_render(page, context)
  }
}
