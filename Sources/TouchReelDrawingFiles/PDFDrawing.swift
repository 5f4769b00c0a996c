package import TouchReelCanvas
package import TouchReelDrawings
import TouchReelTouchTracking

extension Drawing {
  /// A drawing to write on the pages of a PDF, each of its own size.
  ///
  /// - Parameters:
  ///   - document: what lies under the ink.
  ///   - id: the name of its file.
  package init(onPagesOf document: PDFDocument, _ id: ImageID) {
    let papers = Self.papers(of: document, id)
    let first = papers.first ?? Paper()
    self.init(size: first.size ?? BoardSize(width: 1, height: 1), background: first.background)
    append(.resize(boardSize))
    guard papers.count > 1 else { return }
    append(.insertAll(Array(papers.dropFirst()), at: 1))
    append(.turn(to: 0))
  }

  /// Papers of the pages of a PDF.
  package static func papers(of document: PDFDocument, _ id: ImageID) -> [Paper] {
    (0..<document.pageCount).map { page in
      Paper(
        size: size(ofPage: page, of: document), background: .image(ImageID(id, page: page), .fit, on: .white))
    }
  }

  private mutating func append(_ operation: PageOperation) {
    // Pages that are put in one behind the other, of sizes that pages can have.
    _ = try? append(.page(operation))
  }

  private static func size(ofPage page: Int, of document: PDFDocument) -> BoardSize {
    let (width, height) = document.size(ofPage: page)
    let scale = min(1, Double(Raster.maximumSide) / max(width, height, 1))
    return BoardSize(width: max(width * scale, 1), height: max(height * scale, 1))
  }
}
