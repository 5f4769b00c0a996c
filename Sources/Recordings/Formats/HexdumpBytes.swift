import ByteStreams

/// The bytes that a hexdump of some style shows, as a byte source.
///
/// It is made to be read from front to back; going back begins anew.
final class HexdumpBytes: ByteSource {
  let name: String
  private let text: any ByteSource
  private let style: DumpStyle
  private let maximumRepeats: Int
  private var block: HexdumpBlock
  /// Of the block's first byte.
  private var position: UInt64 = 0

  init(
    _ text: any ByteSource, style: DumpStyle, maximumRepeats: Int = ReadingOptions().maximumRepeats,
    issues: ReadingIssues = ReadingIssues()
  ) {
    self.maximumRepeats = maximumRepeats
    self.text = text
    self.style = style
    name = text.name
    block = HexdumpBlock(LineReader(text, issues: issues), style: style, maximumRepeats)
  }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    if offset < position { rewind() }
    while true {
      let ahead = offset - position
      if ahead < UInt64(block.bytes.count) {
        let part = block.bytes[Int(ahead)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
      }
      position += UInt64(block.bytes.count)
      guard try block.readOn() else { return 0 }
    }
  }

  func length() throws(FileError) -> UInt64 {
    var end = position
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { space.deallocate() }
    while case let count = try read(at: end, into: space), count > 0 { end += UInt64(count) }
    return end
  }

  private func rewind() {
    block = HexdumpBlock(LineReader(text), style: style, maximumRepeats)
    position = 0
  }
}

/// Some lines of a hexdump, decoded.
private struct HexdumpBlock {
  private(set) var bytes: [UInt8] = []
  private let lines: LineReader
  private var dump: Hexdump

  init(_ lines: LineReader, style: DumpStyle, _ maximumRepeats: Int) {
    self.lines = lines
    dump = Hexdump(style, maximumRepeats: maximumRepeats)
  }

  /// Goes on to the lines that follow; false at the end.
  mutating func readOn() throws(FileError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    while bytes.count < 1 << 16 {
      guard let line = try lines.next() else { return !bytes.isEmpty }
      switch dump.read(line, into: &bytes) {
      case .read: continue
      case .unknown: lines.issues.add("line is no part of the dump: skipped", line: lines.number)
      case .tooManyRepeats:
        lines.issues.add(
          "repeated lines of the dump stand for more than 1 MiB and \(dump.maximumRepeats) times its length: left out; "
            + "--max-repeats raises the limit",
          line: lines.number)
      }
    }
    return true
  }
}
