import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Recordings as sequences.
struct RecordedEntriesTests {
  @Test func `Entries and frames come in the order of the file, in each loop anew`() throws {
    let recording = try Recording.open(Fixture.path("ten-fingers.mcap"))
    var source = try recording.makeSource()
    var (entry, read) = (RecordingEntry(), [RecordingEntry]())
    while try source.next(into: &entry) { read.append(entry) }
    let entries = recording.entries()
    #expect(try entries.map { try $0.get() } == read && entries.map { try $0.get() } == read)
    #expect(try recording.frames().map { try $0.get().frame } == read.compactMap(\.frame))
  }

  @Test func `A file that cannot be read on ends with its error`() throws {
    let bytes = FailingBytes(try Fixture.bytes("ten-fingers.mcap"), readable: 40_000)
    let results = Array(try Recording.open(bytes).frames())
    #expect(results.count > 1)
    #expect(results.dropLast().allSatisfy { (try? $0.get()) != nil })
    #expect(throws: FileError.self) { try results.last?.get() }
  }

  @Test func `A recording is written in one call, and only whole`() throws {
    let folder = try TemporaryFolder()
    let recording = try Recording.open(Fixture.path("ten-fingers.mcap"))
    let path = folder.path("copy.mcap")
    let losses = try Recording.write(to: path) { (sink) throws(FileError) in
      for entry in recording.entries() { try sink.write(try entry.get()) }
    }
    #expect(losses == [])
    #expect(try Recording.open(path).frames().map { try $0.get() } == recording.frames().map { try $0.get() })
    #expect(throws: FileError.self) { try Recording.write(to: path) { _ in } }
    #expect(throws: FileError.self) {
      try Recording.write(to: folder.path("none.mcap")) { (_) throws(FileError) in
        throw FileError(file: "a", message: "b")
      }
    }
    #expect(folder.names == ["copy.mcap"])
  }
}

/// Bytes of which the last cannot be read.
private final class FailingBytes: ByteSource {
  let name = "failing"
  private let bytes: [UInt8]
  private let readable: UInt64

  init(_ bytes: [UInt8], readable: UInt64) { (self.bytes, self.readable) = (bytes, readable) }

  func length() -> UInt64 { UInt64(bytes.count) }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard offset < readable else { throw FileError(file: name, message: "cannot be read") }
    let part = bytes[Int(offset)..<min(bytes.count, Int(offset) + buffer.count, Int(readable))]
    buffer.copyBytes(from: part)
    return part.count
  }
}
