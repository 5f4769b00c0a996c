package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordings

/// Writes a recording of one device in another program's format while it is made. Every frame is in the output before
/// the next is awaited, so that whoever kills the program loses nothing.
package final class LiveText: LiveSink {
  private let output: CountedOutput
  private var sink: any RecordingSink

  /// - Throws: if the format is only read.
  package init(_ format: RecordingFormat, to output: any ByteOutput) throws(FileError) {
    self.output = CountedOutput(output)
    sink = try FormatSinks.make(format, output: self.output)
  }

  /// What the format could not hold, one line a kind.
  package var losses: [String] { sink.losses }
  package var byteCount: UInt64 { output.count }
  package var deadline: Timestamp? { nil }
  package var isRead: Bool { true }

  package func write(_ entry: RecordingEntry) throws(FileError) { try sink.write(entry) }
  package func closeChunk(ifDueAt now: Timestamp) throws(FileError) { try sink.handOn() }
  package func closeChunk() throws(FileError) { try sink.handOn() }
  package func finish() throws(FileError) { try sink.finish() }
}

/// Counts the bytes that it passes on.
private final class CountedOutput: ByteOutput {
  private let output: any ByteOutput
  private(set) var count: UInt64 = 0

  init(_ output: any ByteOutput) { self.output = output }

  var name: String { output.name }
  var isRead: Bool { output.isRead }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    count += UInt64(bytes.count)
    try output.write(bytes)
  }

  func flush() throws(FileError) { try output.flush() }

  func beginContent() { output.beginContent() }

  func endContent() { output.endContent() }
}
