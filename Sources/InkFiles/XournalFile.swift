/// Pages of Xournal++ and Xournal (`.xopp`, `.xoj`): XML, mostly packed by gzip. Lengths are points of 1/72 inch.
///
/// Strokes that erase are no part of such a file: Xournal++ takes away what they touch.
public enum XournalFile {
  static let pointsPerMillimetre = 72 / 25.4

  /// Reads the first page.
  ///
  /// - Throws: what is wrong with the file, and in which line.
  public static func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFileError) -> InkPage {
    var reading = XournalReading(try unpacked(bytes), InkBudget(limits))
    return try reading.readAll()
  }

  /// At most this much is unpacked: a small file can claim any length.
  private static let unpackedLimit = 256 << 20

  private static func unpacked(_ bytes: [UInt8]) throws(InkFileError) -> [UInt8] {
    guard Gzip.begins(bytes) else { return bytes }
    guard let text = Gzip.unpacked(bytes, limit: unpackedLimit) else {
      throw InkFileError(
        line: 1, "its gzip stream is damaged, cut off or unpacks to more than \(unpackedLimit >> 20) MiB")
    }
    return text
  }

  static func begins(_ bytes: [UInt8]) -> Bool {
    guard Gzip.begins(bytes) else { return false }
    return InkMLFile.root(of: Gzip.beginning(bytes, count: 4096)) == "xournal"
  }
}

private struct XournalReading {
  private var reader: XMLReader
  private var page = InkPage()
  private var pages = 0
  private var left: [String: Int] = [:]
  private var budget: InkBudget

  init(_ text: [UInt8], _ budget: InkBudget) {
    reader = XMLReader(text)
    self.budget = budget
  }

  mutating func readAll() throws(InkFileError) -> InkPage {
    guard case .start("xournal", _)? = try reader.next() else {
      throw reader.failure("it is not Xournal++'s: its root element is not <xournal>")
    }
    while let token = try reader.next() {
      if case .start(let name, let attributes) = token { try read(name, attributes) }
    }
    guard pages > 0 else { throw reader.failure("it has no page") }
    page.unitsPerMillimetre = XournalFile.pointsPerMillimetre
    if pages > 1 { page.notes.append("it has \(pages) pages, of which this is the first") }
    page.notes += left.sorted { $0.key < $1.key }.map { name, count in
      "\(count) × <\(name)\(name.contains(">") ? "" : ">") is not read"
    }
    return page
  }

  private mutating func read(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    if name == "page" {
      pages += 1
      guard pages == 1 else { return }
      guard let width = attributes["width"].flatMap(InkMLFormat.finite), width > 0,
        let height = attributes["height"].flatMap(InkMLFormat.finite), height > 0
      else { throw reader.failure("a page has no width or no height") }
      page.size = (width, height)
    }
    guard pages == 1 else { return }
    switch name {
    case "background": readBackground(attributes)
    case "stroke": try readStroke(attributes)
    case "text": try readText(attributes)
    case "image", "teximage": try readImage(name, attributes)
    default: break
    }
  }

  private mutating func readBackground(_ attributes: [String: String]) {
    if attributes["type"] == "pixmap", let domain = attributes["domain"], ["attach", "absolute"].contains(domain),
      let name = attributes["filename"], !name.isEmpty
    {
      page.backgroundFile = InkBackgroundFile(name, isAttached: domain == "attach")
      return
    }
    guard attributes["type"] == "solid" else {
      left["background type=\"\(attributes["type"] ?? "")\"", default: 0] += 1
      return
    }
    page.background = attributes["color"].flatMap(Self.color)
    if let style = attributes["style"], style != "plain" {
      page.ruling = InkRuling(style: style, config: Self.config(attributes["config"] ?? ""))
    }
  }

  /// `m1=40,rm=1`.
  private static func config(_ text: String) -> [String: String] {
    let pairs = text.split(separator: ",").compactMap { part in
      part.lastIndex(of: "=").map { (String(part[..<$0]), String(part[$0...].dropFirst())) }
    }
    return Dictionary(pairs) { $1 }
  }

  private mutating func readStroke(_ attributes: [String: String]) throws(InkFileError) {
    let text = try text()
    guard budget.takesStroke(points: text.wordCount / 2) else { throw reader.failure(ofLimit: budget.excess) }
    let widths = (attributes["width"] ?? "").split(whereSeparator: \.isWhitespace).compactMap(InkMLFormat.finite)
    guard let numbers = text.finiteNumbers, numbers.count >= 2, numbers.count % 2 == 0, let width = widths.first
    else { throw reader.failure("a stroke's points are no pairs of numbers, or it has no width") }
    var samples = stride(from: 0, to: numbers.count, by: 2).map { place in
      InkSample(x: numbers[place], y: numbers[place + 1])
    }
    // The first is the nominal width; where more follow, they are those of the pieces between the points.
    if widths.count > 1 {
      for place in samples.indices { samples[place].width = widths[min(max(place, 0) + 1, widths.count - 1)] }
    }
    var color = attributes["color"].flatMap(Self.color) ?? .black
    if attributes["tool"] == "highlighter", color.alpha == 255 { color = color.with(alpha: 0x7f) }
    guard attributes["tool"] != "eraser" else {
      // Xournal's eraser paints over in white.
      color = page.background ?? InkColor(red: 255, green: 255, blue: 255)
      page.strokes.append(InkStroke(samples, color: color, width: width))
      return
    }
    page.strokes.append(InkStroke(samples, color: color, width: width))
  }

  /// A formula of LaTeX is a PDF, or a PNG in older files.
  private mutating func readImage(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    let sides = ["left", "top", "right", "bottom"].compactMap { attributes[$0].flatMap(InkMLFormat.finite) }
    let bytes = Base64.bytes(try text()) ?? []
    guard !bytes.starts(with: Array("%PDF".utf8)) else {
      left["\(name)> of PDF", default: 0] += 1
      return
    }
    guard sides.count == 4, !bytes.isEmpty else {
      left[name, default: 0] += 1
      return
    }
    guard budget.takesStroke(points: 0) else { throw reader.failure(ofLimit: budget.excess) }
    if name == "teximage" { left["teximage text", default: 0] += 1 }
    page.images.append(
      InkImage(
        bytes, left: sides[0], top: sides[1], right: sides[2], bottom: sides[3], level: page.strokes.count))
  }

  private mutating func readText(_ attributes: [String: String]) throws(InkFileError) {
    func number(_ name: String) -> Double? { attributes[name].flatMap(InkMLFormat.finite) }
    guard let x = number("x"), let y = number("y"), let size = number("size"), size > 0 else {
      throw reader.failure("a text has no place or no size")
    }
    page.texts.append(
      InkText(
        try text(), x: x, y: y, font: attributes["font"] ?? "Sans", size: size,
        color: attributes["color"].flatMap(Self.color) ?? .black))
  }

  /// Of the element that has just begun.
  private mutating func text() throws(InkFileError) -> String {
    var text = ""
    var depth = 1
    while depth > 0, let token = try reader.next() {
      switch token {
      case .start: depth += 1
      case .end: depth -= 1
      case .text(let part): text += part
      }
    }
    return text
  }

  /// `#rrggbbaa`, or one of the names that Xournal has.
  private static func color(_ text: String) -> InkColor? {
    InkColor(hexadecimal: text) ?? names[text].flatMap { InkColor(hexadecimal: $0) }
  }

  private static let names = [
    "black": "#000000", "blue": "#3333cc", "red": "#ff0000", "green": "#008000", "gray": "#808080",
    "lightblue": "#00c0ff", "lightgreen": "#00ff00", "magenta": "#ff00ff", "orange": "#ff8000", "yellow": "#ffff00",
    "white": "#ffffff", "pink": "#ffc0d4",
  ]
}
