/// Writes pages part by part, packed by gzip: strokes may have millions of points.
///
/// ```
/// for page in pages {
///   writer.begin(page)
///   for layer in layers {
///     writer.beginLayer(nil)
///     writer.add(layer)
///   }
/// }
/// let file = writer.finish()
/// ```
package final class XournalWriter {
  private let packer = GzipPacker()
  private var isInPage = false
  private var isInLayer = false
  /// Whether a page has named the PDF whose pages the others have as well.
  private var hasNamedPaper = false

  package init() { packer.add(Array(XournalFile.head.utf8)) }

  /// Begins the next page.
  ///
  /// - Parameter page: with a size; its lengths in points of 1/72 inch.
  package func begin(_ page: InkPage) {
    endPage()
    isInPage = true
    packer.add(Array(XournalFile.head(of: page, namesPaper: !hasNamedPaper).utf8))
    if page.backgroundFile?.page != nil { hasNamedPaper = true }
  }

  /// Begins the next layer of a page, above those before.
  ///
  /// - Parameter name: `nil` for none.
  package func beginLayer(_ name: String?) {
    endLayer()
    isInLayer = true
    packer.add(Array(XournalFile.layerHead(name).utf8))
  }

  private func endLayer() {
    if isInLayer { packer.add(Array(XournalFile.layerFoot.utf8)) }
    isInLayer = false
  }

  private func endPage() {
    endLayer()
    if isInPage { packer.add(Array(XournalFile.pageFoot.utf8)) }
    isInPage = false
  }

  /// Adds all that lies on a layer, on top of what came before.
  package func add(_ page: InkPage) {
    for item in page.items { packer.add(Array(XournalFile.element(of: item, on: page).utf8)) }
  }

  /// The whole file, to which nothing can be added then.
  package func finish() -> [UInt8] {
    endPage()
    return packer.finish(with: Array(XournalFile.foot.utf8))
  }
}

extension XournalFile {
  /// A file of one page, packed by gzip. Xournal++ reads no stroke of one point, so that a dot becomes two.
  ///
  /// - Parameter page: with a size; its lengths in points of 1/72 inch.
  package static func file(of page: InkPage) -> [UInt8] { file(of: [page]) }

  /// A file of pages from first to last, packed by gzip.
  package static func file(of pages: [InkPage]) -> [UInt8] {
    let writer = XournalWriter()
    for page in pages {
      writer.begin(page)
      writer.beginLayer(nil)
      writer.add(page)
    }
    return writer.finish()
  }

  static func text(of page: InkPage) -> String {
    head + head(of: page) + layerHead(nil) + page.items.map { element(of: $0, on: page) }.joined() + layerFoot
      + pageFoot + foot
  }

  fileprivate static let head = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="TouchReel" fileversion="4">
    <title>Xournal++ document - see https://github.com/xournalpp/xournalpp</title>

    """

  /// - Parameter namesPaper: whether the file is named that a page of a PDF is in.
  fileprivate static func head(of page: InkPage, namesPaper: Bool = true) -> String {
    let size = page.size ?? (595, 842)
    return """
      <page width="\(size.width.inkText)" height="\(size.height.inkText)">
      \(paper(of: page, namesFile: namesPaper) ?? solidBackground(of: page))

      """
  }

  private static func solidBackground(of page: InkPage) -> String {
    let background = (page.background ?? InkColor(red: 255, green: 255, blue: 255)).hexadecimal(withAlpha: true)
    return "<background type=\"solid\" color=\"\(background)\" \(style(of: page.ruling))/>"
  }

  private static func paper(of page: InkPage, namesFile: Bool) -> String? {
    guard let file = page.backgroundFile, let number = file.page else { return nil }
    let domain = file.isAttached ? "attach" : "absolute"
    let name = namesFile ? " domain=\"\(domain)\" filename=\"\(file.name.escapedForXML)\"" : ""
    return "<background type=\"pdf\"\(name) pageno=\"\(number)\"/>"
  }

  fileprivate static func layerHead(_ name: String?) -> String {
    "<layer\(name.map { " name=\"\($0.escapedForXML)\"" } ?? "")>\n"
  }

  fileprivate static let layerFoot = "</layer>\n"
  fileprivate static let pageFoot = "</page>\n"
  fileprivate static let foot = "</xournal>\n"

  fileprivate static func element(of item: InkItem, on page: InkPage) -> String {
    switch item {
    case .stroke(let index): element(of: page.strokes[index])
    case .image(let index): element(of: page.images[index])
    case .text(let index): element(of: page.texts[index])
    }
  }

  private static func style(of ruling: InkRuling?) -> String {
    guard let ruling else { return "style=\"plain\"" }
    let style = "style=\"\(ruling.style.escapedForXML)\""
    let config = ruling.config.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    return config.isEmpty ? style : style + " config=\"\(config.escapedForXML)\""
  }

  /// Translucent ink is a highlighter's, as pens are opaque.
  private static func element(of stroke: InkStroke) -> String {
    let color = stroke.color ?? .black
    let isHighlighter = stroke.isHighlighter || color.alpha < 255
    let samples = stroke.samples.count == 1 ? [stroke.samples[0], stroke.samples[0]] : stroke.samples
    let points = samples.map { "\($0.x.inkText) \($0.y.inkText)" }.joined(separator: " ")
    let widths = isHighlighter ? stroke.widest.inkText : widths(of: stroke, samples)
    return "<stroke tool=\"\(isHighlighter ? "highlighter" : "pen")\" color=\"\(color.hexadecimal(withAlpha: true))\" "
      + "width=\"\(widths)\" \(look(of: stroke))>\(points)</stroke>\n"
  }

  private static func look(of stroke: InkStroke) -> String {
    (stroke.fill.map { "fill=\"\($0)\" " } ?? "") + "capStyle=\"\(stroke.cap.rawValue)\""
      + (stroke.dashes.isEmpty ? "" : " style=\"\(XournalDashes.style(stroke.dashes))\"")
  }

  /// The widest piece, and where they vary the width of each: the one at its beginning. No piece begins at the last
  /// sample, whose width would be gone when the file is read and written again.
  private static func widths(of stroke: InkStroke, _ samples: [InkSample]) -> String {
    let pieces = samples.dropLast().map { max($0.width ?? stroke.width ?? 1, 0.01) }
    let widest = pieces.max() ?? 1
    guard pieces.contains(where: { $0 != widest }) else { return widest.inkText }
    return ([widest] + pieces).map(\.inkText).joined(separator: " ")
  }

  private static func element(of image: InkImage) -> String {
    "<image left=\"\(image.left.inkText)\" top=\"\(image.top.inkText)\" right=\"\(image.right.inkText)\" "
      + "bottom=\"\(image.bottom.inkText)\">\(Base64.text(of: image.bytes))</image>\n"
  }

  private static func element(of text: InkText) -> String {
    "<text font=\"\(text.font.escapedForXML)\" size=\"\(text.size.inkText)\" x=\"\(text.x.inkText)\" "
      + "y=\"\(text.y.inkText)\" color=\"\(text.color.hexadecimal(withAlpha: true))\">"
      + "\(text.text.escapedForXML)</text>\n"
  }
}

extension InkStroke {
  /// The width where it is widest.
  var widest: Double { samples.map { max($0.width ?? width ?? 1, 0.01) }.max() ?? 1 }
}
