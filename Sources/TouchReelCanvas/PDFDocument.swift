import Synchronization

/// Why a PDF was not read.
package enum PDFError: Error, Hashable, Sendable {
  /// Poppler's library for C is not installed.
  case missingLibrary(package: String)
  /// It is read with a password only.
  case locked
  /// It is no PDF, or so damaged that it has no pages.
  case damaged

  package static let missingPoppler = PDFError.missingLibrary(package: "libpoppler-glib8")
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
  private let decoded: any DecodedDocument
  private let undrawn = Mutex<Set<Int>>([])

  /// More pages would be more than a drawing has.
  private static let pageLimit = 10_000

  /// - Parameters:
  ///   - bytes: the content of a PDF.
  ///   - decoder: opens it and draws its pages.
  package init(_ bytes: [UInt8], by decoder: any MediaDecoder = ChosenDecoder.current) throws(PDFError) {
    // Poppler takes anything and repairs it.
    guard Self.begins(bytes) else { throw .damaged }
    decoded = try decoder.document(bytes)
    pageCount = decoded.pageCount
    self.bytes = bytes
    guard (1...Self.pageLimit).contains(pageCount) else { throw .damaged }
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
    decoded.size(ofPage: page)
  }

  /// The pages, by their indices, that were to be drawn and could not be.
  package var undrawnPages: Set<Int> { undrawn.withLock { $0 } }

  /// A page as large as fits or as small as covers an area, in the middle of that, or in its own size from the top
  /// left. One that cannot be drawn is blank, and among ``undrawnPages``.
  ///
  /// - Parameters:
  ///   - page: its index.
  ///   - color: what shows around and through it.
  package func picture(
    ofPage page: Int, in area: PaperArea, _ mode: BackgroundImageMode, on color: PixelColor
  ) -> PixelBuffer {
    if let picture = decoded.picture(ofPage: page, in: area, mode, on: color) { return picture }
    undrawn.withLock { _ = $0.insert(page) }
    return PixelBuffer(size: area.part.size, filledWith: color.premultiplied)
  }

  /// Some of the pages as a PDF of their own, with their fonts, and without links and forms that can be filled in;
  /// `nil` if they cannot be drawn.
  ///
  /// - Parameter pages: their indices.
  package func vectors(ofPages pages: [Int]) -> [UInt8]? { decoded.vectors(ofPages: pages) }
}

extension PDFDocument: Hashable {
  package static func == (one: PDFDocument, other: PDFDocument) -> Bool { one === other || one.bytes == other.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }
}

/// Where a page is drawn: on a part of an area that it lies in the middle of.
package struct PaperArea: Hashable, Sendable {
  /// The size of the whole area, in pixels.
  package let width: Double
  package let height: Double
  /// Pixels for a point of a page in its own size.
  package let scale: Double
  package let part: PixelRect

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
