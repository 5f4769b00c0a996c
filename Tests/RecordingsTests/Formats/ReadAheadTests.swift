import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

@testable import TouchReelRecordingFormats

/// Recordings that another thread reads.
struct ReadAheadTests {
  @Test(arguments: Fixture.recordings)
  func `Entries, warnings and the rest are those of the source`(of name: String) throws {
    guard let recording = try? Recording.open(FilePath(Fixture.path(name))) else { return }
    try expectSame(recording, name)
  }

  @Test(.enabled(if: Corpus.folder != nil, Corpus.absence), arguments: Corpus.sample(24))
  func `Also of real recordings`(file: Corpus.File) throws {
    guard let recording = try? Recording.open(FilePath(file.path)) else { return }
    try expectSame(recording, file.path)
  }

  /// Bytes that are changed anywhere give warnings, errors or other events: wherever blocks end, the same ones.
  @Test(arguments: PropertySeeds.from(0xA4EAD, count: 12))
  func `So are those of damaged recordings, and their errors`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for name in ["ten-fingers.mcap", "protocol-a.mcap"] {
      var bytes = try Fixture.bytes(name)
      for _ in 0...random.next(below: 4) {
        bytes[random.next(below: bytes.count)] ^= UInt8(1 + random.next(below: 255))
      }
      if random.next(below: 3) == 0 { bytes.removeLast(random.next(below: bytes.count)) }
      guard let recording = try? Recording.open(MemoryBytes(bytes)) else { continue }
      try expectSame(recording, "\(name), seed \(seed)")
    }
  }

  @Test func `A reading that is given up ends`() throws {
    let recording = try Recording.open(FilePath(Fixture.path("ten-fingers.mcap")))
    for count in [0, 1, 255, 256, 257, 580] {
      var source = try #require(ReadAhead(try recording.makeSource()))
      var entry = RecordingEntry()
      for _ in 0..<count { #expect(try source.next(into: &entry)) }
    }
  }

  private func expectSame(_ recording: Recording, _ name: String) throws {
    guard let plain = try? recording.makeSource() else { return }
    let ahead = try #require(ReadAhead(try recording.makeSource()))
    let (expected, found) = (Outcome(plain), Outcome(ahead))
    let first = zip(expected.entries, found.entries).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(first == nil, "\(name): entry \(first?.offset ?? 0)")
    #expect(expected.entries.count == found.entries.count, "\(name)")
    #expect(expected.end == found.end, "\(name)")
  }

  /// Everything that a source gives.
  private struct Outcome {
    struct End: Equatable {
      var error: String?
      var warnings: [String]
      var isTruncated: Bool
      var offset: Int64
    }

    var entries: [RecordingEntry] = []
    var end: End

    init(_ source: any RecordingSource) {
      var source = source
      var entry = RecordingEntry()
      var error: String?
      do throws(FileError) {
        while try source.next(into: &entry) { entries.append(entry) }
      } catch let failure {
        error = "\(failure)"
      }
      end = End(
        error: error, warnings: source.warnings.lines, isTruncated: source.isTruncated,
        offset: source.epochOffset.nanoseconds)
    }
  }
}
