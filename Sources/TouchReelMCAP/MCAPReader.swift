/// How a reader takes what it finds.
package struct MCAPReaderOptions: Hashable, Sendable {
  /// What a reader does at damage.
  package enum Damage: Hashable, Sendable {
    /// Throws at the first damage, and returns no more records.
    case stop
    /// Goes on with the next sound record, and lists what was lost. A file that ends inside a record ends before it, or
    /// inside a chunk that is not compressed, with what is there of it.
    case skip
    /// What `skip` does, and what there is of a chunk that the file's end cuts short is read too, and the records of
    /// one whose checksum is wrong, as far as they are as the chunk says.
    case salvage
  }

  package var damage: Damage
  /// The most bytes that a chunk, compressed or not, or any other record may take in memory.
  package var maximumChunkSize: Int
  /// How many bytes of records the compressed chunks of a file may give for each of their own, beyond the first 64 MiB.
  package var maximumExpansion: Int

  package init(damage: Damage = .stop, maximumChunkSize: Int = 64 << 20, maximumExpansion: Int = 1000) {
    self.damage = damage
    self.maximumChunkSize = maximumChunkSize
    self.maximumExpansion = maximumExpansion
  }

  /// With a limit that can be computed with.
  fileprivate var clamped: MCAPReaderOptions {
    MCAPReaderOptions(
      damage: damage, maximumChunkSize: min(max(maximumChunkSize, 0), 1 << 48),
      maximumExpansion: min(max(maximumExpansion, 1), 1 << 20))
  }
}

/// How a file ended.
package enum MCAPEnding: Hashable, Sendable {
  /// With its footer and the last magic.
  case complete
  /// After a whole record at this offset, but without a footer: its writer was stopped.
  case unfinished(at: UInt64)
  /// Inside the record that begins at this offset.
  case truncated(at: UInt64)
  /// The reader stopped at damage.
  case corrupted(MCAPError)
}

/// Reads an MCAP file front to back, from a file or a pipe, with one chunk in memory at a time.
///
/// Any valid file of version 0 is read: with chunks (of zstd or none) and without, with a summary and without. Records
/// of unknown kinds, fields added to the end of known ones and schemas of id zero are ignored. All checksums of the
/// format are checked. A message whose channel was not declared is given as it is.
///
///     var reader = MCAPReader(file)
///     while let record = try reader.next() {
///       guard case .message(let message) = record else { continue }
///       reader.withMessageData { … }
///     }
///     reader.ending  // whether the file is complete or truncated
package struct MCAPReader<Source: MCAPSource & ~Copyable>: ~Copyable {
  package typealias Failure = MCAPReadError<Source.Failure>

  var run = RecordRun()
  /// How the file ended, once `next()` has returned `nil` or thrown.
  package internal(set) var ending: MCAPEnding?
  /// What was skipped as damaged, in the file's order.
  package internal(set) var losses: [MCAPLoss] = []
  /// Whether the file has chunks, as far as it was read.
  package internal(set) var hasChunks = false
  /// Chunks that are damaged, and whose records were read all the same.
  package internal(set) var doubts = MCAPDoubts()
  /// What follows the file's end, which is not read; `nil` if nothing does. Known once `next()` has returned `nil`.
  package internal(set) var trailing: MCAPTrailing?
  /// How often something was skipped so far that may have held messages.
  package internal(set) var damageCount = 0
  let options: MCAPReaderOptions
  var stage = Stage.magic
  var streamedChunk: StreamedChunk?
  /// What is lost of the chunk in memory, until the records before it have been given.
  var lossInChunk: MCAPLoss?
  var pendingAttachment: PendingAttachment?
  var decoder: ChunkDecoder
  var window = ByteWindow(capacity: 256 << 10)
  /// Last, so that all else has its offset whatever the source.
  var source: Source

  enum Stage {
    case magic, header, data
    case summary(start: UInt64)
  }

  package init(_ source: consuming Source, options: MCAPReaderOptions = MCAPReaderOptions()) {
    self.options = options.clamped
    decoder = ChunkDecoder(limit: self.options.maximumChunkSize, maximumExpansion: self.options.maximumExpansion)
    self.source = source
  }

  /// The next record of the data; `nil` at the end, whose kind is in `ending`.
  ///
  /// - Throws: Where the source fails, where the file exceeds a limit and, if the options say so, where it is damaged.
  package mutating func next() throws(Failure) -> MCAPRecord? {
    while true {
      do throws(MCAPError) {
        if let record = try run.next() { return record }
      } catch {
        try recover(from: error)
        continue
      }
      if passLossInChunk() { continue }
      if ending != nil {
        try countTrailing()
        return nil
      }
      if let message = takeMessage() { return .message(message) }
      if let record = try readTopLevel() { return record }
    }
  }

  /// The next record if it is a message of the chunk in memory: what ``next()`` would return, which has to look up the
  /// metadata of its source each time.
  @inline(__always)
  package mutating func nextMessageOfChunk() -> MCAPMessage? { run.nextMessage() }

  /// Gives the data of the message that `next()` returned last; no bytes after a record of another kind.
  package func withMessageData<Result, Thrown: Error>(
    _ body: (RawSpan) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    try body(run.messageData.bytes)
  }

  /// Whether the record that `next()` returned last comes from a chunk that is cut short.
  package var isSalvaged: Bool { run.isPartial }

  /// Where the chunk begins in the file that the record comes from which `next()` returned last; `nil` for one outside
  /// of chunks.
  package var chunkOffset: UInt64? { run.chunkOffset ?? streamedChunk?.location.offset }

  /// Continues at the record that begins at this offset, as given by an index of the summary or an ending.
  ///
  /// The sum over the whole data is not checked any more. The source must not be a pipe.
  package mutating func seek(to offset: UInt64) {
    window.seek(to: offset)
    run = RecordRun()
    streamedChunk = nil
    lossInChunk = nil
    pendingAttachment = nil
    stage = .data
    ending = nil
  }

  /// A message outside of a chunk that is in memory already, which does not need what `step()` prepares.
  private mutating func takeMessage() -> MCAPMessage? {
    guard case .data = stage, pendingAttachment == nil else { return nil }
    let limit = streamedChunk?.recordsEnd ?? .max
    guard let content = window.takeMessage(upTo: options.maximumChunkSize, before: limit),
      let message = content.baseAddress
    else { return nil }
    run = RecordRun()
    run.messageData = UnsafeRawBufferPointer(rebasing: content[Format.messageHeaderSize...])
    streamedChunk?.messageCount += 1
    return MCAPMessage(unchecked: message)
  }

  private mutating func readTopLevel() throws(Failure) -> MCAPRecord? {
    do { return try step() } catch {
      guard case .format(let problem) = error else { throw error }
      try recover(from: problem)
      return nil
    }
  }

  /// Stops at damage, or finds the way on.
  mutating func recover(from error: MCAPError) throws(Failure) {
    let failed = run
    run = RecordRun()
    guard options.damage == .salvage || (options.damage == .skip && !error.isRefusal) else {
      ending = .corrupted(error)
      throw .format(error)
    }
    if failed.isPartial { return }  // The whole chunk is listed as lost already.
    if error.problem == .nestedChunk, failed.chunkOffset != nil {
      lose(to: window.offset, error)
      run = failed
      return
    }
    try findEnd()
    try resynchronise(after: error, recovered: failed.messageCount)
  }

  /// The bytes of the file from the window's front on; `nil` for a pipe whose end is not known.
  var remaining: UInt64? { source.size.map { $0 > window.offset ? $0 - window.offset : 0 } }

  /// Whether the file has bytes up to that many from the window's front on; `nil` if that is not known.
  mutating func reaches(_ count: UInt64) throws(Failure) -> Bool? {
    let (end, isHuge) = window.offset.addingReportingOverflow(count)
    do { return try source.reaches(isHuge ? .max : end) } catch { throw .source(error) }
  }

  /// Has a pipe read ahead to its end, so that what a file says at its end can be read of it as well.
  package mutating func findEnd() throws(Failure) { _ = try reaches(.max) }

  func fail(_ problem: MCAPError.Problem, at location: MCAPError.Location) -> Failure {
    .format(MCAPError(problem, at: location))
  }

  mutating func load(_ count: Int) throws(Failure) -> Bool {
    do { return try window.load(count, from: &source) } catch { throw .source(error) }
  }

  mutating func skip(_ count: UInt64) throws(Failure) -> Bool {
    do { return try window.skip(count, of: &source) } catch { throw .source(error) }
  }
}
