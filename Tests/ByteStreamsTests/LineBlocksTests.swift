import Testing

@testable import TouchReelByteStreams

/// The lines of a text in blocks.
struct LineBlocksTests {
  private func lines(_ text: String, of blockSize: Int = 64) throws -> [(number: Int, index: Int, text: String?)] {
    var blocks = LineBlocks(MemoryBytes(Array(text.utf8)), lineCount: blockSize)
    var all: [(number: Int, index: Int, text: String?)] = []
    while let block = try blocks.next() {
      #expect((1...blockSize).contains(block.lines.count))
      all += block.lines.map { line in
        (line.number, line.index, line.range.map { String(decoding: block.bytes[$0], as: UTF8.self) })
      }
    }
    #expect(try blocks.next()?.lines.count == nil)
    return all
  }

  @Test(arguments: [1, 2, 64])
  func `Blank lines count as lines and are left out`(blockSize: Int) throws {
    let found = try lines("\u{feff}a\n\n  \r\nb\r\nc", of: blockSize)
    #expect(found.map(\.number) == [1, 4, 5] && found.map(\.index) == [0, 1, 2])
    #expect(found.map(\.text) == ["a", "b\r", "c"])
  }

  @Test(arguments: ["", "\n", "\n\n \n", "\u{feff}"])
  func `A text without lines has no block`(text: String) throws {
    #expect(try lines(text).isEmpty)
  }

  @Test func `Lines are whole wherever the reading stops`() throws {
    let texts = (0..<3000).map { String(repeating: "x", count: $0 * 7 % 1999) + "\($0)" }
    #expect(try lines(texts.joined(separator: "\n")).map(\.text) == texts)
  }

  @Test func `A line that is too long is reported and skipped`() throws {
    let long = String(repeating: "x", count: LineBlocks.longestLine + 1)
    #expect(try lines("a\n\(long)\nb").map(\.text) == ["a", nil, "b"])
    #expect(try lines("a\n\(long)").map(\.text) == ["a", nil])
  }
}
