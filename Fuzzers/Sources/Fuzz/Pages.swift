@testable import TouchReelCanvas
import TouchReelDrawingFiles
import TouchReelDrawings
@testable import TouchReelExporting
@testable import TouchReelInkFiles
import TouchReelTouchTracking

/// A file of Xournal++, plain, packed by gzip or in a ZIP archive: its pages, written and read again, have as many
/// strokes, samples, images and texts.
func fuzzXournal(_ bytes: [UInt8]) throws {
  let pages = try xournalPages(bytes)
  guard !pages.isEmpty else { return }
  let file = XournalFile.file(of: pages)
  guard let again = try? xournalPages(file) else { fail("a file of \(pages.count) pages cannot be read again") }
  require(again.count == pages.count, "\(pages.count) pages become \(again.count)")
  for (number, (page, second)) in zip(pages, again).enumerated() {
    // A dot is written as two points.
    let (counts, expected) = (second.strokes.map(\.samples.count), page.strokes.map { max($0.samples.count, 2) })
    requireSame(counts, expected, "samples of page \(number + 1)")
    // XML holds no control characters: U+FFFD stands for each that a damaged file has.
    func lengths(_ page: InkPage) -> [Int] { page.texts.map(\.text.unicodeScalars.count) }
    requireSame(lengths(second), lengths(page), "texts of page \(number + 1)")
    require(second.images.count == page.images.count, "images of page \(number + 1)")
  }
  // One page alone is the same as that among all.
  var choices = Choices(bytes)
  let number = choices.number(1...pages.count)
  guard let alone = try? XournalFile.read(bytes, page: number) else { fail("page \(number) cannot be read alone") }
  requireSame(alone.strokes, pages[number - 1].strokes, "page \(number), read alone")
}

private func xournalPages(_ bytes: [UInt8]) throws(InkFileError) -> [InkPage] {
  var pages: [InkPage] = []
  let limits = InkLimits.standard
  _ = try XournalFile.readPages(bytes, limits: limits) { pages.append($0) }
  return pages
}

/// An image of any kind, as it is dropped on a board: what becomes of it is an image that can be read again.
func fuzzImage(_ bytes: [UInt8]) throws {
  if let image = try? EmbeddedImage(bytes, pixelLimit: 1 << 20) {
    require(!image.pixels.size.bounds.isEmpty, "an image without pixels")
    for halvings in 0...3 { _ = image.reduced(halvings) }
  }
  guard let pixels = try? PixelBuffer(image: bytes, pixelLimit: 1 << 20) else { return }
  guard let again = try? EmbeddedImage(pixels.png()) else { fail("an image cannot be read as PNG") }
  requireSame(again.pixels.pixels, pixels.pixels, "an image, as PNG")
}

/// A PDF as the paper of pages: what is taken over of it is a PDF whose objects are found again; some inputs go through
/// Poppler, which is slow.
func fuzzPaper(_ bytes: [UInt8]) throws {
  importPages(bytes)
  var choices = Choices(bytes)
  guard choices.number(0...15) == 0, let document = try? PDFDocument(bytes) else { return }
  let drawing = Drawing(onPagesOf: document, ImageID(rawValue: "paper"))
  require(drawing.size.width >= 1 && drawing.size.height >= 1, "a page of \(drawing.size)")
  if let vectors = document.vectors(ofPages: [0]) { importPages(vectors) }
}

private func importPages(_ bytes: [UInt8]) {
  guard let file = PDFImport(bytes) else { return }
  for count in 1...3 {
    var objects = PDFObjects()
    let forms = (0..<count).map { _ in (object: objects.reserve(), width: 100.0, height: 50.5) }
    guard file.set(forms, in: &objects) else { continue }
    var written: [UInt8] = []
    objects.write(root: 1, as: .transparency) { written += $0 }
    require(PDFImport(written) != nil, "what was taken over is no PDF")
  }
}
