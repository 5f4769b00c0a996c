extension XournalFile {
  /// A file of one page, packed by gzip. Xournal++ reads no stroke of one point, so that a dot becomes two.
  ///
  /// - Parameter page: with a size; its lengths in points of 1/72 inch.
  public static func file(of page: InkPage) -> [UInt8] { Gzip.packed(Array(text(of: page).utf8)) }

  static func text(of page: InkPage) -> String {
    let size = page.size ?? (595, 842)
    let background = (page.background ?? InkColor(red: 255, green: 255, blue: 255)).hexadecimal(withAlpha: true)
    var text = """
      <?xml version="1.0" standalone="no"?>
      <xournal creator="TouchReel" fileversion="4">
      <title>Xournal++ document - see https://github.com/xournalpp/xournalpp</title>
      <page width="\(size.width.inkText)" height="\(size.height.inkText)">
      <background type="solid" color="\(background)" \(style(of: page.ruling))/>
      <layer>

      """
    var images = page.images[...]
    for (level, stroke) in page.strokes.enumerated() {
      while let image = images.first, image.level <= level {
        text += element(of: image)
        images.removeFirst()
      }
      text += element(of: stroke)
    }
    for image in images { text += element(of: image) }
    for item in page.texts { text += element(of: item) }
    return text + "</layer>\n</page>\n</xournal>\n"
  }

  private static func style(of ruling: InkRuling?) -> String {
    guard let ruling else { return "style=\"plain\"" }
    let style = "style=\"\(ruling.style.escapedForXML)\""
    let config = ruling.config.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    return config.isEmpty ? style : style + " config=\"\(config.escapedForXML)\""
  }

  private static func element(of stroke: InkStroke) -> String {
    let samples = stroke.samples.count == 1 ? [stroke.samples[0], stroke.samples[0]] : stroke.samples
    let points = samples.map { "\($0.x.inkText) \($0.y.inkText)" }.joined(separator: " ")
    return "<stroke tool=\"pen\" color=\"\((stroke.color ?? .black).hexadecimal(withAlpha: true))\" "
      + "width=\"\(widths(of: stroke, samples))\" capStyle=\"round\">\(points)</stroke>\n"
  }

  /// The widest, and where it varies the width of each piece: the one at its beginning.
  private static func widths(of stroke: InkStroke, _ samples: [InkSample]) -> String {
    let own = samples.map { max($0.width ?? stroke.width ?? 1, 0.01) }
    let widest = own.max() ?? 1
    guard own.contains(where: { $0 != widest }) else { return widest.inkText }
    return ([widest] + own.dropLast()).map(\.inkText).joined(separator: " ")
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
