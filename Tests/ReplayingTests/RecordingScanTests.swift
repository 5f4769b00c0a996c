import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

@testable import TouchReelReplaying

/// What one reading of a recording finds.
struct RecordingScanTests {
  private static let names = [
    "overrun", "palm-mid-stroke", "pen-and-touch", "protocol-a", "ten-fingers", "unplug-mid-touch",
  ]

  private func expectSame(_ recording: Recording, readsAhead: Bool) throws {
    var scan = RecordingScan([])
    scan.readsAhead = readsAhead
    let (extent, facts) = (try scan.facts(of: recording), try RecordingFacts(recording))
    #expect(extent.descriptions == facts.descriptions && extent.openings == facts.openings)
    #expect(extent.start == facts.start && extent.end == facts.end)
    #expect(extent.statistics == facts.statistics)
    #expect(extent.instant(.fraction(0.3)) == facts.instant(.fraction(0.3)))
  }

  @Test(arguments: names, [false, true])
  func `Devices and times are the same, whether touches are wanted or not`(name: String, readsAhead: Bool) throws {
    try expectSame(Recording.open(FilePath(Fixture.path("\(name).mcap"))), readsAhead: readsAhead)
  }

  /// Bytes that count what is read of them.
  private final class CountingBytes: ByteSource {
    private let base: MemoryBytes
    private(set) var readCount = 0
    var name: String { base.name }

    init(_ bytes: [UInt8]) { base = MemoryBytes(bytes) }

    func length() -> UInt64 { base.length() }

    func read(at offset: UInt64, into target: UnsafeMutableRawBufferPointer) -> Int {
      let count = base.read(at: offset, into: target)
      readCount += count
      return count
    }
  }

  private func session(as format: RecordingFormat) throws -> CountingBytes {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(format, output: output)
    try sink.write(.opening(DeviceOpening(number: 0, description: SessionS60.device), as: DeviceChannel(rawValue: 0)))
    for frame in SessionS60(seconds: 8).frames { try sink.write(.frame(frame, of: DeviceChannel(rawValue: 0))) }
    try sink.finish()
    return CountingBytes(output.bytes)
  }

  @Test(arguments: [RecordingFormat.evemu, .mcap])
  func `All facts are found in one reading`(format: RecordingFormat) throws {
    let bytes = try session(as: format)
    let recording = try Recording.open(bytes)
    let before = bytes.readCount
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {}
    let once = bytes.readCount - before
    let facts = try RecordingFacts(recording, wanting: [.anomalies, .contacts, .touchesOnBoard])
    #expect(bytes.readCount - before == 2 * once)
    #expect(facts.contacts.entries.count == facts.touches.began && facts.touches.began > 10)
  }

  @Test func `What was recognized is opened without a second look`() throws {
    let bytes = try session(as: .getevent)
    let recognized = try Recording.recognize(bytes)
    let before = bytes.readCount
    #expect(Recording(recognized).format == .getevent && bytes.readCount == before)
  }

  /// Bytes that more are appended to, as a file's.
  private final class GrowingBytes: ByteSource {
    var bytes: [UInt8] = []
    let name = "growing.raw"

    func length() -> UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into target: UnsafeMutableRawBufferPointer) -> Int {
      let rest = bytes.dropFirst(Int(clamping: offset)).prefix(target.count)
      target.copyBytes(from: rest)
      return rest.count
    }
  }

  @Test func `Raw events are described by all that there are, however often they are read`() throws {
    let session = SessionS60(seconds: 4)
    let output = MemoryOutput()
    var sink = try FormatSinks.make(.raw24, output: output)
    try sink.write(.opening(DeviceOpening(number: 0, description: SessionS60.device), as: DeviceChannel(rawValue: 0)))
    for frame in session.frames { try sink.write(.frame(frame, of: DeviceChannel(rawValue: 0))) }
    try sink.finish()
    let growing = GrowingBytes()
    growing.bytes = Array(output.bytes.prefix(output.bytes.count / 48 * 24))
    let recording = try Recording.open(growing)
    try expectSame(recording, readsAhead: false)
    let half = try RecordingFacts(recording, wanting: [])
    #expect(try RecordingFacts(recording, wanting: []).descriptions == half.descriptions)
    growing.bytes = output.bytes
    let fresh = try RecordingFacts(Recording.open(MemoryBytes(output.bytes)), wanting: [])
    #expect(try RecordingFacts(recording, wanting: []).descriptions == fresh.descriptions)
    #expect(fresh.descriptions != half.descriptions)
  }
}
