import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// When chunks reach the output.
struct WriterTests {
  private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

  private func frame(_ count: Int64) -> RecordingEntry {
    ScriptedEntry.frame(0, Gesture.frame(count, [.x(1), .report])).entry
  }

  /// A writer with an open device, and nothing waiting.
  private func writer(
    to output: CountedOutput, policy: ChunkPolicy = .live, epochOffset: TimeSpan = .zero
  ) throws(FileError) -> RecordingWriter {
    let writer = try RecordingWriter(to: output, policy: policy, epochOffset: epochOffset)
    try writer.write(ScriptedEntry.opening(0, number: 0, Gesture.screen).entry)
    try writer.closeChunk()
    output.writes = []
    return writer
  }

  @Test func `A chunk goes out in one write with the first event after 100 milliseconds`() throws {
    let output = CountedOutput()
    let writer = try writer(to: output)
    for time in [0, 50, 99] as [Int64] { try writer.write(frame(time)) }
    #expect(output.writes.count == 0)
    try writer.write(frame(100))
    #expect(output.writes.count == 1)
    try writer.write(frame(199))
    #expect(output.writes.count == 1)
    try writer.write(frame(200))
    #expect(output.writes.count == 2)
  }

  @Test(arguments: [TimeSpan.zero, TimeSpan(seconds: 1_600_000_000)])
  func `A timer closes the chunk when input stops`(
    epochOffset: TimeSpan
  ) throws {
    let output = CountedOutput()
    let writer = try writer(to: output, epochOffset: epochOffset)
    #expect(writer.chunkDeadline == nil)
    try writer.write(frame(1000))
    try writer.write(frame(1060))
    #expect(writer.chunkDeadline == milliseconds(1100))
    try writer.closeChunk(ifDueAt: milliseconds(1099))
    #expect(output.writes.count == 0)
    try writer.closeChunk(ifDueAt: milliseconds(1100))
    #expect(output.writes.count == 1)
    #expect(writer.chunkDeadline == nil)
    try writer.closeChunk(ifDueAt: milliseconds(5000))
    #expect(output.writes.count == 1)
  }

  @Test func `A chunk closes at its size`() throws {
    let output = CountedOutput()
    let policy = ChunkPolicy(span: TimeSpan(seconds: 10), byteLimit: 1000, compressionLevel: 3)
    let writer = try writer(to: output, policy: policy)
    // A message of two events takes 31 + 16 bytes: the 22nd passes 1000.
    for time in 0..<21 { try writer.write(frame(Int64(time))) }
    #expect(output.writes.count == 0)
    try writer.write(frame(21))
    #expect(output.writes.count == 1)
  }

  @Test func `What the output has is readable at any time`() throws {
    let output = CountedOutput()
    let writer = try writer(to: output)
    for time in 0..<100 {
      try writer.write(frame(Int64(time) * 20))
      let script = try all(of: reader(output.bytes))
      // Frames come every 20 ms, and at most five wait.
      #expect(script.count >= time + 1 - 5)
    }
  }

  @Test func `A full disk is reported and ends the writing`() throws {
    let output = CountedOutput()
    let writer = try writer(to: output)
    output.capacity = output.bytes.count
    try writer.write(frame(0))
    #expect(throws: CountedOutput.full) { try writer.closeChunk() }
    #expect(throws: FileError.self) { try writer.write(frame(1)) }
    #expect(try all(of: reader(output.bytes)).count == 1)
  }
}

/// A file in memory that notes each write.
private final class CountedOutput: ByteOutput {
  static let full = FileError(file: "counted", message: "no space is left on the disk")

  let name = "counted"
  var bytes: [UInt8] = []
  var writes: [Int] = []
  var capacity = Int.max

  func write(_ part: UnsafeRawBufferPointer) throws(FileError) {
    guard bytes.count + part.count <= capacity else { throw Self.full }
    bytes.append(contentsOf: part)
    writes.append(part.count)
  }

  func flush() {}
}
