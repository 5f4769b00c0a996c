/// Reads one page of a document of Xournal++, element by element and past what is damaged.
struct XournalReading {
  var reader: XMLReader
  var page = InkPage()
  var budget: InkBudget
  /// Elements and attributes that are not drawn.
  var unread = InkTally()
  /// Those that no picture shows.
  var unkept = InkTally()
  /// Elements that lie outside of any page, and are taken for parts of the one before.
  private var outside = InkTally()
  /// How many strokes have commas in their numbers.
  var commas = 0
  /// What the document lies in beside other files; `nil` where it lies in none.
  private var archive: ZipArchive?
  /// The files of the archive that the page has shown, or that say what the archive is.
  private var usedNames: Set = ["mimetype", "META-INF/version", XournalContainer.documentName]
  /// The number of the page that is read, from 1, and of the one that was begun last.
  private let number: Int
  private var current = 0
  private var layers = 0
  /// Whether the page that was begun last has its background: each has one.
  private var hasBackground = false
  private static let pageParts: Set = ["background", "layer", "stroke", "text", "link", "image", "teximage"]
  /// The page's sides, where they are not both known, and its line, from 1.
  private var unsized: (width: Double?, height: Double?, line: Int)?
  /// The images of the pages' backgrounds, which later pages may have as well.
  var backgroundFiles: [Int: InkBackgroundFile] = [:]
  var isCurrentPage: Bool { current == number }
  var currentIndex: Int { current - 1 }

  init(_ text: [UInt8], page number: Int, in archive: ZipArchive?, _ budget: InkBudget) {
    (self.number, self.archive, self.budget) = (number, archive, budget)
    reader = XMLReader(text, nesting: .xournal)
  }

  /// - Parameters:
  ///   - damage: of the archive that the document is in.
  ///   - packingFault: what is wrong with what it is packed in.
  /// - Throws: if it is no such document, has no such page, holds more than the budget, or nothing could be read of it.
  mutating func readAll(_ damage: InkDamage, packingFault: String?) throws(InkFileError) -> InkPage {
    page.damage = damage
    let error = documentError()
    if let packingFault { addPackingFault(packingFault, isWhole: error == nil) }
    // Damage of the packing is damage of the text.
    let isPackingDamaged = !page.damage.isEmpty
    page.damage.add(reader.damage)
    if let error {
      if error.isOfLimit { throw error }
      if current == 0 { throw isPackingDamaged ? page.damage.error ?? error : error }
      if !isPackingDamaged { page.damage.add(error) }
      if reader.isAtEnd { page.damage.isTruncated = true }
    }
    guard current >= number else { throw InkFileError(noPage: number, of: current) }
    if let unsized {
      let rest = page.isEmpty ? ", and nothing is on it" : ": it is made to fit its ink"
      page.damage.add("a page has no width or no height\(rest)", line: unsized.line)
      page.fitSize(width: unsized.width, height: unsized.height)
    }
    try page.requireContent()
    page.unitsPerMillimetre = XournalFile.pointsPerMillimetre
    page.pageCount = current
    addNotes()
    return page
  }

  /// - Parameter isWhole: whether the document goes to its end.
  private mutating func addPackingFault(_ fault: String, isWhole: Bool) {
    let rest = isWhole ? "the document goes to its end, but may be changed" : "what follows is lost"
    var damage = InkDamage()
    damage.add("\(fault): \(rest)", line: nil)
    damage.isTruncated = !isWhole
    damage.add(page.damage)
    page.damage = damage
  }

  /// What ended the document early; `nil` if all of it was read.
  ///
  /// Not inlined: `readAll` returns a large page, and Swift 6.3's optimizer ends such a function in a jump to `memcpy`,
  /// before which it forgets to say that an error that was caught in it is no longer thrown.
  @inline(never)
  private mutating func documentError() -> InkFileError? {
    do throws(InkFileError) { try readDocument() } catch { return error }
    return nil
  }

  private mutating func readDocument() throws(InkFileError) {
    guard case .start(let root, let attributes)? = try reader.next(),
      root == XournalFile.root || XournalFile.outerElements.contains(root)
    else { throw reader.failure("it is not Xournal++'s: its root element is not <xournal>") }
    if root != XournalFile.root {
      page.damage.add("its root element <\(XournalFile.root)> is missing", line: reader.line())
      try read(root, attributes)
    }
    while let token = try reader.next() {
      if case .start(let name, let attributes) = token { try read(name, attributes) }
    }
    if current == 0 { throw reader.failure("it has no page") }
  }

  private mutating func addNotes() {
    if current > 1 {
      let which = number == 1 ? "the first" : "number \(number)"
      page.notes.append("it has \(current) pages, of which this is \(which); --page reads another")
    }
    if commas > 0 { page.notes.append("\(commas) × a <stroke> has decimal commas, which are read as points") }
    page.notes += outside.lines { "\($0) lies outside of any page, and is on the one before" }
    page.notes += unread.lines { "\($0) is not read" }
    page.leftOut += unkept.lines { "\($0) is not kept" }
    page.leftOutOfArchive += leftOutOfArchive
    if layers > 1 { page.leftOut.append("\(layers) × <layer> become one") }
  }

  /// The files beside the document that are not on the page, such as sounds.
  private var leftOutOfArchive: [String] {
    var others = InkTally()
    for name in (archive?.names ?? []).sorted() where !usedNames.contains(name) {
      others.add("the ZIP archive's file \(name)")
    }
    return others.lines { "\($0) is not kept" }
  }

  private mutating func read(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    if name == "page" { return beginPage(attributes) }
    if Self.pageParts.contains(name) { beginMissingPage(before: name) }
    if name == "background" { return readBackground(attributes) }
    guard isCurrentPage else { return }
    switch name {
    case "layer":
      layers += 1
      for name in attributes.keys { unkept.add("<layer \(name)>") }
    case "stroke": try readStroke(attributes)
    case "text": try readText(name, attributes)
    case "link": try readText(name, attributes)
    case "image", "teximage": try readImage(name, attributes)
    case "timestamp", "audio": unkept.add("<\(name)>")
    case "title", "preview": break
    default: unread.add("<\(name)>")
    }
  }

  /// Begins a page whose own element is missing, which shows by a second background. What else is outside of any page
  /// is on the one before, or the first.
  private mutating func beginMissingPage(before name: String) {
    let isBackground = name == "background"
    defer { hasBackground = hasBackground || isBackground }
    guard !reader.isInside("page") else { return }
    guard current > 0, !(isBackground && hasBackground) else { return beginPage([:]) }
    if isCurrentPage, name != "layer" { outside.add("<\(name)>") }
  }

  private mutating func beginPage(_ attributes: [String: String]) {
    current += 1
    hasBackground = false
    guard isCurrentPage else { return }
    let sides = ["width", "height"].map { attributes[$0].flatMap(InkMLFormat.finite).flatMap { $0 > 0 ? $0 : nil } }
    guard let width = sides[0], let height = sides[1] else {
      unsized = (sides[0], sides[1], reader.line())
      return
    }
    page.size = (width, height)
  }

  /// A file of the archive; `nil` if there is none, or nothing of it can be unpacked.
  mutating func attachment(_ name: String) -> [UInt8]? {
    guard let (bytes, end) = archive?.content(of: name), end != .limit, !bytes.isEmpty else { return nil }
    if end == .damage {
      page.damage.add("\(name.prefix(Self.nameLength)) of its ZIP archive is damaged, and may be changed", line: nil)
    }
    usedNames.insert(name)
    return bytes
  }

  /// So much is said of a name.
  static let nameLength = 100

  // MARK: Texts of elements

  /// The text of the element that has just begun.
  struct Content {
    var text = ""
    /// What ended the file inside of it.
    var end: InkFileError?
    /// The path of a file in the archive that is meant instead.
    var path: String?
  }

  mutating func content() -> Content {
    var content = Content()
    var depth = 1
    do throws(InkFileError) {
      while depth > 0, let token = try reader.next() {
        switch token {
        case .start(let name, let attributes):
          depth += 1
          if name == "attachment" { content.path = attributes["path"] }
        case .end: depth -= 1
        case .text(let part): content.text += part
        }
      }
    } catch {
      content.end = error
    }
    return content
  }

  // MARK: Colours

  /// A colour of an element; black where there is none, or none that can be read.
  mutating func color(_ text: String?, of element: String) -> InkColor {
    guard let text else { return .black }
    if let color = Self.color(text) { return color }
    unread.add("<\(element) color=\"\(text)\">")
    return .black
  }

  /// `#rrggbbaa`, or one of the names that Xournal has.
  static func color(_ text: String) -> InkColor? {
    InkColor(hexadecimal: text) ?? names[text].flatMap { InkColor(hexadecimal: $0) }
  }

  /// The colour of paper, whose names mean lighter ones.
  static func paper(_ text: String) -> InkColor? {
    papers[text].flatMap { InkColor(hexadecimal: $0) } ?? color(text)
  }

  private static let names = [
    "black": "#000000", "blue": "#3333cc", "red": "#ff0000", "green": "#008000", "gray": "#808080",
    "lightblue": "#00c0ff", "lightgreen": "#00ff00", "magenta": "#ff00ff", "orange": "#ff8000", "yellow": "#ffff00",
    "white": "#ffffff",
  ]
  private static let papers = [
    "blue": "#a0e8ff", "pink": "#ffc0d4", "green": "#80ffc0", "orange": "#ffc080", "yellow": "#ffff80",
  ]
}
