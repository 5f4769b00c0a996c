package import TouchReelByteStreams
package import TouchReelInputEvents

/// Writes a recording while it is made.
package protocol LiveSink {
  /// Handed on to the output so far, or held for it.
  var byteCount: UInt64 { get }

  /// When `closeChunk(ifDueAt:)` has something to do, besides before anything is awaited; `nil` if nothing waits.
  var deadline: Timestamp? { get }

  /// Whether another program reads the output as it is written: everything should be handed on before anything is
  /// awaited.
  var isRead: Bool { get }

  /// What was left out, one line a kind. Complete after `finish`.
  var losses: [String] { get }

  func write(_ entry: RecordingEntry) throws(FileError)

  /// Hands on what is due. Called before whatever may wait.
  func closeChunk(ifDueAt now: Timestamp) throws(FileError)

  /// Hands on everything that was written.
  func closeChunk() throws(FileError)

  func finish() throws(FileError)
}

/// Writes a recording while it is made: a program that is killed loses at most the last 100 ms.
///
/// Nothing is handed on before the first part is whole, so that a recorder that is killed while it begins leaves a file
/// that names its device, or an empty one.
package struct LiveWriter: LiveSink {
  /// What is kept between a chunk's closing and the promise above: compressing, writing, and being late.
  private static let margin = TimeSpan(nanoseconds: -20_000_000)

  private let output: HeldOutput
  private let writer: RecordingWriter

  /// - Parameters:
  ///   - policy: when a chunk closes that nothing else has closed.
  ///   - epochOffset: what puts the recording's clock on the Unix epoch.
  ///   - schemas: of the messages that the file may hold.
  ///   - holdsStart: whether the output gets nothing before the first device is described. Otherwise an output that
  ///     cannot be written throws here.
  package init(
    to output: any ByteOutput, policy: ChunkPolicy = .live, epochOffset: TimeSpan, schemas: MessageSchemas,
    holdsStart: Bool = true
  ) throws(FileError) {
    self.output = HeldOutput(output)
    writer = try RecordingWriter(to: self.output, policy: policy, epochOffset: epochOffset, schemas: schemas)
    if !holdsStart { try self.output.release() }
  }

  package var byteCount: UInt64 { writer.byteCount }

  package func write(_ entry: RecordingEntry) throws(FileError) {
    try writer.write(entry)
    switch entry {
    // The description of a device is in the file before its first event.
    case .opening: try closeChunk()
    // No chunk waits for its deadline behind an attachment.
    case .attachment: try output.release()
    default: return
    }
  }

  package var deadline: Timestamp? { writer.chunkDeadline?.advanced(by: Self.margin) }

  /// Whether another program reads the output as it is written: chunks should close before anything is awaited.
  package var isRead: Bool { output.isRead }

  /// A chunk whose times are ahead of the clock is closed as well: it would wait for
  /// longer than is promised. Who reads the output gets every frame at once.
  package func closeChunk(ifDueAt now: Timestamp) throws(FileError) {
    guard let deadline else { return }
    if isRead || now >= deadline || deadline.since(now) > ChunkPolicy.live.span { try closeChunk() }
  }

  package func finish() throws(FileError) { try finish(with: nil) }

  /// - Parameter last: what reaches the output with its end, as one part: whoever finds it may take the recording for
  ///   complete.
  package func finish(with last: RecordingEntry?) throws(FileError) {
    if let last {
      try closeChunk()
      output.hold()
      try writer.write(last)
    }
    try writer.finish()
    try output.release()
  }

  /// What was left out, one line a kind.
  package var losses: [String] { writer.losses }

  /// Hands everything that was written on to the output.
  package func closeChunk() throws(FileError) {
    try writer.closeChunk()
    try output.release()
  }
}

/// Holds what is written until it is released, and then hands it on as one part. It begins so.
private final class HeldOutput: ByteOutput {
  private let output: any ByteOutput
  private var held: [UInt8]? = []

  init(_ output: any ByteOutput) { self.output = output }

  var name: String { output.name }
  var isRead: Bool { output.isRead }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if held == nil { try output.write(bytes) } else { held?.append(contentsOf: bytes) }
  }

  func flush() throws(FileError) {
    if held == nil { try output.flush() }
  }

  func hold() { held = held ?? [] }

  /// Hands everything on at once from here on.
  func release() throws(FileError) {
    guard let held else { return }
    self.held = nil
    try output.write(held)
    try output.flush()
  }
}
