import ByteStreams
import InputEvents
import RecordingFormats
import Recordings
import SeededCases
import SystemPackage
import TestSupport
import Testing

@testable import Replaying

/// What is read of a recording without its touches.
struct RecordingExtentTests {
  private static let names = [
    "overrun", "palm-mid-stroke", "pen-and-touch", "protocol-a", "ten-fingers", "unplug-mid-touch",
  ]

  private func expectSame(_ recording: Recording, readsAhead: Bool) throws {
    let (extent, survey) = (try RecordingExtent(recording, readsAhead: readsAhead), try RecordingSurvey(recording))
    #expect(extent.descriptions == survey.descriptions && extent.openings == survey.openings)
    #expect(extent.start == survey.start && extent.end == survey.end)
    #expect(extent.statistics == survey.statistics)
    #expect(extent.instant(.fraction(0.3)) == survey.instant(.fraction(0.3)))
  }

  @Test(arguments: names, [false, true])
  func `It is that of a survey`(name: String, readsAhead: Bool) throws {
    try expectSame(Recording.open(FilePath(Fixture.path("\(name).mcap"))), readsAhead: readsAhead)
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
    let half = try RecordingExtent(recording)
    #expect(try RecordingExtent(recording).descriptions == half.descriptions)
    growing.bytes = output.bytes
    let fresh = try RecordingExtent(Recording.open(MemoryBytes(output.bytes)))
    #expect(try RecordingExtent(recording).descriptions == fresh.descriptions)
    #expect(fresh.descriptions != half.descriptions)
  }
}
