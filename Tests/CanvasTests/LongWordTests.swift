import Testing

@testable import TouchReelCanvas

/// Pango takes n² steps for a word of n characters that is broken on n lines: 10,000 took eight seconds.
struct LongWordTests {
  private let font = TextFont(family: "DejaVu Sans", size: 10)

  @Test(arguments: ["A", "é", "م"])
  func `A word that is broken after each character has a line for each`(
    letter: String
  ) throws {
    let one = try #require(TextLayout(letter, font: font, width: .fitting(limit: 1)))
    let long = try #require(
      TextLayout(String(repeating: letter, count: 1_000), font: font, width: .fitting(limit: 1)))
    #expect(abs(long.height - 1_000 * one.height) < 1, "\(long.height) is not 1000 times \(one.height)")
  }

  @Test func `Words that people write stay as they are; only a longer one gets places to break at`() {
    let sentence = String(repeating: "The quick brown fox. ", count: 50)
    #expect(LongWords.breakable(sentence) == sentence)
    let word = String(repeating: "x", count: 300)
    // Between its 300 letters, and before the blank that belongs to it.
    let broken = LongWords.breakable("The \(word) fox")
    #expect(broken.unicodeScalars.count { $0 == "\u{200B}" } == 300)
    #expect(String(broken.unicodeScalars.filter { $0 != "\u{200B}" }.map(Character.init)) == "The \(word) fox")
    #expect(LongWords.breakable("a\0b") == "a\u{FFFD}b")
  }

  @Test func `A character of several scalars is not broken`() {
    let broken = LongWords.breakable(String(repeating: "e\u{301}", count: 300))
    #expect(broken.unicodeScalars.count == 600 + 299)
    #expect(broken.components(of: "\u{200B}").allSatisfy { $0 == "e\u{301}" })
  }
}

extension String {
  fileprivate func components(of scalar: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: scalar).map { String($0) }
  }
}
