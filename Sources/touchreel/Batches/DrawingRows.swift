import TouchReelByteStreams
import TouchReelInkFiles
import TouchReelRecordingFormats

/// A file of many drawings with times, one a line, each of which has rows of its own in a table.
struct DrawingRows {
  private var blocks: LineBlocks
  private var first: LineBlock?

  private init(_ blocks: LineBlocks, first: LineBlock) { (self.blocks, self.first) = (blocks, first) }

  /// - Returns: `nil` if the file is none, or holds one drawing, or drawings without times, which are read as any other
  ///   file.
  static func reading(_ bytes: any ByteSource & Sendable, limits: InkLimits) throws(FileError) -> DrawingRows? {
    guard !(bytes is PipeBytes), InkKind.isPossible(beginning: try bytes.beginning(64)),
      InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) == .quickdraw,
      try RecordingSniffer.eventLines(in: bytes) != .outside
    else { return nil }
    var blocks = LineBlocks(bytes)
    guard let first = try blocks.next(), first.lines.count > 1,
      first.lines.contains(where: { first.hasTimes($0, limits) })
    else { return nil }
    return DrawingRows(blocks, first: first)
  }

  /// - Returns: `nil` at the end of the file.
  mutating func next() throws(FileError) -> LineBlock? {
    if let first = first.take() { return first }
    return try blocks.next()
  }
}

extension LineBlock {
  /// A drawing as a file of its own, which is named by its line.
  func drawing(_ line: Line, of file: String) throws -> MemoryBytes {
    let name = "\(file):\(line.number)"
    guard let text = text(of: line) else {
      throw Failure(message: "\(name): is longer than \(LineBlocks.longestLine >> 20) MiB, too long for a drawing")
    }
    return MemoryBytes(Array(text), name: name)
  }

  /// Whether a line can be read as touches.
  fileprivate func hasTimes(_ line: Line, _ limits: InkLimits) -> Bool {
    let drawing = text(of: line)?.withUnsafeBufferPointer { try? QuickDrawLine(line: $0, limits: limits) }
    return drawing?.page.hasTimes ?? false
  }
}
