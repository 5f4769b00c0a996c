import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// A text of a PDF, wherever it stands.
struct PDFText: Hashable, Sendable {
  let page: TextPage
  /// The size of its form, in points.
  let width: Double
  let height: Double
  /// Around the text's box.
  var margin: Double { page.margin }
  /// The letters' outlines, where they cannot be text.
  fileprivate let layout: TextLayout
  fileprivate let color: PixelColor

  init(_ shape: TextShape, _ layout: TextLayout, _ color: PixelColor) {
    page = TextPage(shape.order, color)
    (self.layout, self.color) = (layout, color)
    (width, height) = (layout.width + 2 * page.margin, layout.height + 2 * page.margin)
  }

  /// Whether a part of it reads from right to left (UAX #9: Hebrew to Arabic Extended-A, and their presentation forms).
  fileprivate var readsLeft: Bool {
    page.text.unicodeScalars.contains { scalar in
      [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF].contains { $0.contains(scalar.value) }
    }
  }

  // All follows from what is set, and its colour.
  static func == (left: PDFText, right: PDFText) -> Bool { left.page == right.page }
  func hash(into hasher: inout Hasher) { hasher.combine(page) }
}

extension PDFPage {
  /// Glyphs that have colours of their own lie above the letters.
  mutating func draw(_ shape: TextShape, _ color: PixelColor) {
    guard let layout = shape.layout, let corner = shape.corner else { return }
    if picture.texts == .asText {
      draw(PDFText(shape, layout, color), at: corner)
    } else {
      draw(.filled(.path(VectorPath(layout, at: corner))), color)
    }
    for image in shape.images { draw(.image(image), color) }
  }

  /// - Parameter corner: the upper left one of the text's box.
  private mutating func draw(_ text: PDFText, at corner: BoardPoint) {
    let form = shared.texts[text] ?? objects.reserve()
    shared.texts[text] = form
    let (x, y) = (corner.x - text.margin, corner.y - text.margin + text.height)
    content.append(text: "q 1 0 0 -1 \(x.inPDF) \(y.inPDF) cm \(name(ofForm: form)) Do Q\n")
  }
}

extension PDFObjects {
  /// Sets objects that were reserved for texts. They share their fonts, but for those that read to the left: there a
  /// glyph stands for the mirrored bracket, and in a font it stands for one character alone.
  mutating func set(_ texts: [PDFText: Int]) {
    for (_, texts) in Dictionary(grouping: texts, by: \.key.readsLeft).sorted(by: { !$0.key && $1.key }) {
      set(sharingFonts: Dictionary(uniqueKeysWithValues: texts.map { ($0.key, $0.value) }))
    }
  }

  private mutating func set(sharingFonts texts: [PDFText: Int]) {
    let inOrder = texts.sorted { $0.value < $1.value }
    let forms = inOrder.map { (object: $1, width: $0.width, height: $0.height) }
    if let bytes = TextPage.pdf(of: inOrder.map(\.key.page)), let file = PDFImport(bytes),
      file.set(forms, in: &self)
    {
      return
    }
    for (text, object) in inOrder { set(object, outlineOf: text) }
  }

  /// A text as the outlines of its letters, where Cairo has written something else than expected.
  private mutating func set(_ object: Int, outlineOf text: PDFText) {
    var content = VectorText()
    content.append(text: "1 0 0 -1 0 \(text.height.inPDF) cm \(text.color.inPDF)rg\n")
    content.append(inPDF: VectorPath(text.layout, at: BoardPoint(x: text.margin, y: text.margin)))
    content.append("f")
    let box = "/BBox[0 0 \(text.width.inPDF) \(text.height.inPDF)]"
    let head = "<</Type/XObject/Subtype/Form\(box)/Length \(content.bytes.count)>>stream\n"
    set(object, Array(head.utf8) + content.bytes + Array("\nendstream".utf8))
  }
}
