import Glibc

/// Some lines of a text that follow each other, with a copy of their bytes.
package struct LineBlock: Sendable {
  package struct Line: Sendable {
    /// The line's number in the file, from 1.
    package var number: Int
    /// Among the lines that are not blank, from 0.
    package var index: Int
    /// The range in the block's bytes, without the line's end; `nil` if the line is too long to be kept.
    package var range: Range<Int>?
  }

  package let bytes: [UInt8]
  package let lines: [Line]
}

/// The lines of a text in blocks, for threads that share them: read once, from front to back, in memory that does not
/// grow with the text. Blank lines and a byte order mark are left out.
package struct LineBlocks: Sendable {
  /// A line of more bytes is reported as too long, and skipped.
  package static let longestLine = 16 << 20

  private let source: any ByteSource & Sendable
  private let lineCount: Int
  private var window: [UInt8] = []
  /// Where the next line begins in the window.
  private var start = 0
  /// Bytes that were read from the source.
  private var filled: UInt64 = 0
  private var isAtEnd = false
  private var number = 0
  private var index = 0
  private static let readSize = 256 << 10

  /// - Parameters:
  ///   - source: the text.
  ///   - lineCount: of a block; the last one may have fewer.
  package init(_ source: any ByteSource & Sendable, lineCount: Int = 64) {
    self.source = source
    self.lineCount = max(lineCount, 1)
  }

  /// The share of the text that was read, 0…1; 0 if unknown.
  package var readFraction: Double { source.readFraction }

  /// - Returns: `nil` at the end of the text.
  package mutating func next() throws(FileError) -> LineBlock? {
    var bytes: [UInt8] = []
    var lines: [LineBlock.Line] = []
    while lines.count < lineCount, let line = try nextLine() {
      let begin = bytes.count
      if let range = line.range { bytes.append(contentsOf: window[range]) }
      lines.append(
        LineBlock.Line(number: line.number, index: line.index, range: line.range.map { _ in begin..<bytes.count }))
      // Long lines make a block by themselves, so that threads have something to share.
      if bytes.count >= Self.readSize { break }
    }
    return lines.isEmpty ? nil : LineBlock(bytes: bytes, lines: lines)
  }

  /// The next line that is not blank, in the window.
  private mutating func nextLine() throws(FileError) -> LineBlock.Line? {
    while let (range, isWhole) = try nextRange() {
      number += 1
      guard !isWhole || window[range].contains(where: { $0 > 0x20 }) else { continue }
      defer { index += 1 }
      return LineBlock.Line(number: number, index: index, range: isWhole ? range : nil)
    }
    return nil
  }

  /// The bytes up to the next line feed or the end of the text; a line that is too long is skipped.
  private mutating func nextRange() throws(FileError) -> (range: Range<Int>, isWhole: Bool)? {
    var (searched, isWhole) = (start, true)
    while true {
      if let feed = lineFeed(from: searched) {
        defer { start = feed + 1 }
        return (start..<feed, isWhole && feed - start <= Self.longestLine)
      }
      let pending = window.count - start
      if pending > Self.longestLine {
        isWhole = false
        start = window.count
      }
      searched = window.count - start
      guard try fill() else { return lastRange(isWhole: isWhole) }
    }
  }

  private mutating func lastRange(isWhole: Bool) -> (range: Range<Int>, isWhole: Bool)? {
    guard start < window.count || !isWhole else { return nil }
    defer { start = window.count }
    return (start..<window.count, isWhole)
  }

  private func lineFeed(from offset: Int) -> Int? {
    window.withUnsafeBufferPointer { bytes in
      guard offset < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + offset, 0x0a, bytes.count - offset)
      else { return nil }
      return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }
  }

  /// Reads on behind what is pending, which moves to the front.
  private mutating func fill() throws(FileError) -> Bool {
    window.removeSubrange(..<start)
    start = 0
    guard !isAtEnd else { return false }
    let block = try source.block(at: filled, size: Self.readSize)
    isAtEnd = block.isEmpty
    window += filled == 0 && block.starts(with: [0xef, 0xbb, 0xbf]) ? block[3...] : block[...]
    filled += UInt64(block.count)
    return !isAtEnd
  }
}
