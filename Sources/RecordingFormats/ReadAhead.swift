import ByteStreams
import InputEvents
import Recordings
import SystemPackage

/// A source that another thread reads some blocks ahead, for whoever takes longer over the entries than it takes to
/// read them.
///
/// Entries come as the source gives them. Warnings, progress and the rest are those of the block that was begun last,
/// and all of them at the end: it suits readings to the end. A copy takes from the same thread, so there should be
/// none.
struct ReadAhead: RecordingSource {
  let format: RecordingFormat
  private var block = Block()
  /// Of the block's entries, those that were taken.
  private var taken = 0
  private let reading: Reading

  /// - Returns: `nil` if the system has no thread for it; the source is then as it was.
  init?(_ source: any RecordingSource) {
    format = source.format
    guard let reading = Reading(source) else { return nil }
    self.reading = reading
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
      reading.exchange(&block)
      taken = 0
    }
    // A frame that was taken before goes back, so that its memory serves the entries to come.
    if entry.byteCount > 0 { entry = RecordingEntry() }
    swap(&entry, &block.entries[taken])
    taken += 1
    return true
  }
}

/// Entries that were read together, and what the source said after them.
private struct Block: Sendable {
  /// Small enough to stay in the processor's cache on its way.
  private static let size = 256
  /// Of what are no frames, in bytes: attachments and messages of other programs may be large.
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

/// The thread that reads.
private final class Reading {
  private struct Blocks: Sendable {
    var filled: [Block] = []
    /// With the one that is being used three, so that neither side waits for the other's.
    var empty = [Block(), Block()]
    var isUnwanted = false
  }

  /// `@unchecked Sendable`: from the thread's beginning on it alone has the source.
  private struct Handed: @unchecked Sendable {
    let source: any RecordingSource
  }

  private let blocks: Monitor<Blocks>
  private let thread: WorkerThread

  init?(_ source: any RecordingSource) {
    let blocks = Monitor(Blocks())
    let handed = Handed(source: source)
    guard let thread = try? WorkerThread({ Self.read(handed.source, into: blocks) }) else { return nil }
    (self.blocks, self.thread) = (blocks, thread)
  }

  deinit {
    blocks.change { $0.isUnwanted = true }
    thread.join()
  }

  /// Gives back the block that was used, and waits for the next one. Blocks are swapped, not copied: while two threads
  /// have one, its entries cannot be taken over.
  func exchange(_ block: inout Block) {
    blocks.change { $0.empty.take(&block) }
    blocks.wait { (blocks) -> Void? in
      guard !blocks.filled.isEmpty else { return nil }
      swap(&block, &blocks.filled[0])
      blocks.filled.removeFirst()
      return ()
    }
  }

  private static func read(_ source: any RecordingSource, into blocks: Monitor<Blocks>) {
    var source = source
    while var block = blocks.wait(for: nextEmpty) {
      block.fill(from: &source)
      let isLast = block.isLast || block.error != nil
      blocks.change { $0.filled.take(&block) }
      if isLast { return }
    }
  }

  /// - Returns: `nil` while there is none; nothing in it where no more blocks are wanted.
  private static func nextEmpty(_ blocks: inout Blocks) -> Block?? {
    if blocks.isUnwanted { return .some(nil) }
    return blocks.empty.popLast().map { .some($0) }
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

extension [Block] {
  /// Appends a block, of which nothing is left.
  fileprivate mutating func take(_ block: inout Block) {
    append(Block())
    swap(&self[count - 1], &block)
  }
}
