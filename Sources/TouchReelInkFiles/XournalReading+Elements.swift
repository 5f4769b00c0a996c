extension XournalReading {
  // MARK: Backgrounds

  mutating func readBackground(_ attributes: [String: String]) {
    if attributes["type"] == "pixmap" { return readBackgroundFile(attributes) }
    if attributes["type"] == "pdf" { return readPaper(attributes) }
    guard isWanted else { return }
    guard attributes["type"] == "solid" else { return unread.add("<background type=\"\(attributes["type"] ?? "")\">") }
    if attributes["name"].map({ !$0.isEmpty }) ?? false { unkept.add("<background name>") }
    page.background = attributes["color"].flatMap(Self.paper)?.with(alpha: 255)
    if let text = attributes["color"], page.background == nil { unread.add("<background color=\"\(text)\">") }
    if let style = attributes["style"], style != "plain" {
      page.ruling = InkRuling(style: style, config: Self.config(attributes["config"] ?? ""))
    }
  }

  /// An image that is stretched over the page: a file beside the page's, one in its archive, or another page's.
  private mutating func readBackgroundFile(_ attributes: [String: String]) {
    let name = attributes["filename"] ?? ""
    switch attributes["domain"] {
    case "clone": backgroundFiles[currentIndex] = Int(name).flatMap { backgroundFiles[$0] }
    case "attach" where !name.isEmpty: backgroundFiles[currentIndex] = InkBackgroundFile(name, isAttached: true)
    case "absolute" where !name.isEmpty: backgroundFiles[currentIndex] = InkBackgroundFile(name, isAttached: false)
    default: break
    }
    guard isWanted else { return }
    guard let file = backgroundFiles[currentIndex] else { return unread.add("<background type=\"pixmap\">") }
    if file.isAttached, let size = page.size, let bytes = background(file.name) {
      page.images.append(InkImage(bytes, left: 0, top: 0, right: size.width, bottom: size.height, level: 0))
    } else {
      page.backgroundFile = file
    }
  }

  /// A page of a PDF, of which the first page that has one names the file (`LoadHandler.cpp`, version 1.1).
  private mutating func readPaper(_ attributes: [String: String]) {
    if let name = attributes["filename"], !name.isEmpty {
      paperFile = InkBackgroundFile(name, isAttached: attributes["domain"] == "attach")
    }
    guard isWanted else { return }
    let number = attributes["pageno"].flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    guard var file = paperFile, number > 0 else { return unread.add("<background type=\"pdf\">") }
    file.page = number
    page.backgroundFile = file
  }

  /// `m1=40,rm=1`.
  private static func config(_ text: String) -> [String: String] {
    let pairs = text.split(separator: ",").compactMap { part in
      part.lastIndex(of: "=").map { (String(part[..<$0]), String(part[$0...].dropFirst())) }
    }
    return Dictionary(pairs) { $1 }
  }

  // MARK: Images

  /// A formula of LaTeX is a PDF, or a PNG in older files.
  mutating func readImage(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    let line = reader.line()
    let content = content()
    if let end = content.end { throw end }
    guard budget.takesStroke(points: 0) else { throw reader.failure(ofLimit: budget.excess) }
    let inlined = Base64.bytes(content.text)
    let bytes = content.path.flatMap { attachment($0) } ?? inlined ?? []
    guard !bytes.starts(with: Array("%PDF".utf8)) else { return unread.add("<\(name)> of PDF") }
    let article = name == "image" ? "an" : "a"
    let sides = ["left", "top", "right", "bottom"].compactMap { attributes[$0].flatMap(InkMLFormat.finite) }
    guard sides.count == 4 else { return damage.add("\(article) <\(name)> has no position: skipped", line: line) }
    guard !bytes.isEmpty else {
      let reason = Self.reasonOfNoImage(content.path, isText: inlined == nil)
      return damage.add("\(article) <\(name)> has \(reason): skipped", line: line)
    }
    if name == "teximage" { unread.add("<teximage text>") }
    page.images.append(
      InkImage(bytes, left: sides[0], top: sides[1], right: sides[2], bottom: sides[3], level: page.strokes.count))
  }

  /// - Parameters:
  ///   - path: of the file in the archive that it shows.
  ///   - isText: whether it has a text that stands for no bytes.
  private static func reasonOfNoImage(_ path: String?, isText: Bool) -> String {
    if let path { return "no file \(path.prefix(nameLength)) that can be read in a ZIP archive" }
    return isText ? "content that is damaged" : "no content"
  }

  // MARK: Texts

  /// A text, or a link, which is drawn as one.
  mutating func readText(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    func number(_ name: String) -> Double? { attributes[name].flatMap(InkMLFormat.finite) }
    let line = reader.line()
    var content = content()
    if content.text.isEmpty, name == "link" { content.text = attributes["text"]?.removingPercentEncoding ?? "" }
    if attributes["fn"].map({ !$0.isEmpty }) ?? false { unkept.add("<text fn>") }
    if name == "link" { unread.add("<link url>") }
    if let x = number("x"), let y = number("y"), let size = number("size"), size > 0 {
      var text = InkText(
        content.text, x: x, y: y, font: attributes["font"] ?? "Sans", size: size,
        color: color(attributes["color"], of: name).with(alpha: 255))
      text.level = page.topLevel
      page.texts.append(text)
    } else {
      damage.add("a <\(name)> has no position or no size: skipped", line: line)
    }
    if let end = content.end { throw end }
  }
}

extension String {
  /// With the bytes that `%41` and the like stand for.
  fileprivate var removingPercentEncoding: String {
    var result: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
