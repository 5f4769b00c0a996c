import SeededCases
import Testing

@testable import TouchReelRecordingFormats

struct HexdumpTests {
  @Test func `Lines of many shapes give their bytes`() {
    let lines: [(String, [UInt8])] = [
      ("00000000  01 02 0A fF  10 20 30 40  |ab cd|", [1, 2, 10, 255, 16, 32, 48, 64]),
      ("0000000\t01\t02 03\t04", [1, 2, 3, 4]),
      ("0000000 01 02 03 4", [1, 2, 3]),
      ("0000000 01 02 0304 05", [1, 2]),
      ("0000000 01 02 0g 05", [1, 2]),
      ("0000000 0201 0403 05", [1, 2, 3, 4, 5]),
      ("0000000 04030201 0807060504030201", [1, 2, 3, 4]),
      ("00000000: 0102 0304  0506", [1, 2, 3, 4]),
      ("00000000: 01 02 03 04  05", [1, 2, 3, 4]),
      ("00000010", []),
    ]
    for (line, bytes) in lines { #expect(Self.bytes(of: line) == bytes, "\(line)") }
  }

  @Test func `What is no line of a dump is reported`() {
    for line in ["01 02 03", "0000000 xyz", "0000", "# 0000000 01", "0000000: |ab|"] {
      #expect(Self.bytes(of: line) == nil, "\(line)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `Any text is read word by word`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = ["01", "a0", "FF", "0203", "04050607", "1", "0g", "|x|", "8090a0b0c0d0e0f0", "12"]
    for _ in 0..<200 {
      let body = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        let choice = Int.random(in: 0..<4, using: &random) == 0 ? words[...] : words.prefix(3)
        let gap = String(["", "", "\t", " "].shuffled(using: &random)[0])
        return (choice.randomElement(using: &random) ?? "") + gap
      }
      let line = (seed.isMultiple(of: 2) ? "0000020 " : "00000020: ") + body.joined(separator: " ")
      #expect(Self.bytes(of: line) == Self.expected(of: line), "seed \(seed): \(line)")
    }
  }

  private static func bytes(of line: String) -> [UInt8]? {
    var dump = Hexdump(DumpLayout())
    var bytes: [UInt8] = []
    let outcome = Array(line.utf8).withUnsafeBytes { dump.read($0, into: &bytes) }
    return outcome == .read ? bytes : nil
  }

  /// The rules, taken word by word: groups of 2, 4, 8 or 16 digits, none wider than the first. Those of `xxd`, whose
  /// offset has a colon, end before two blanks and are in the file's order; others are numbers, least byte first.
  private static func expected(of line: String) -> [UInt8]? {
    let isWritten = line.contains(": ")
    let text = line.drop { $0 != " " }.dropFirst()
    var bytes: [UInt8] = []
    var width = 16
    var rest = Substring(text.drop { $0 == " " || $0 == "\t" })
    while !rest.isEmpty {
      let word = rest.prefix { $0 != " " && $0 != "\t" }
      guard [2, 4, 8, 16].contains(word.count), word.count <= width, let number = UInt64(word, radix: 16) else { break }
      if bytes.isEmpty { width = word.count }
      let group = (0..<word.count / 2).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
      bytes += isWritten ? group.reversed() : group
      rest = rest.dropFirst(word.count)
      let gap = rest.prefix { $0 == " " || $0 == "\t" }.count
      rest = rest.dropFirst(gap)
      if isWritten && gap > 1 { break }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
