package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordings

/// Records what comes through a pipe, in any format, while it comes: a program that is killed loses at most the last
/// 100 ms.
///
/// Its chunks close by when their frames arrived, whatever the frames' own times are. A pipe that brings a recording
/// faster than it was made is written in larger chunks, as if it were a file.
package struct StreamRecorder {
  /// Another than MCAP gets every frame before the next is awaited.
  package var format = RecordingFormat.mcap
  package var transforms: [any EntryTransform] = []
  package var schemas = MessageSchemas()
  /// Whether the output says how the stream's clock lies on the Unix epoch, if the stream does.
  package var keepsDates = true
  /// Input on this descriptor ends the recording, as the end of the pipe does.
  package var interruption: Int32?
  private let clock: () -> Timestamp

  /// - Parameter clock: any that goes on while the pipe is silent.
  package init(clock: @escaping () -> Timestamp) { self.clock = clock }

  /// Records until the pipe ends.
  ///
  /// - Parameters:
  ///   - stream: opens the recording on `StreamedBytes` that wait as they are told here. Nothing should be inferred
  ///     of a device that is not described: what reads the result infers it from all events.
  ///   - output: makes the output, once the stream's format is known.
  /// - Returns: what reading warns of, and what was left out.
  /// - Throws: if the pipe is of no known format or cannot be read, or the output fails. What came before is in the
  ///   output, which is finished unless it failed itself.
  package func record(
    _ stream: (_ wait: @escaping (PendingRead) -> Bool) throws(FileError) -> Recording,
    to output: () throws(FileError) -> any ByteOutput
  ) throws(FileError) -> [String] {
    let arrival = ArrivalWriter(clock: clock, interruption: interruption)
    var source = try stream(arrival.wait).makeSource()
    var entry = RecordingEntry()
    var isMore = try source.next(into: &entry)
    arrival.begin(try makeSink(to: try output(), epochOffset: keepsDates ? source.epochOffset : .zero))
    var sink = TransformedSink(arrival, by: transforms)
    var failure: FileError?
    do throws(FileError) {
      while isMore {
        try sink.write(entry)
        isMore = try source.next(into: &entry)
      }
    } catch { failure = error }
    // Whatever is wrong, what was read stays.
    do throws(FileError) { try sink.finish() } catch {
      failure = failure ?? error
      try arrival.finish()
    }
    if let failure { throw failure }
    return source.warnings.lines + source.losses + sink.losses
  }

  private func makeSink(to output: any ByteOutput, epochOffset: TimeSpan) throws(FileError) -> any LiveSink {
    guard format == .mcap else { return try LiveText(format, to: output) }
    return try LiveWriter(to: output, policy: .rewritten, epochOffset: epochOffset, schemas: schemas)
  }
}

/// Writes entries, and closes each chunk in time after its first entry came.
private final class ArrivalWriter: RecordingSink {
  /// Nanoseconds from the arrival of a chunk's first entry to its closing. The rest of 100 ms is kept for compressing
  /// and writing.
  private static let span: Int64 = 80_000_000

  private let clock: () -> Timestamp
  private let interruption: Int32?
  private var writer: (any LiveSink)?
  private var firstArrival: Timestamp?
  private var failure: FileError?
  private var isFinished = false

  init(clock: @escaping () -> Timestamp, interruption: Int32?) {
    self.clock = clock
    self.interruption = interruption
  }

  func begin(_ writer: any LiveSink) { self.writer = writer }

  var losses: [String] { writer?.losses ?? [] }

  func write(_ entry: RecordingEntry) throws(FileError) {
    let now = clock()
    try closeChunk(ifDueAt: now)
    try writer?.write(entry)
    if firstArrival == nil, entry.occurrence != nil { firstArrival = now }
  }

  func finish() throws(FileError) {
    if let failure { throw failure }
    guard !isFinished else { return }
    isFinished = true
    try writer?.finish()
  }

  /// Waits for the writer of the pipe. False if the recording is to end.
  func wait(for pending: PendingRead) -> Bool {
    do throws(FileError) {
      if writer?.isRead == true { try closeChunk() }
      while true {
        switch pending.wait(milliseconds: remaining, orInputOn: interruption) {
        case .ready: return true
        case .interrupted: return false
        case .timedOut: try closeChunk(ifDueAt: clock())
        }
      }
    } catch {
      failure = error
      return false
    }
  }

  /// Milliseconds until the open chunk is due, rounded up; `nil` if nothing waits.
  private var remaining: Int? {
    guard let firstArrival else { return nil }
    return max(Int((Self.span - clock().since(firstArrival).nanoseconds + 999_999) / 1_000_000), 0)
  }

  private func closeChunk(ifDueAt now: Timestamp) throws(FileError) {
    guard let firstArrival, now.since(firstArrival).nanoseconds >= Self.span else { return }
    try closeChunk()
  }

  private func closeChunk() throws(FileError) {
    firstArrival = nil
    try writer?.closeChunk()
  }
}
