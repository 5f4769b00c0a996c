/// What a participant is called in files: no name, so that recordings name nobody.
package struct ParticipantCode: Hashable, Sendable, Comparable, CustomStringConvertible {
  package static let lengthLimit = 16

  package let text: String

  /// - Returns: `nil` unless the text has 1 to 16 letters of ASCII, digits, `-` and `_`, and begins with a letter or a
  ///   digit: it is the name of a folder.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.lengthLimit).contains(bytes.count), bytes.allSatisfy(Self.isAllowed),
      let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_")
    else { return nil }
    self.text = text
  }

  /// `P01`, `P02` and so on.
  package init(number: Int) { text = number < 10 ? "P0\(max(number, 1))" : "P\(number)" }

  package var description: String { text }

  package static func < (first: ParticipantCode, second: ParticipantCode) -> Bool { first.text < second.text }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// FNV-1a of 64 bits (draft-eastlake-fnv), the same in every version.
  var hash: UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// The same code with the next number at its end: `P01` and then `P02`; `nil` if there is no number, or no room.
  package func moved(by step: Int) -> ParticipantCode? {
    let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0, digits < 10, let number = Int(text.suffix(digits)), number + step > 0 else { return nil }
    let next = String(number + step)
    return ParticipantCode(
      String(text.dropLast(digits)) + String(repeating: "0", count: max(0, digits - next.count)) + next)
  }
}

/// Who takes part, and what was answered.
package struct Participant: Hashable, Sendable {
  package var code: ParticipantCode
  /// The answers by the questions' texts.
  package var answers: [String: String]

  package init(code: ParticipantCode, answers: [String: String] = [:]) {
    (self.code, self.answers) = (code, answers)
  }
}
