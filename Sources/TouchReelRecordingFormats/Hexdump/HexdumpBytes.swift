import TouchReelByteStreams
import TouchReelRecordings

/// The bytes that a hexdump of some style shows, as a byte source.
///
/// It is made to be read from front to back; going back begins anew.
final class HexdumpBytes: IncompleteBytes {
  let name: String
  private let text: any ByteSource
  private let layout: DumpLayout
  private let maximumRepeats: Int
  private var block: HexdumpBlock
  /// The position of the block's first byte.
  private var position: UInt64 = 0

  init(
    _ text: any ByteSource, _ layout: DumpLayout, maximumRepeats: Int = ReadingOptions().maximumRepeats,
    issues: ReadingIssues = ReadingIssues()
  ) {
    self.maximumRepeats = maximumRepeats
    self.text = text
    self.layout = layout
    name = text.name
    block = HexdumpBlock(
      LineReader(text, issues: issues), layout, maximumRepeats, size: Self.blockSize(of: text))
  }

  /// Each line of a pipe is handed on before the next one is awaited.
  private static func blockSize(of text: any ByteSource) -> Int { text.isPipe ? 1 : 1 << 16 }

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

  func lacks(_ range: Range<UInt64>) -> Bool { block.lacks(range) }

  var missingCount: UInt64 { block.missingCount }

  func length() throws(FileError) -> UInt64 {
    var end = position
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { space.deallocate() }
    while case let count = try read(at: end, into: space), count > 0 { end += UInt64(count) }
    return end
  }

  private func rewind() {
    block = HexdumpBlock(LineReader(text), layout, maximumRepeats, size: Self.blockSize(of: text))
    position = 0
  }
}
