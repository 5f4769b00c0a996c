import Testing
import TouchReelReplaying

/// What is left out of long lines.
struct PrintableTextTests {
  /// It is as long as any sentence of ours.
  private static let sentence = (0..<60).map { "word\($0)" }.joined(separator: " ")

  @Test(arguments: [0, 10, 100, 400, 4000])
  func `A name is shortened, and what is said of it is not`(length: Int) {
    let name = "folder/" + String(repeating: "n", count: length) + ".xml"
    let line = "touchreel: \(name): \(Self.sentence)".printableLine
    #expect(line.hasPrefix("touchreel: folder/") && line.hasSuffix(".xml: \(Self.sentence)"), "\(line)")
    #expect(line.contains("…") == (length >= 100) && line.count <= 600)
  }

  @Test(arguments: [0, 10, 100, 400])
  func `A file's name keeps its end, blanks or not`(words: Int) {
    let name = "folder" + String(repeating: "/a b", count: words) + "/end.xml"
    let printed = name.printableFileName
    #expect(printed.count <= 150 && printed.hasPrefix("folder/") && printed.hasSuffix("/end.xml"))
    #expect((printed == name) == (name.count <= 150))
    let line = "touchreel: warning: \(printed): \(Self.sentence)"
    #expect(line.printableLine.hasSuffix(Self.sentence))
  }

  @Test func `A line of a file has an end all the same`() {
    let line = String(repeating: "ab ", count: 1000).printableLine
    #expect(line.count == 600 && line.contains("…"))
  }
}
