import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording kept as it is read, so that it can be read again from any position at once, whatever its format.
///
/// Entries lie packed in blocks. What goes beyond the budget is moved, oldest first, to a spool; where there is no room
/// for one it stays in memory.
final class ReplayTape {
  /// The position of a reading.
  struct Position: Sendable {
    fileprivate var block = 0
    fileprivate var word = 0
  }

  /// Words after which a block is closed: 16 KiB.
  private static let blockSize = 2048
  /// Blocks from the spool that are cached as well.
  private static let loadedLimit = 8

  private struct Block {
    var words: [UInt64] = []
    var count = 0
    /// Offset in the spool, if it is there.
    var offset: Int64?
    /// The latest instant before the block.
    var reachedBefore: Timestamp?
  }

  private(set) var source: any RecordingSource
  private var isAtEnd = false
  private var failure: FileError?
  private var blocks = [Block()]
  /// Openings and the names of attachments, which are few.
  private var apart: [RecordingEntry] = []
  private var reached: Timestamp?
  private var scratch = RecordingEntry()

  private let budget: Int
  private let spool: Spool
  private var residentWords = 0
  private var firstResident = 0
  private var spoolEnd: Int64 = 0
  private var isSpoolOfUse = true
  private var loaded: [(block: Int, words: [UInt64])] = []

  /// - Parameters:
  ///   - budget: bytes kept in memory.
  ///   - folder: where the rest goes.
  init(_ source: any RecordingSource, budget: Int = 64 << 20, folder: FilePath = .temporaryFolder) {
    self.source = source
    self.budget = budget
    spool = Spool(in: folder)
  }

  /// Reads the entry at a position, from the recording itself if it has not been read before.
  /// - Returns: false at the end.
  func read(at position: inout Position, into entry: inout RecordingEntry) throws(FileError) -> Bool {
    if position.word == blocks[position.block].count {
      guard position.block < blocks.count - 1 else {
        guard try extend(with: &entry) else { return false }
        position = end
        return true
      }
      position = Position(block: position.block + 1)
    }
    let index = position.block
    position.word = try withWords(ofBlock: index) { words in
      TapeCoding.decode(words, at: position.word, apart, into: &entry)
    }
    return true
  }

  private var end: Position { Position(block: blocks.count - 1, word: blocks[blocks.count - 1].count) }

  private func extend(with entry: inout RecordingEntry) throws(FileError) -> Bool {
    if let failure { throw failure }
    guard !isAtEnd else { return false }
    do {
      repeat { isAtEnd = !(try source.next(into: &entry)) } while !isAtEnd && entry.isForeign
    } catch {
      failure = error
      throw error
    }
    if !isAtEnd { append(entry) }
    return !isAtEnd
  }

  private func append(_ entry: RecordingEntry) {
    if blocks[blocks.count - 1].count >= Self.blockSize {
      blocks.append(Block(reachedBefore: reached))
      keepToBudget()
    }
    let last = blocks.count - 1
    let before = blocks[last].count
    TapeCoding.append(entry, to: &blocks[last].words, apart: &apart)
    blocks[last].count = blocks[last].words.count
    residentWords += blocks[last].count - before
    if let instant = entry.occurrence { reached = max(reached ?? instant, instant) }
  }
}

/// Instants.
extension ReplayTape {
  /// The first instant after one at which anything happens.
  ///
  /// - Complexity: a block is looked through, and the recording read on as far as that is beyond what was read before.
  func instant(after time: Timestamp) throws(FileError) -> Timestamp? {
    var index = lastBlock { $0 <= time }
    while true {
      while index < blocks.count {
        if let found = try instants(ofBlock: index, first: { $0 > time }) { return found }
        index += 1
      }
      index = blocks.count - 1
      guard try extend(with: &scratch) else { return nil }
    }
  }

  /// The last instant before one at which anything happens.
  ///
  /// - Complexity: as above.
  func instant(before time: Timestamp) throws(FileError) -> Timestamp? {
    while reached.map({ $0 < time }) ?? true {
      guard try extend(with: &scratch) else { return reached }
    }
    let index = lastBlock { $0 < time }
    var latest = blocks[index].reachedBefore
    _ = try instants(ofBlock: index) { instant in
      guard instant < time else { return true }
      latest = max(latest ?? instant, instant)
      return false
    }
    return latest
  }

  /// The last block of which all that comes before it lies within a bound.
  private func lastBlock(_ isWithin: (Timestamp) -> Bool) -> Int {
    var (low, high) = (0, blocks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].reachedBefore.map(isWithin) ?? true { low = middle } else { high = middle }
    }
    return low
  }

  private func instants(
    ofBlock index: Int, first isWanted: (Timestamp) -> Bool
  ) throws(FileError) -> Timestamp? {
    try withWords(ofBlock: index) { words in
      var offset = 0
      while offset < words.count {
        if let instant = TapeCoding.instant(words, at: offset), isWanted(instant) { return instant }
        offset += TapeCoding.length(words, at: offset)
      }
      return nil
    }
  }
}

/// Memory and the spool.
extension ReplayTape {
  /// Bytes in memory.
  var byteCount: Int { residentWords * 8 + loaded.reduce(0) { $0 + $1.words.count * 8 } }

  private func withWords<Result>(
    ofBlock index: Int, _ body: ([UInt64]) -> Result
  ) throws(FileError) -> Result {
    guard let offset = blocks[index].offset else { return body(blocks[index].words) }
    if let known = loaded.first(where: { $0.block == index }) { return body(known.words) }
    let words = try load(blocks[index].count, from: offset)
    if loaded.count >= Self.loadedLimit { loaded.removeFirst() }
    loaded.append((index, words))
    return body(words)
  }

  private func load(_ count: Int, from offset: Int64) throws(FileError) -> [UInt64] {
    do throws(Errno) {
      return try spool.values(at: offset, count: count)
    } catch {
      throw FileError(
        file: spool.folder.string, message: "what was put aside of the recording cannot be read: \(error)")
    }
  }

  private func keepToBudget() {
    while isSpoolOfUse, residentWords * 8 > budget, firstResident < blocks.count - 1 {
      do throws(Errno) {
        try moveToSpool(firstResident)
        firstResident += 1
      } catch {
        // Without room on the disk it is memory that is used.
        isSpoolOfUse = false
      }
    }
  }

  private func moveToSpool(_ index: Int) throws(Errno) {
    try blocks[index].words.withUnsafeBufferPointer { words throws(Errno) in
      try spool.write(UnsafeRawBufferPointer(words), at: spoolEnd)
    }
    blocks[index].offset = spoolEnd
    spoolEnd += Int64(blocks[index].count) * 8
    residentWords -= blocks[index].count
    blocks[index].words = []
  }
}

/// A reading of a tape; a copy of it continues from the same position.
struct TapeSource: RecordingSource {
  private let tape: ReplayTape
  private var position = ReplayTape.Position()

  init(_ tape: ReplayTape) { self.tape = tape }

  var format: RecordingFormat { tape.source.format }
  var epochOffset: TimeSpan { tape.source.epochOffset }
  var warnings: WarningList { tape.source.warnings }
  var isTruncated: Bool { tape.source.isTruncated }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    try tape.read(at: &position, into: &entry)
  }
}

/// Entries as 64-bit words: a head of three (kind and count; channel; time), then their content.
///
/// What is of other programs is not played and has no code here.
///
/// An event takes a word, where the events of a frame differ in time two. Texts and attachments take a word for 8
/// bytes. Openings are kept apart.
enum TapeCoding {
  private static let headSize = 3
  private static let hasInstant: UInt64 = 1 << 4
  private static let isOfOneTime: UInt64 = 1 << 5

  /// What an entry is: the lowest four bits of its head.
  private enum Kind: UInt64 {
    case opening, frame, sync, board, note, attachment
  }

  static func append(_ entry: RecordingEntry, to words: inout [UInt64], apart: inout [RecordingEntry]) {
    switch entry {
    case .frame(let frame, let channel): append(frame, of: channel, as: .frame, to: &words)
    case .sync(let frame, let channel): append(frame, of: channel, as: .sync, to: &words)
    case .board(let text, let time): append(text, as: .board, number: 0, at: time, to: &words)
    case .note(let text, let time): append(text, as: .note, number: 0, at: time, to: &words)
    case .opening:
      append([], as: .opening, number: apart.count, at: nil, to: &words)
      apart.append(entry)
    case .attachment(var attachment):
      append(attachment.bytes, as: .attachment, number: apart.count, at: nil, to: &words)
      attachment.bytes = []
      apart.append(.attachment(attachment))
    case .foreignMessage, .foreignMetadata: break
    }
  }

  /// - Returns: where the next entry begins.
  static func decode(
    _ words: [UInt64], at offset: Int, _ apart: [RecordingEntry], into entry: inout RecordingEntry
  ) -> Int {
    let next = offset + length(words, at: offset)
    switch kind(words, at: offset) {
    case .frame: entry = .frame(frame(words, at: offset, reusing: &entry), of: channel(words, at: offset))
    case .sync: entry = .sync(frame(words, at: offset, reusing: &entry), of: channel(words, at: offset))
    case .board: entry = .board(bytes(words, at: offset), at: time(words[offset + 2]))
    case .note: entry = .note(bytes(words, at: offset), at: time(words[offset + 2]))
    case .opening: entry = apart[Int(words[offset + 1])]
    case .attachment:
      guard case .attachment(var attachment) = apart[Int(words[offset + 1])] else { break }
      attachment.bytes = bytes(words, at: offset)
      entry = .attachment(attachment)
    case nil: break
    }
    return next
  }

  /// When the entry takes effect.
  static func instant(_ words: [UInt64], at offset: Int) -> Timestamp? {
    words[offset] & hasInstant != 0 ? time(words[offset + 2]) : nil
  }

  /// Words that the entry takes.
  static func length(_ words: [UInt64], at offset: Int) -> Int {
    let count = Int(words[offset] >> 8)
    switch kind(words, at: offset) {
    case .frame, .sync: return headSize + (words[offset] & isOfOneTime != 0 ? count : 2 * count)
    case .board, .note, .opening, .attachment, nil: return headSize + (count + 7) / 8
    }
  }

  private static func kind(_ words: [UInt64], at offset: Int) -> Kind? { Kind(rawValue: words[offset] & 0xF) }

  private static func channel(_ words: [UInt64], at offset: Int) -> DeviceChannel {
    DeviceChannel(rawValue: Int(Int64(bitPattern: words[offset + 1])))
  }

  private static func appendHead(
    _ kind: Kind, _ flags: UInt64, count: Int, number: Int, at instant: Timestamp?, to words: inout [UInt64]
  ) {
    words.append(kind.rawValue | flags | (instant == nil ? 0 : hasInstant) | UInt64(UInt(bitPattern: count)) << 8)
    words.append(UInt64(bitPattern: Int64(number)))
    words.append(UInt64(bitPattern: instant?.nanoseconds ?? 0))
  }

  private static func append(_ frame: Frame, of channel: DeviceChannel, as kind: Kind, to words: inout [UInt64]) {
    let events = frame.events
    let isUniform = events.allSatisfy { $0.time == events[0].time }
    appendHead(
      kind, isUniform ? isOfOneTime : 0, count: events.count, number: channel.rawValue, at: frame.time, to: &words)
    for event in events {
      let value = UInt64(UInt32(bitPattern: event.value))
      words.append(UInt64(event.type.rawValue) | UInt64(event.code.rawValue) << 16 | value << 32)
    }
    if !isUniform { for event in events { words.append(UInt64(bitPattern: event.time.nanoseconds)) } }
  }

  private static func frame(_ words: [UInt64], at offset: Int, reusing entry: inout RecordingEntry) -> Frame {
    let count = Int(words[offset] >> 8)
    let isUniform = words[offset] & isOfOneTime != 0
    var frame = entry.takeFrame()
    for index in (offset + headSize)..<(offset + headSize + count) {
      let word = words[index]
      frame.events.append(
        InputEvent(
          time: time(words[isUniform ? offset + 2 : index + count]),
          type: EventType(rawValue: UInt16(truncatingIfNeeded: word)),
          code: EventCode(rawValue: UInt16(truncatingIfNeeded: word >> 16)),
          value: Int32(truncatingIfNeeded: word >> 32)))
    }
    return frame
  }

  private static func append(
    _ bytes: [UInt8], as kind: Kind, number: Int, at instant: Timestamp?, to words: inout [UInt64]
  ) {
    appendHead(kind, 0, count: bytes.count, number: number, at: instant, to: &words)
    for start in stride(from: 0, to: bytes.count, by: 8) {
      words.append(bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  private static func bytes(_ words: [UInt64], at offset: Int) -> [UInt8] {
    let count = Int(words[offset] >> 8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for word in words[(offset + headSize)..<(offset + length(words, at: offset))] {
      for shift in 0..<min(8, count - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(shift))))
      }
    }
    return bytes
  }

  private static func time(_ word: UInt64) -> Timestamp { Timestamp(nanoseconds: Int64(bitPattern: word)) }
}
