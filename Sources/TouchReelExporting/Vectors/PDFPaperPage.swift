import TouchReelCanvas
import TouchReelClampedNumbers

/// A page of another PDF below the ink.
struct PDFPaperPage: Hashable, Sendable {
  var document: PDFDocument
  var page: Int
}

extension PDFObjects {
  /// Sets objects that were reserved for pages of other PDFs. All pages of one come at once: they share their fonts.
  mutating func set(_ papers: [PDFPaperPage: Int]) {
    let byDocument = Dictionary(grouping: papers, by: \.key.document)
    let first = byDocument.mapValues { $0.map(\.value).min() ?? 0 }
    // One order, so that the file has the same bytes each time.
    for (document, papers) in byDocument.sorted(by: { first[$0.key, default: 0] < first[$1.key, default: 0] }) {
      let inOrder = papers.sorted { $0.key.page < $1.key.page }
      let forms = inOrder.map { paper, object in
        let (width, height) = document.size(ofPage: paper.page)
        return (object: object, width: width, height: height)
      }
      if let bytes = document.vectors(ofPages: inOrder.map(\.key.page)), let file = PDFImport(bytes),
        file.set(forms, in: &self)
      {
        continue
      }
      for ((paper, _), form) in zip(inOrder, forms) { setPixels(of: paper, form) }
    }
  }

  /// A page as at most 4096 pixels a side, where Poppler and Cairo have written something else than expected.
  private mutating func setPixels(of paper: PDFPaperPage, _ form: (object: Int, width: Double, height: Double)) {
    let scale = min(4, 4096 / max(form.width, form.height))
    let size = PixelSize(
      width: max(1, Int(clamping: form.width * scale)), height: max(1, Int(clamping: form.height * scale)))
    let area = PaperArea(width: Double(size.width), height: Double(size.height), scale: scale, part: size.bounds)
    let pixels = paper.document.picture(ofPage: paper.page, in: area, .fit, on: .white)
    let samples = pixels.pixels.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 16), UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
    let image = addStream(
      "/Type/XObject/Subtype/Image/Width \(size.width)/Height \(size.height)/ColorSpace/DeviceRGB/BitsPerComponent 8",
      samples)
    let (width, height) = (form.width.inPDF, form.height.inPDF)
    let content = "\(width) 0 0 \(height) 0 0 cm /P Do"
    let head = "<</Type/XObject/Subtype/Form/BBox[0 0 \(width) \(height)]/Resources<</XObject<</P \(image) 0 R>>>>"
    set(form.object, Array("\(head)/Length \(content.utf8.count)>>stream\n\(content)\nendstream".utf8))
  }
}
