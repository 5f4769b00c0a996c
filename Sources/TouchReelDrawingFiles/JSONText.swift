import FoundationEssentials
import TouchReelInkFiles

/// What editors on Windows write before UTF-8 text.
enum ByteOrderMark {
  static let bytes: [UInt8] = [0xef, 0xbb, 0xbf]
}

/// A JSON text, cut into its parts without being understood, so that a part can be kept byte for byte.
struct JSONText {
  private let bytes: [UInt8]
  /// The members of the object; `nil` if the text is not an object.
  let members: [(name: String, value: Range<Int>)]?
  /// What is wrong with the text outside of elements.
  let damage: InkDamage
  private let lists: [Int: [JSONElement]]
  private let files: [Int: JSONImageFiles]
  /// The images that its values have had so far.
  let images: ImagePool

  /// A byte order mark before the text is not part of it.
  ///
  /// - Throws: if the text is not well formed.
  init(_ bytes: [UInt8]) throws(DrawingFileError) {
    let (text, isWhole) = Self.read(bytes)
    guard isWhole else { throw .malformed("it is not JSON") }
    self = text
  }

  /// Reads a text as far as it goes, and past its damage.
  ///
  /// - Throws: if it is not even the beginning of an object.
  init(damaged bytes: [UInt8]) throws(DrawingFileError) {
    let (text, isWhole) = Self.read(bytes)
    guard text.members != nil else { throw .malformed(isWhole ? "it is not an object" : "it is not JSON") }
    self = text
  }

  private static func read(_ bytes: [UInt8]) -> (text: JSONText, isWhole: Bool) {
    let text = bytes.starts(with: ByteOrderMark.bytes) ? Array(bytes.dropFirst(ByteOrderMark.bytes.count)) : bytes
    var (bytes, invalid) = text.repairedUTF8
    let surrogates = bytes.replaceLoneSurrogates()
    let parts = JSONParts(bytes)
    var damage = parts.damage
    damage.addInvalidText(inLines: invalid)
    for line in surrogates {
      damage.add("a text has half of a character (a lone surrogate): \u{FFFD} takes its place", line: line)
    }
    return (JSONText(bytes, parts, damage), parts.isWhole && invalid.isEmpty)
  }

  private init(_ bytes: [UInt8], _ parts: JSONParts, _ damage: InkDamage) {
    let named = parts.members.map { member in
      (name: parts.restoredNames[member.name.lowerBound] ?? Self.name(member.name, in: bytes), value: member.value)
    }
    let (members, files) = (named.lastOfEachName, parts.files.mapValues(\.lastOfEachName))
    let repeated = Self.repeatedMembers(bytes, parts)
    let fileCount = zip(parts.files.values, parts.files.keys).reduce(0) { count, file in
      count + file.0.all.count - (files[file.1]?.all.count ?? 0)
    }
    self.bytes = repeated.ranges.isEmpty ? bytes : repeated.blanked
    (lists, self.files, images) = (parts.lists, files, ImagePool())
    self.members = parts.isObject ? members : nil
    var damage = damage
    for _ in 0..<(named.count - members.count + fileCount) { damage.add(Self.noteOfRepeated, line: nil) }
    let newline = UInt8(ascii: "\n")
    let first = repeated.ranges.map(\.lowerBound).min().map { 1 + bytes[..<$0].count { $0 == newline } }
    for _ in repeated.ranges { damage.add(Self.noteOfRepeated, line: first) }
    self.damage = damage
  }

  private static let noteOfRepeated = "a member has the name of another in its object: the last one counts"

  /// Those of the elements, and of all other values that are whole.
  private static func repeatedMembers(_ bytes: [UInt8], _ parts: JSONParts) -> RepeatedMembers {
    var repeated = RepeatedMembers(in: bytes)
    for element in parts.lists.values.joined() where !element.isDamaged { repeated.add(in: element.range) }
    for file in parts.files.values.lazy.flatMap(\.all) { repeated.add(in: file.value) }
    for member in parts.members {
      let start = member.value.lowerBound
      if parts.lists[start] == nil, parts.files[start] == nil { repeated.add(in: member.value) }
    }
    return repeated
  }

  /// - Parameter range: of the name with its quotes and its colon.
  static func name(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    guard let end = bytes[range].lastIndex(of: UInt8(ascii: "\"")), end > range.lowerBound else { return "" }
    return string(range.lowerBound..<end + 1, in: bytes) ?? ""
  }

  /// - Parameter range: of a string with its quotes; `nil` if it is none.
  static func string(_ range: Range<Int>, in bytes: [UInt8]) -> String? {
    let text = bytes[range]
    guard text.first == UInt8(ascii: "\""), text.count > 1 else { return nil }
    if !text.contains(UInt8(ascii: "\\")) { return String(decoding: text.dropFirst().dropLast(), as: UTF8.self) }
    return try? JSONDecoder().decode(String.self, from: Data(text))
  }

  /// The image files of a scene; none if it has no object of that name.
  var imageFiles: JSONImageFiles {
    (members ?? []).last { $0.name == "files" }.flatMap { files[$0.value.lowerBound] } ?? JSONImageFiles()
  }

  /// The elements of an array that lists what is drawn; `nil` if it is not an array.
  func elements(of range: Range<Int>) -> [JSONElement]? { lists[range.lowerBound] }

  /// Requires that something was read of a damaged text.
  ///
  /// - Throws: what is wrong with it if it has no whole element.
  func requireContent() throws(DrawingFileError) {
    guard !hasContent, !damage.isEmpty || lists.values.contains(where: { !$0.isEmpty }) else { return }
    throw .malformed(damage.lines.first ?? "all of its elements are damaged")
  }

  /// Whether it has a whole element.
  var hasContent: Bool { lists.values.joined().contains { !$0.isDamaged } }

  /// The members of an object in the text; `nil` if it is not an object.
  ///
  /// - Parameter range: of a value that is well formed.
  func members(of range: Range<Int>) -> [(name: String, value: Range<Int>)]? {
    var scanner = JSONScanner(bytes, at: range.lowerBound)
    guard scanner.accept(UInt8(ascii: "{")) else { return nil }
    var members: [(name: String, value: Range<Int>)] = []
    repeat {
      scanner.skipBlanks()
      let start = scanner.index
      guard scanner.skipName() else { break }
      let name = Self.name(start..<scanner.index, in: bytes)
      scanner.skipBlanks()
      let value = scanner.index
      guard scanner.skipValue() else { break }
      members.append((name, value..<scanner.index))
    } while scanner.accept(UInt8(ascii: ","))
    return members
  }

  func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

  /// The bytes of ``text(_:)``, without a copy.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// The decoder takes some 30 bytes for each value, so that no member without points may have more.
  private static let valueLimit = 1_000_000

  /// Decodes a value that has no points.
  func decode<Value: Decodable>(_ type: Value.Type, _ range: Range<Int>) throws -> Value {
    guard range.count < Self.valueLimit || bytes[range].count(where: { $0 == UInt8(ascii: ",") }) < Self.valueLimit
    else { throw BrokenValue("it has more than \(Self.valueLimit) values") }
    return try JSONDecoder(images: images).decode(type, from: Data(bytes[range]))
  }

  /// Decodes an element that has points.
  ///
  /// - Parameters:
  ///   - allowsMore: whether a point may have more numbers than its coordinates.
  ///   - budget: what the points are drawn from, before there is room for them.
  /// - Throws: ``DrawingFileError/tooLarge(_:)``, or what the decoder does.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ range: Range<Int>, allowsMore: Bool = false, _ budget: inout InkBudget
  ) throws -> Value {
    let (rest, arrays) = try extract(range, allowsMore: allowsMore, &budget)
    return try decode(type, rest, arrays)
  }

  /// An element without its points, and these.
  func extract(
    _ range: Range<Int>, allowsMore: Bool = false, _ budget: inout InkBudget
  ) throws(DrawingFileError) -> (text: [UInt8], arrays: NumberArrays) {
    try NumberExtraction.run(bytes, range, allowsMore: allowsMore, &budget)
  }

  /// Decodes an element from its text without points.
  func decode<Value: Decodable>(_ type: Value.Type, _ text: [UInt8], _ arrays: NumberArrays) throws -> Value {
    let decoder = JSONDecoder(images: images)
    arrays.add(to: decoder)
    return try decoder.decode(type, from: Data(text))
  }
}

extension Optional {
  /// The value of a member that must be there.
  func required(_ name: String) throws -> Wrapped {
    guard let self else { throw BrokenValue("\(name) is missing") }
    return self
  }
}

extension [(name: String, value: Range<Int>)] {
  /// Without those that another of the same name follows.
  fileprivate var lastOfEachName: Self {
    let last = Dictionary(enumerated().map { ($0.element.name, $0.offset) }) { $1 }
    return last.count == count ? self : enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
  }
}

extension JSONImageFiles {
  fileprivate var lastOfEachName: JSONImageFiles {
    var files = self
    files.all = all.lastOfEachName
    return files
  }
}

extension JSONText {
  /// An array of elements that are written already.
  static func array(_ elements: [ArraySlice<UInt8>]) -> [UInt8] {
    Array("[".utf8) + Array(elements.joined(separator: Array(",\n".utf8))) + Array("]".utf8)
  }
}

/// Elements with those that were not understood put back where they were.
func interleaved(_ texts: [[UInt8]], with unread: [UnreadElement]) -> [[UInt8]] {
  var interleaving = Interleaving(unread)
  return texts.flatMap { interleaving.drainBeforeNext() + [$0] } + interleaving.rest
}

/// The places of elements that were not understood among others.
struct Interleaving {
  private var unread: ArraySlice<UnreadElement>
  /// The elements that have come so far, damaged ones included.
  private var count = 0

  init(_ unread: [UnreadElement]) { self.unread = unread.sorted { $0.index < $1.index }[...] }

  /// The texts of those that come before another element, which is then counted. What is damaged has no text.
  mutating func drainBeforeNext() -> [[UInt8]] {
    var texts: [[UInt8]] = []
    while let next = unread.first, next.index <= count {
      unread.removeFirst()
      count += 1
      if !next.isDamaged { texts.append(next.text) }
    }
    count += 1
    return texts
  }

  /// The texts of those that come behind all others.
  var rest: [[UInt8]] { unread.filter { !$0.isDamaged }.map(\.text) }
}

extension JSONEncoder {
  /// One line, with keys in alphabetical order.
  static func text(of value: some Encodable) throws(DrawingFileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw .notWritable
    }
  }
}
