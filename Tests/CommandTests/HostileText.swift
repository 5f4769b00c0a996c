import Foundation
import SeededCases

/// Names as a hostile file may have them: control characters of all kinds, separators, bidirectional overrides, great
/// lengths.
struct HostileText {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let pieces =
    [
      "\u{1b}]0;pwned\u{7}", "\u{1b}[31mRED", "\ntouchreel: all is well", "\r", "\0", "\t", "\u{7f}", "\u{9b}31m",
      "\u{85}", "\u{202e}evil", "\u{2066}", "\u{2069}", "\u{61c}", "\u{200f}", "\u{2028}", "\u{2029}", "\u{feff}",
      "\u{fffe}", "\u{10ffff}", "\"", "\\", "'", ": ", "%s", "E: 0.0 3 53 7", "名前", "e\u{301}", "👩‍👩‍👧", "plain name",
    ]

  mutating func next() -> String {
    var text = "n"
    for _ in 0..<1 + random.next(below: 8) { text += Self.pieces[random.next(below: Self.pieces.count)] }
    return random.next(below: 4) == 0 ? String(repeating: text, count: 40) : text
  }

  /// A string of JSON, in quotation marks, with only what JSON itself escapes escaped.
  mutating func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(next()), as: UTF8.self)
  }

  /// What a terminal would act on in a text: its first character that is no text, and its longest line.
  static func harm(in text: String, tabs: Bool = false) -> String? {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0a: continue
      case 0x09 where tabs: continue
      case ...0x1f, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069:
        return "U+" + String(scalar.value, radix: 16)
      default: continue
      }
    }
    return nil
  }
}

/// MCAP as another program may write it: a message on a topic, with a schema.
enum ForeignMCAP {
  static func bytes(topic: String, schema: String, encoding: String) -> Data {
    var file = Data([0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a])
    let magic = file
    file += record(1, string("") + string("a writer"))
    file += record(3, little(UInt16(1)) + string(schema) + string(encoding) + little(UInt32(0)))
    file += record(4, little(UInt16(0)) + little(UInt16(1)) + string(topic) + string(encoding) + little(UInt32(0)))
    file += record(
      5, little(UInt16(0)) + little(UInt32(0)) + little(UInt64(1)) + little(UInt64(1)) + Data([0x7b, 0x7d]))
    file += record(15, little(UInt32(0)))
    return file + record(2, Data(count: 20)) + magic
  }

  private static func record(_ opcode: UInt8, _ content: Data) -> Data {
    Data([opcode]) + little(UInt64(content.count)) + content
  }

  private static func string(_ text: String) -> Data { little(UInt32(text.utf8.count)) + Data(text.utf8) }
  private static func little(_ number: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}
