/// Reads the pages of a document of Xournal++, or one of them, element by element and past what is damaged.
///
/// ```
/// while let page = reading.nextPage() { … }
/// let facts = try reading.finish()
/// ```
struct XournalReading {
  var reader: XMLReader
  /// The page that is read.
  var page = InkPage()
  var budget: InkBudget
  /// What was not read of the pages that are wanted.
  var damage: InkDamage
  /// Elements and attributes that are not drawn.
  var unread = InkTally()
  /// Those that no picture shows.
  var unkept = InkTally()
  /// Elements that lie outside of any page, and are taken for parts of the one before.
  var outside = InkTally()
  /// Layers of pages that have more than a page may have.
  var flattened = InkTally()
  /// How many strokes have commas in their numbers.
  var commas = 0
  /// What the document lies in beside other files; `nil` where it lies in none.
  private var archive: ZipArchive?
  /// The files of the archive that the pages have shown, or that say what the archive is.
  private var usedNames: Set = ["mimetype", "META-INF/version", XournalContainer.documentName]
  /// The images behind pages out of the archive, which many pages may share.
  private var attachments: [String: [UInt8]] = [:]
  /// The number of the page that is wanted, from 1; `nil` for all.
  let wanted: Int?
  /// The number of the page that was begun last.
  private(set) var current = 0
  /// Layers of one page beyond these become one with the last.
  package static let layerLimit = 100
  /// Whether the page that was begun last has its background: each has one.
  private var hasBackground = false
  private static let ink: Set = ["stroke", "text", "link", "image", "teximage"]
  private static let pageParts = ink.union(["background", "layer"])
  /// The page's sides, where they are not both known, and its line, from 1.
  private var unsized: (width: Double?, height: Double?, isFar: Bool, line: Int)?
  /// The images of the pages' backgrounds, which later pages may have as well.
  var backgroundFiles: [Int: InkBackgroundFile] = [:]
  /// The PDF whose pages later pages may have as well.
  var paperFile: InkBackgroundFile?
  /// A page that was read to its end and not yet returned.
  private var ended: InkPage?
  private var hasBegun = false
  private var isAtEnd = false
  /// What ended the document early.
  private(set) var error: InkFileError?
  /// What is wrong with what the document is packed in.
  let packingFault: String?
  /// Whether what it is packed in is damaged: that is damage of the text.
  let isPackingDamaged: Bool
  /// Whether anything lies on a page, so that a blank one is not all that is left of a damaged file.
  private(set) var hasContent = false
  var isWanted: Bool { current > 0 && (wanted ?? current) == current }
  var currentIndex: Int { current - 1 }

  /// - Parameter page: the number of the page that is wanted, from 1; `nil` for all.
  init(_ container: XournalContainer, page: Int?, _ budget: InkBudget) {
    (wanted, archive, self.budget) = (page, container.archive, budget)
    (damage, packingFault) = (container.damage, container.fault)
    isPackingDamaged = !container.damage.isEmpty || container.fault != nil
    reader = XMLReader(container.text, nesting: .xournal)
  }

  /// The next page that is wanted, as far as it can be read; `nil` behind the last one.
  mutating func nextPage() -> InkPage? {
    if !isAtEnd { readOn() }
    defer { ended = nil }
    return ended
  }

  /// Reads to the end of a page that is wanted, or of the document.
  ///
  /// Not inlined: Swift 6.3's optimizer ends a function that returns a large page in a jump to `memcpy`, before which
  /// it forgets to say that an error that was caught in it is no longer thrown.
  @inline(never)
  private mutating func readOn() {
    do throws(InkFileError) {
      if !hasBegun { try begin() }
      while ended == nil {
        guard let token = try reader.next() else {
          if current == 0 { throw reader.failure("it has no page") }
          return end()
        }
        if case .start(let name, let attributes) = token { try read(name, attributes) }
      }
    } catch {
      self.error = error
      end()
    }
  }

  private mutating func begin() throws(InkFileError) {
    hasBegun = true
    guard case .start(let root, let attributes)? = try reader.next(),
      root == XournalFile.root || XournalFile.outerElements.contains(root)
    else { throw reader.failure("it is not Xournal++'s: its root element is not <xournal>") }
    guard root != XournalFile.root else { return }
    damage.add("its root element <\(XournalFile.root)> is missing", line: reader.line())
    try read(root, attributes)
  }

  private mutating func end() {
    isAtEnd = true
    damage.add(reader.drainDamage())
    if let error, !error.isOfLimit {
      if !isPackingDamaged { damage.add(error) }
      if reader.isAtEnd { damage.isTruncated = true }
    }
    endPage()
  }

  private mutating func read(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    if name == "page" { return try beginPage(attributes) }
    if Self.pageParts.contains(name) { try beginMissingPage(before: name) }
    if name == "background" { return readBackground(attributes) }
    guard isWanted else {
      hasContent = hasContent || Self.ink.contains(name)
      return
    }
    switch name {
    case "layer":
      if page.layers.count < Self.layerLimit { page.beginLayer(attributes["name"]) } else { flattened.add("<layer>") }
      for name in attributes.keys where name != "name" { unkept.add("<layer \(name)>") }
    case "stroke": try readStroke(attributes)
    case "text": try readText(name, attributes)
    case "link": try readText(name, attributes)
    case "image", "teximage": try readImage(name, attributes)
    case "timestamp", "audio": unkept.add("<\(name)>")
    case "title", "preview": break
    default: unread.add("<\(name)>")
    }
  }

  // MARK: Pages

  /// Begins a page whose own element is missing, which shows by a second background. What else is outside of any page
  /// is on the one before, or the first.
  private mutating func beginMissingPage(before name: String) throws(InkFileError) {
    let isBackground = name == "background"
    defer { hasBackground = hasBackground || isBackground }
    guard !reader.isInside("page") else { return }
    guard current > 0, !(isBackground && hasBackground) else { return try beginPage([:]) }
    if isWanted, name != "layer" { outside.add("<\(name)>") }
  }

  private mutating func beginPage(_ attributes: [String: String]) throws(InkFileError) {
    if wanted == nil { damage.add(reader.drainDamage()) }
    endPage()
    current += 1
    hasBackground = false
    guard isWanted else { return }
    if wanted == nil {
      guard current <= InkBudget.pageLimit else { throw reader.failure(ofLimit: InkBudget.excessOfPages) }
      setPage(current)
    }
    let sides = ["width", "height"].map { attributes[$0].flatMap(Self.length) }
    guard let width = sides[0], let height = sides[1] else {
      let isFar = ["width", "height"].contains { attributes[$0].map(Self.isFar) ?? false }
      unsized = (sides[0], sides[1], isFar, reader.line())
      return
    }
    page.size = (width, height)
  }

  /// A length of a page; with a comma for the decimal point, as Xournal wrote it in some languages.
  private static func length(_ text: String) -> Double? {
    let number = InkMLFormat.finite(text) ?? InkMLFormat.finite(text.replacing(",", with: "."))
    return number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether a length is larger than any number that is read.
  private static func isFar(_ text: String) -> Bool {
    (Double(text) ?? Double(text.replacing(",", with: "."))).map { $0 >= InkMLFormat.farthest } ?? false
  }

  /// What is found from now on is of a page.
  private mutating func setPage(_ page: Int) {
    damage.page = page
    (unread.page, unkept.page, outside.page, flattened.page) = (page, page, page, page)
  }

  private mutating func endPage() {
    guard isWanted else { return }
    if let unsized {
      let rest = page.isEmpty ? ", and nothing is on it" : ": it is made to fit its ink"
      damage.add("\(unsized.isFar ? XournalFile.farSize : XournalFile.noSize)\(rest)", line: unsized.line)
      page.fitSize(width: unsized.width, height: unsized.height)
    }
    if page.layers.count == 1, page.layers[0].name == nil { page.layers = [] }
    page.unitsPerMillimetre = XournalFile.pointsPerMillimetre
    hasContent = hasContent || !page.isEmpty
    (ended, page, unsized) = (page, InkPage(), nil)
  }

  // MARK: Archives

  /// The files beside the document that are on no page, such as sounds.
  var leftOutOfArchive: [String] {
    var others = InkTally()
    for name in (archive?.names ?? []).sorted() where !usedNames.contains(name) {
      others.add("the ZIP archive's file \(name)")
    }
    return others.lines { "\($0) is not kept" }
  }

  /// An image behind a page; `nil` if there is none in the archive, or nothing of it can be unpacked.
  mutating func background(_ name: String) -> [UInt8]? {
    if let known = attachments[name] { return known }
    let bytes = attachment(name)
    attachments[name] = bytes
    return bytes
  }

  /// A file of the archive; `nil` if there is none, or nothing of it can be unpacked.
  mutating func attachment(_ name: String) -> [UInt8]? {
    guard let (bytes, end) = archive?.content(of: name), end != .limit, !bytes.isEmpty else { return nil }
    if end == .damage {
      damage.add("\(name.prefix(Self.nameLength)) of its ZIP archive is damaged, and may be changed", line: nil)
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
