/// A page of another PDF as objects of ours: what it is drawn with, under other numbers.
///
/// It reads what Cairo writes as PDF 1.4: a table of where the objects are, each of which stands by itself (ISO
/// 32000-1, 7.5). Anything else is refused, and nothing is believed that the file says of lengths.
struct PDFImport {
  private let bytes: [UInt8]
  /// The offsets of objects by their numbers.
  private var offsets: [Int: Int] = [:]
  /// What ends an object: the next one, or the table.
  private var ends: [Int] = []

  /// - Returns: `nil` if the file is otherwise.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let mark = bytes.lastRange(of: "startxref"), readTable(from: mark.upperBound) else { return nil }
  }

  private mutating func readTable(from position: Int) -> Bool {
    var scanner = PDFScanner(bytes, at: position)
    guard let start = scanner.integer(), bytes.indices.contains(start) else { return false }
    scanner.index = start
    guard scanner.accept("xref"), scanner.integer() == 0, let count = scanner.integer() else { return false }
    for number in 0..<max(count, 0) {
      guard let offset = scanner.integer(), scanner.integer() != nil else { return false }
      if scanner.accept("f") { continue }
      guard scanner.accept("n"), bytes.indices.contains(offset) else { return false }
      offsets[number] = offset
    }
    ends = (offsets.values + [start]).sorted()
    return true
  }

  /// An object's value, and what follows that if it is a stream.
  private struct Object {
    let value: Range<Int>
    var stream: Range<Int>?
  }

  private func object(_ number: Int) -> Object? {
    guard let offset = offsets[number], let end = end(after: offset) else { return nil }
    var scanner = PDFScanner(bytes, at: offset)
    guard scanner.integer() == number, scanner.integer() != nil, scanner.accept("obj") else { return nil }
    scanner.skipBlanks()
    let start = scanner.index
    guard scanner.skipValue() else { return nil }
    var object = Object(value: start..<scanner.index)
    guard scanner.accept("stream") else { return object }
    if scanner.byte == 0x0D { scanner.index += 1 }
    if scanner.byte == 0x0A { scanner.index += 1 }
    guard scanner.index < end, let last = bytes[scanner.index..<end].lastRange(of: "endstream") else { return nil }
    object.stream = scanner.index..<last.lowerBound
    return object
  }

  /// Where the next object begins, or the table.
  private func end(after offset: Int) -> Int? {
    var (lower, upper) = (0, ends.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if ends[middle] > offset { upper = middle } else { lower = middle + 1 }
    }
    return lower < ends.count ? ends[lower] : nil
  }

  /// The pages from first to last; none in a file that is otherwise.
  private var pages: [[String: Range<Int>]] {
    let lists = offsets.keys.sorted().lazy.compactMap { object($0).flatMap { entries($0.value) } }
    guard let kids = lists.first(where: { isType("/Pages", $0) })?["/Kids"] else { return [] }
    var scanner = PDFScanner(bytes, at: kids.lowerBound)
    var pages: [[String: Range<Int>]] = []
    guard scanner.accept("[") else { return [] }
    scanner.skipBlanks()
    while let number = scanner.reference(), let page = object(number).flatMap({ entries($0.value) }) {
      pages.append(page)
      scanner.skipBlanks()
    }
    return pages
  }

  private func isType(_ type: StaticString, _ entries: [String: Range<Int>]) -> Bool {
    entries["/Type"].map { bytes[$0].elementsEqual(type.text.utf8) } ?? false
  }

  private func entries(_ value: Range<Int>) -> [String: Range<Int>]? {
    var scanner = PDFScanner(bytes, at: value.lowerBound)
    return scanner.entries()
  }

  /// Sets objects to the pages as forms, each with its lower left corner as its origin.
  ///
  /// - Parameters:
  ///   - forms: reserved for the pages from first to last, with their sizes in points.
  ///   - objects: get what the pages are drawn with.
  /// - Returns: false, and nothing is set, if the file has not all of them.
  func set(_ forms: [(object: Int, width: Double, height: Double)], in objects: inout PDFObjects) -> Bool {
    let pages = pages
    guard pages.count == forms.count else { return false }
    var copy = Copy(objects: objects)
    for (page, form) in zip(pages, forms) {
      guard let text = text(of: page, form.width, form.height, &copy) else { return false }
      copy.objects.set(form.object, text)
    }
    while let next = copy.waiting.popLast() {
      guard let object = object(next.old) else { return false }
      copy.objects.set(next.new, whole(object, &copy))
    }
    objects = copy.objects
    return true
  }

  private func text(of page: [String: Range<Int>], _ width: Double, _ height: Double, _ copy: inout Copy) -> [UInt8]? {
    guard let number = page["/Contents"].flatMap(reference), let drawn = object(number), let stream = drawn.stream,
      let look = entries(drawn.value)
    else { return nil }
    var head = Array("<</Type/XObject/Subtype/Form/BBox[0 0 \(width.inPDF) \(height.inPDF)]".utf8)
    for (name, entries) in [("/Resources", page), ("/Group", page), ("/Filter", look), ("/DecodeParms", look)] {
      guard let value = entries[name] else { continue }
      head += Array(name.utf8) + [0x20] + renumbered(value, &copy)
    }
    let data = bytes[stream]
    return head + Array("/Length \(data.count)>>stream\n".utf8) + data + Array("\nendstream".utf8)
  }

  /// Objects on their way into another file.
  private struct Copy {
    var objects: PDFObjects
    /// The new numbers by the old ones.
    var numbers: [Int: Int] = [:]
    var waiting: [(old: Int, new: Int)] = []

    mutating func number(of old: Int) -> Int {
      if let known = numbers[old] { return known }
      let new = objects.reserve()
      numbers[old] = new
      waiting.append((old, new))
      return new
    }
  }

  private func whole(_ object: Object, _ copy: inout Copy) -> [UInt8] {
    if let stream = object.stream, let entries = entries(object.value), Set(entries.keys) == ["/Length", "/Filter"],
      let map = PDFUnicodeMap.spelledOut(Array(bytes[stream]))
    {
      return map
    }
    let value = renumbered(object.value, &copy)
    guard let stream = object.stream else { return value }
    return value + Array("\nstream\n".utf8) + Array(bytes[stream]) + Array("\nendstream".utf8)
  }

  private func reference(_ value: Range<Int>) -> Int? {
    var scanner = PDFScanner(bytes, at: value.lowerBound)
    return scanner.reference()
  }

  /// A value that names its objects by their new numbers.
  private func renumbered(_ value: Range<Int>, _ copy: inout Copy) -> [UInt8] {
    var scanner = PDFScanner(bytes, at: value.lowerBound)
    var text: [UInt8] = []
    while scanner.index < value.upperBound {
      let start = scanner.index
      if let old = scanner.reference() {
        text += Array(" \(copy.number(of: old)) 0 R".utf8)
      } else {
        scanner.skipToken()
        text += bytes[start..<min(max(scanner.index, start + 1), value.upperBound)]
        scanner.index = max(scanner.index, start + 1)
      }
    }
    return text
  }
}

/// A position in the text of a PDF (ISO 32000-1, 7.2 and 7.3).
struct PDFScanner {
  private let bytes: [UInt8]
  var index: Int

  private static let depthLimit = 100

  init(_ bytes: [UInt8], at index: Int) { (self.bytes, self.index) = (bytes, index) }

  /// The next byte; `nil` at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isDelimiter(_ byte: UInt8) -> Bool { "()<>[]{}/%".utf8.contains(byte) }

  private static func isRegular(_ byte: UInt8) -> Bool { !isBlank(byte) && !isDelimiter(byte) }

  /// Comments are blanks as well.
  mutating func skipBlanks() {
    while let byte {
      if byte == UInt8(ascii: "%") { skipToken() } else if Self.isBlank(byte) { index += 1 } else { return }
    }
  }

  /// Moves behind a word and the blanks before it, if it comes next.
  mutating func accept(_ word: StaticString) -> Bool {
    let start = index
    skipBlanks()
    let count = word.utf8CodeUnitCount
    guard bytes.count - index >= count, bytes[index..<index + count].elementsEqual(word.text.utf8) else {
      index = start
      return false
    }
    index += count
    return true
  }

  /// An integer without a sign.
  mutating func integer() -> Int? {
    let start = index
    skipBlanks()
    let first = index
    while let byte, (0x30...0x39).contains(byte) { index += 1 }
    guard let number = Int(String(decoding: bytes[first..<index], as: UTF8.self)) else {
      index = start
      return nil
    }
    return number
  }

  /// The number of the object that is named here, as `7 0 R`; `nil`, and not moved, where none is.
  mutating func reference() -> Int? {
    let start = index
    if start > 0, Self.isRegular(bytes[start - 1]) { return nil }
    guard let byte, (0x30...0x39).contains(byte), let number = integer(), integer() != nil, accept("R"),
      self.byte.map(Self.isRegular) != true
    else {
      index = start
      return nil
    }
    return number
  }

  /// Moves behind a string, a name, a number or a word, or one delimiter or blank.
  mutating func skipToken() {
    guard let byte else { return }
    switch byte {
    case UInt8(ascii: "("): skipString()
    case UInt8(ascii: "<") where index + 1 < bytes.count && bytes[index + 1] == byte: index += 2
    case UInt8(ascii: ">") where index + 1 < bytes.count && bytes[index + 1] == byte: index += 2
    case UInt8(ascii: "<"): index = (bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
    case UInt8(ascii: "%"): index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    case UInt8(ascii: "/"):
      index += 1
      skipRegular()
    case _ where Self.isRegular(byte): skipRegular()
    default: index += 1
    }
  }

  private mutating func skipRegular() {
    while let byte, Self.isRegular(byte) { index += 1 }
  }

  /// Brackets within it are balanced or follow a backslash.
  private mutating func skipString() {
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
    } while depth > 0 && index < bytes.count
    index = min(index, bytes.count)
  }

  /// Moves behind a value.
  ///
  /// - Returns: false if none comes next, or it has no end.
  mutating func skipValue() -> Bool {
    skipBlanks()
    if reference() != nil { return true }
    var depth = 0
    repeat {
      skipBlanks()
      guard let byte, depth < Self.depthLimit else { return false }
      let start = index
      skipToken()
      switch (byte, index - start) {
      case (UInt8(ascii: "["), _), (UInt8(ascii: "<"), 2):
        depth += bytes[start..<index].elementsEqual("<>".utf8) ? 0 : 1
      case (UInt8(ascii: "]"), _), (UInt8(ascii: ">"), _): depth -= 1
      default: break
      }
    } while depth > 0
    return depth == 0
  }

  /// The entries of the dictionary that comes next, by their names; `nil` if none does.
  mutating func entries() -> [String: Range<Int>]? {
    guard accept("<<") else { return nil }
    var entries: [String: Range<Int>] = [:]
    while !accept(">>") {
      skipBlanks()
      let start = index
      guard byte == UInt8(ascii: "/") else { return nil }
      skipToken()
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      skipBlanks()
      let value = index
      guard skipValue() else { return nil }
      entries[name] = value..<index
    }
    return entries
  }
}

extension StaticString {
  fileprivate var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}

extension Collection<UInt8> where Self: BidirectionalCollection, Index == Int {
  /// Where a word stands last.
  fileprivate func lastRange(of word: StaticString) -> Range<Int>? {
    let text = Array(word.text.utf8)
    var start = endIndex - text.count
    while start >= startIndex {
      if self[start...].starts(with: text) { return start..<start + text.count }
      start -= 1
    }
    return nil
  }
}
