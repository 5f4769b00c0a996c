import CTouchReelCairo
import CTouchReelPoppler
import Synchronization

/// Why a PDF was not read.
package enum PDFError: Error, Hashable, Sendable {
  /// Poppler's library for C is not installed.
  case missingLibrary(package: String)
  /// It is read with a password only.
  case locked
  /// It is no PDF, or so damaged that it has no pages.
  case damaged
}

extension PDFError: CustomStringConvertible {
  /// The reason, and what to do.
  package var description: String {
    switch self {
    case .missingLibrary(let package): "drawing them takes Poppler's library: install \(package)"
    case .locked: "it is read with a password only: save it without one"
    case .damaged: "it is not a PDF, or damaged"
    }
  }
}

/// A PDF whose pages lie under ink, drawn by Poppler as large as they are needed.
package final class PDFDocument: Sendable {
  package static let mediaType = "application/pdf"

  /// The content of the file.
  package let bytes: [UInt8]
  package let pageCount: Int
  /// A document of Poppler's is for one thread at a time.
  private let document: Mutex<PopplerDocument>

  /// More pages would be more than a drawing has.
  private static let pageLimit = 10_000

  /// - Parameter bytes: the content of a PDF.
  package init(_ bytes: [UInt8]) throws(PDFError) {
    // Poppler takes anything and repairs it.
    guard Self.begins(bytes) else { throw .damaged }
    let opened = try PopplerDocument(bytes)
    let count = opened.pageCount
    guard (1...Self.pageLimit).contains(count) else { throw .damaged }
    self.bytes = bytes
    pageCount = count
    document = Mutex(opened)
  }

  /// Whether bytes begin as a PDF does: within the first kilobyte, as its readers look for it.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let mark = Array("%PDF-".utf8)
    let head = Array(bytes.prefix(1024))
    return head.indices.contains { head[$0...].starts(with: mark) }
  }

  /// The size of a page in points, 1/72 inch.
  ///
  /// - Parameter page: its index. One that is not there has no size.
  package func size(ofPage page: Int) -> (width: Double, height: Double) {
    document.withLock { $0.withPage(page) { $0.size } ?? (0, 0) }
  }

  /// A page as large as fits or as small as covers an area, in the middle of that, or in its own size from the top
  /// left.
  ///
  /// - Parameters:
  ///   - page: its index.
  ///   - color: what shows around and through it.
  package func picture(
    ofPage page: Int, in area: PaperArea, _ mode: BackgroundImageMode, on color: PixelColor
  ) -> PixelBuffer {
    var picture = PixelBuffer(size: area.part.size, filledWith: color.premultiplied)
    document.withLock { document in
      _ = document.withPage(page) { page in
        picture.withSurface { page.draw(on: $0, area, mode) }
      }
    }
    return picture
  }

  /// Some of the pages as a PDF of their own, with their fonts, and without links and forms that can be filled in;
  /// `nil` if they cannot be drawn.
  ///
  /// - Parameter pages: their indices.
  package func vectors(ofPages pages: [Int]) -> [UInt8]? {
    document.withLock { document in
      let writing = PDFWriting()
      for page in pages {
        guard document.withPage(page, { $0.add(to: writing) }) == true else { return nil }
      }
      return writing.finish()
    }
  }
}

extension PDFDocument: Hashable {
  package static func == (one: PDFDocument, other: PDFDocument) -> Bool { one === other || one.bytes == other.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }
}

/// Where a page is drawn: on a part of an area that it lies in the middle of.
package struct PaperArea: Hashable, Sendable {
  /// The size of the whole area, in pixels.
  let width: Double
  let height: Double
  /// Pixels for a point of a page in its own size.
  let scale: Double
  let part: PixelRect

  /// - Parameters:
  ///   - width: of the whole area, in pixels.
  ///   - height: of the whole area, in pixels.
  ///   - scale: pixels for a point of a page in its own size.
  ///   - part: what is drawn of it.
  package init(width: Double, height: Double, scale: Double, part: PixelRect) {
    (self.width, self.height, self.scale, self.part) = (width, height, scale, part)
  }

  /// Where a page lies in its own size, or scaled.
  ///
  /// - Parameter page: its size in points.
  package func placing(
    of page: (width: Double, height: Double), _ mode: BackgroundImageMode
  ) -> (x: Double, y: Double, scale: Double) {
    let ratios = (width / page.width, height / page.height)
    let scale =
      switch mode {
      case .tile: self.scale
      case .fit: min(ratios.0, ratios.1)
      case .fill: max(ratios.0, ratios.1)
      }
    if mode == .tile { return (0, 0, scale) }
    return ((width - page.width * scale) / 2, (height - page.height * scale) / 2, scale)
  }
}

/// A document of Poppler's, freed with this.
private struct PopplerDocument: ~Copyable {
  private let functions: poppler_functions
  private let document: UnsafeMutableRawPointer

  /// `POPPLER_ERROR_ENCRYPTED` of `poppler-enums.h`.
  private static let encrypted: CInt = 1

  init(_ bytes: [UInt8]) throws(PDFError) {
    guard let poppler else { throw .missingLibrary(package: "libpoppler-glib8") }
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
