import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A source that another thread reads some blocks ahead, for whoever takes longer over the entries than it takes to
/// read them.
///
/// Entries come as the source gives them. Warnings, progress and the rest are those of the block that was begun last,
/// and all of them at the end: it suits readings to the end. A copy takes from the same thread, so there should be
/// none.
struct ReadAhead: RecordingSource {
  let format: RecordingFormat
  private var block = Block()
  /// The number of the block's entries that were taken.
  private var taken = 0
  private let reader: ReaderThread<Block, Never>
  /// Blocks that were used, whose memory serves those to come.
  private let used = Monitor<[Block]>([])

  /// - Returns: `nil` if the system has no thread for it; the source is then as it was.
  init?(_ source: any RecordingSource) {
    format = source.format
    // With the one that is being used and the one that is being filled three, so that neither side waits for the
    // other's.
    let reader = try? ReaderThread<Block, Never>(capacity: 1, handing: Handed(source: source)) {
      [used] handed, output in Self.read(handed.source, into: output, reusing: used)
    }
    guard let reader else { return nil }
    self.reader = reader
  }

  var epochOffset: TimeSpan { block.epochOffset }
  var warnings: WarningList { block.warnings }
  var losses: [String] { block.losses }
  var isTruncated: Bool { block.isTruncated }
  var progress: Double { block.progress }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    while taken == block.count {
      if let error = block.error { throw error }
      if block.isLast { return false }
      exchange()
    }
    // A frame that was taken before goes back, so that its memory serves the entries to come.
    if entry.byteCount > 0 { entry = RecordingEntry() }
    swap(&entry, &block.entries[taken])
    taken += 1
    return true
  }

  /// Gives back the block that was used, and waits for the next one. Blocks are moved, not copied: while two threads
  /// have one, its entries cannot be taken over.
  private mutating func exchange() {
    var next = Block(isLast: true)
    if var blocks = reader.drain(), !blocks.isEmpty { swap(&next, &blocks[0]) }
    swap(&next, &block)
    used.change { used in
      used.append(Block())
      swap(&used[used.count - 1], &next)
    }
    taken = 0
  }

  private static func read(
    _ source: any RecordingSource, into output: ReaderOutput<Block, Never>, reusing used: Monitor<[Block]>
  ) {
    var source = source
    while true {
      var block = used.change { $0.popLast() } ?? Block()
      block.fill(from: &source)
      let isLast = block.isLast || block.error != nil
      guard output.add(block), !isLast else { return }
    }
  }

  /// `@unchecked Sendable`: from the thread's beginning on it alone has the source.
  private struct Handed: @unchecked Sendable {
    let source: any RecordingSource
  }
}

/// Entries that were read together, and what the source said after them.
private struct Block: Sendable {
  /// Small enough to stay in the processor's cache on its way.
  private static let size = 256
  /// The size of what are no frames, in bytes: attachments and messages of other programs may be large.
  private static let byteLimit = 1 << 20

  var entries: [RecordingEntry] = []
  var count = 0
  var isLast = false
  /// What ended the reading behind the entries.
  var error: FileError?
  var epochOffset = TimeSpan.zero
  var warnings = WarningList()
  var losses: [String] = []
  var isTruncated = false
  var progress = 0.0

  mutating func fill(from source: inout any RecordingSource) {
    if entries.isEmpty { entries = Array(repeating: RecordingEntry(), count: Self.size) }
    count = 0
    var bytes = 0
    do throws(FileError) {
      while count < Self.size, bytes < Self.byteLimit {
        guard try source.next(into: &entries[count]) else {
          isLast = true
          break
        }
        bytes += entries[count].byteCount
        count += 1
      }
    } catch {
      self.error = error
    }
    (epochOffset, warnings, losses) = (source.epochOffset, source.warnings, source.losses)
    (isTruncated, progress) = (source.isTruncated, source.progress)
  }
}

extension RecordingEntry {
  /// What it holds besides frames, about.
  fileprivate var byteCount: Int {
    switch self {
    case .frame, .sync: 0
    case .opening, .foreignMetadata: 1
    case .board(let text, _), .note(let text, _): text.count
    case .attachment(let attachment): attachment.bytes.count
    case .foreignMessage(let message): message.data.count
    }
  }
}
