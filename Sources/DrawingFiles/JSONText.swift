import FoundationEssentials
import InkFiles

/// What editors on Windows write before UTF-8 text.
enum ByteOrderMark {
  static let bytes: [UInt8] = [0xef, 0xbb, 0xbf]
}

/// A well-formed JSON text, cut into its parts without being understood, so that a part can be kept byte for byte.
struct JSONText {
  private let bytes: [UInt8]
  /// The images that its values have had so far.
  let images = ImagePool()

  /// Values for each point that may be read: its coordinates, its width, and what is around them.
  private static let valuesOfPoint = 4

  /// A byte order mark before the text is not part of it.
  ///
  /// - Throws: what is wrong with the text, or that it has more values than points within the limits need.
  init(_ bytes: [UInt8], limits: InkLimits = .standard) throws(DrawingFileError) {
    let bytes = bytes.starts(with: ByteOrderMark.bytes) ? Array(bytes.dropFirst(ByteOrderMark.bytes.count)) : bytes
    // The decoder makes room for every value before any of them is looked at.
    let most = min(limits.points, .max / Self.valuesOfPoint) * Self.valuesOfPoint
    guard Self.holdsAtMost(most, bytes) else {
      throw .tooLarge(
        "it has more than \(most) values, \(Self.valuesOfPoint) for each of \(limits.points) points; --max-points raises the limit"
      )
    }
    do {
      _ = try JSONDecoder().decode(Anything.self, from: Data(bytes))
    } catch {
      throw .malformed("it is not JSON")
    }
    self.bytes = bytes
  }

  /// Counts the separators of values; those within texts count too.
  private static func holdsAtMost(_ count: Int, _ bytes: [UInt8]) -> Bool {
    guard bytes.count / 2 > count else { return true }
    var separators = 0
    for byte in bytes where byte == UInt8(ascii: ",") { separators += 1 }
    return separators < count
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// The members of the object; `nil` if the text is not an object.
  var members: [(name: String, value: Range<Int>)]? { members(of: 0..<bytes.count) }

  /// The members of an object in the text; `nil` if it is not an object.
  func members(of range: Range<Int>) -> [(name: String, value: Range<Int>)]? {
    var place = skipBlank(from: range.lowerBound)
    guard byte(at: place) == UInt8(ascii: "{") else { return nil }
    var members: [(name: String, value: Range<Int>)] = []
    place = skipBlank(from: place + 1)
    while place < range.upperBound, byte(at: place) != UInt8(ascii: "}") {
      let name = value(from: place)
      let colon = skipBlank(from: name.upperBound)
      let value = value(from: skipBlank(from: colon + 1))
      members.append((text(ofName: name), value))
      place = skipSeparator(from: value.upperBound)
    }
    return members
  }

  private func text(ofName range: Range<Int>) -> String {
    let text = bytes[range]
    guard text.count >= 2, !text.contains(UInt8(ascii: "\\")) else { return self[range, as: String.self] ?? "" }
    return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The elements of an array; `nil` if it is not an array.
  func elements(of range: Range<Int>) -> [Range<Int>]? {
    guard byte(at: range.lowerBound) == UInt8(ascii: "[") else { return nil }
    var elements: [Range<Int>] = []
    var place = skipBlank(from: range.lowerBound + 1)
    while place < range.upperBound, byte(at: place) != UInt8(ascii: "]") {
      elements.append(value(from: place))
      place = skipSeparator(from: elements[elements.count - 1].upperBound)
    }
    return elements
  }

  func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

  func decode<Value: Decodable>(_ type: Value.Type, _ range: Range<Int>) throws -> Value {
    try JSONDecoder(images: images).decode(type, from: Data(bytes[range]))
  }

  private subscript<Value: Decodable>(range: Range<Int>, as type: Value.Type) -> Value? {
    try? decode(type, range)
  }

  private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private func skipBlank(from start: Int) -> Int {
    var place = start
    while let byte = byte(at: place), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    return place
  }

  private func skipSeparator(from start: Int) -> Int {
    let place = skipBlank(from: start)
    return byte(at: place) == UInt8(ascii: ",") ? skipBlank(from: place + 1) : place
  }

  /// The value that begins there. It is never empty unless the text ends, so that every walk comes to its end.
  private func value(from start: Int) -> Range<Int> {
    var place = start
    var depth = 0
    while let byte = byte(at: place) {
      switch byte {
      case UInt8(ascii: "\""): place = endOfString(from: place)
      case UInt8(ascii: "{"), UInt8(ascii: "["): (place, depth) = (place + 1, depth + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): (place, depth) = (place + 1, depth - 1)
      default: place = depth > 0 ? place + 1 : endOfWord(from: place)
      }
      if depth <= 0 { break }
    }
    return min(start, bytes.count)..<place
  }

  private func endOfString(from start: Int) -> Int {
    var place = start + 1
    while let byte = byte(at: place), byte != UInt8(ascii: "\"") { place += byte == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place + 1, bytes.count)
  }

  private func endOfWord(from start: Int) -> Int {
    var place = start + 1
    let ends: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
    while let byte = byte(at: place), !ends.contains(byte) { place += 1 }
    return place
  }
}

extension Optional {
  /// The value of a member that must be there.
  func required(_ name: String) throws -> Wrapped {
    guard let self else { throw BrokenValue("\(name) is missing") }
    return self
  }
}

/// Elements with those that were not understood put back where they were.
func interleaved(_ texts: [[UInt8]], with unread: [UnreadElement]) -> [[UInt8]] {
  var all: [[UInt8]] = []
  var rest = unread.sorted { $0.place < $1.place }[...]
  for text in texts {
    while let next = rest.first, next.place <= all.count { all.append(rest.removeFirst().text) }
    all.append(text)
  }
  return all + rest.map(\.text)
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
