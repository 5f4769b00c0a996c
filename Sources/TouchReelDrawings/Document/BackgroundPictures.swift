package import TouchReelCanvas

/// What a background shows besides colours.
package enum BackgroundPicture: Hashable, Sendable {
  case pixels(PixelBuffer)
  /// A page of a PDF, by its index.
  case page(PDFDocument, Int)
}

/// What backgrounds show, by the names that they have for it.
package struct BackgroundPictures: Sendable {
  private var images: [ImageID: PixelBuffer] = [:]
  private var documents: [ImageID: PDFDocument] = [:]

  package init() {}

  /// The image or the page that a background names; `nil` while it is not known.
  package subscript(id: ImageID) -> BackgroundPicture? {
    if let image = images[id] { return .pixels(image) }
    guard let (document, page) = id.page, let known = documents[document], page < known.pageCount else { return nil }
    return .page(known, page)
  }

  package mutating func add(_ image: PixelBuffer, as id: ImageID) { images[id] = image }

  /// - Parameter id: without a page.
  package mutating func add(_ document: PDFDocument, as id: ImageID) { documents[id] = document }

  package mutating func add(_ picture: BackgroundPicture, as id: ImageID) {
    switch picture {
    case .pixels(let image): add(image, as: id)
    case .page(let document, _): add(document, as: id.file)
    }
  }

  /// The pages of PDFs, by their indices, that are blank because they could not be drawn.
  package var undrawnPages: Set<Int> { documents.values.reduce(into: []) { $0.formUnion($1.undrawnPages) } }

  /// Whether others have as many under the same names.
  package func hasNames(of other: BackgroundPictures) -> Bool {
    images.keys == other.images.keys && documents.keys == other.documents.keys
  }
}

extension ImageID {
  private static let pageMark = "#page="

  /// The name of a page of a PDF.
  ///
  /// - Parameters:
  ///   - file: the name of all of it.
  ///   - page: the index of the page.
  package init(_ file: ImageID, page: Int) { self.init(rawValue: file.rawValue + Self.pageMark + "\(page + 1)") }

  /// The file and the index of the page in it that this names; `nil` if it names no page.
  package var page: (file: ImageID, index: Int)? {
    guard let mark = rawValue.lastIndex(of: "#"), rawValue[mark...].hasPrefix(Self.pageMark),
      let number = Int(rawValue[mark...].dropFirst(Self.pageMark.count)), number >= 1
    else { return nil }
    return (ImageID(rawValue: String(rawValue[..<mark])), number - 1)
  }

  /// Whether it is the SHA-256 of a file.
  package var isDigest: Bool { rawValue.utf8.count == 64 && rawValue.utf8.allSatisfy { Self.digits.contains($0) } }

  private static let digits = Array("0123456789abcdef".utf8)

  /// The name of the file that it is in.
  package var file: ImageID { page?.file ?? self }
}
