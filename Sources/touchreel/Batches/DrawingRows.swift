import TouchReelByteStreams
import TouchReelInkFiles
import TouchReelRecordingFormats

/// A file of many drawings with times, one a line, each of which has rows of its own in a table.
struct DrawingRows {
  private let first: LineBlock
  /// Those after the first.
  private let blocks: LineBlocks

  private init(first: LineBlock, _ blocks: LineBlocks) { (self.first, self.blocks) = (first, blocks) }

  /// - Returns: `nil` if the file is none, or holds one drawing, or drawings without times, which are read as any other
  ///   file.
  static func reading(_ bytes: any ByteSource & Sendable, limits: InkLimits) throws(FileError) -> DrawingRows? {
    guard InkKind.isPossible(beginning: try bytes.beginning(64)),
      InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) == .quickdraw,
      try RecordingSniffer.eventLines(in: bytes) != .outside
    else { return nil }
    var blocks = LineBlocks(bytes)
    guard let first = try blocks.next(), first.lines.count > 1,
      first.lines.contains(where: { first.hasTimes($0, limits) })
    else { return nil }
    return DrawingRows(first: first, blocks)
  }

  /// Calls a closure with the lines of the file, in parts, until it answers that it wants no more.
  // Swift 6.3 stops at what it makes of this loop where it is part of its caller.
  @inline(never)
  func forEachBlock(_ body: (LineBlock) throws -> Bool) throws {
    guard try body(first) else { return }
    var rest = blocks
    while let block = try rest.next() {
      guard try body(block) else { return }
    }
  }
}

extension String {
  /// What is said of a drawing that is a line of a file, without the number that this line has on its own.
  var withoutOwnLine: String { hasPrefix("line 1: ") ? String(dropFirst("line 1: ".count)) : self }
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

  /// Why a line is no drawing; `nil` if it is one.
  func fault(of line: Line, _ limits: InkLimits, in file: String) -> FileError? {
    guard let text = text(of: line) else { return nil }
    do throws(InkFileError) {
      _ = try text.withUnsafeBufferPointer { (bytes) throws(InkFileError) in
        try QuickDrawLine(line: bytes, limits: limits)
      }
      return nil
    } catch {
      return FileError(file: file, location: .line(line.number), message: error.message)
    }
  }

  /// Whether a line can be read as touches.
  fileprivate func hasTimes(_ line: Line, _ limits: InkLimits) -> Bool {
    let drawing = text(of: line)?.withUnsafeBufferPointer { try? QuickDrawLine(line: $0, limits: limits) }
    return drawing?.page.hasTimes ?? false
  }
}
