import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording's bytes cut short or changed.
struct DamageTests {
  /// 40 frames in chunks of four, closed by hand.
  private static let script: [ScriptedEntry] = {
    var gesture = Gesture()
    for number in 0..<40 { gesture.frame(Int64(number) * 8, .x(Int32(number)), .y(Int32(2 * number))) }
    return gesture.script
  }()

  private struct Chunked {
    var bytes: [UInt8] = []
    /// Where chunks end in the file, and how many entries have been written then.
    var ends: [(offset: Int, entries: Int)] = []
  }

  private static let chunked: Chunked = {
    var chunked = Chunked()
    let output = MemoryOutput()
    do {
      let writer = try RecordingWriter(to: output)
      for (index, step) in script.enumerated() {
        try writer.write(step.entry)
        guard index.isMultiple(of: 4) else { continue }
        try writer.closeChunk()
        chunked.ends.append((output.bytes.count, index + 1))
      }
      try writer.finish()
    } catch { Issue.record(error) }
    chunked.bytes = output.bytes
    return chunked
  }()

  @Test(.slow) func `Every prefix reads up to its last whole chunk`() throws {
    let chunked = Self.chunked
    for length in 8..<chunked.bytes.count {
      let reading = reader(Array(chunked.bytes[..<length]))
      let script = try all(of: reading)
      let whole = chunked.ends.last { $0.offset <= length }?.entries ?? 0
      #expect(script.count >= whole, "\(length) bytes")
      #expect(firstDifference(script, Array(Self.script.prefix(script.count))) == nil, "\(length) bytes")
      #expect(reading.isTruncated, "\(length) bytes")
      #expect(!reading.warnings.isEmpty, "\(length) bytes")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `A cut recording is read and salvaged to its cut`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let script = RandomRecording(seed: seed, length: 60).script
      let bytes = try recorded(script, policy: .live)
      let cut = Array(bytes.prefix(Int.random(in: 60..<bytes.count, using: &random)))
      var sink = ScriptSink()
      // A file that ends before its first chunk does may have nothing left.
      do { _ = try Salvage.salvage(MemoryBytes(cut), into: &sink) } catch { #expect(sink.isWithoutContent, "\(error)") }
      #expect(sink.script.count <= script.count + 3, "seed \(seed), \(cut.count) bytes")
      _ = try all(of: reader(cut))
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `Changed bytes neither trap nor hang`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let script = RandomRecording(seed: seed, length: 60).script
    let bytes = try recorded(script, policy: .live)
    for _ in 0..<10 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      var sink = ScriptSink()
      do {
        let report = try Salvage.salvage(MemoryBytes(changed), into: &sink)
        let count = report.openingCount + report.frameCount + report.otherCount + report.markCount
        #expect(count == sink.script.count, "seed \(seed)")
      } catch {
        #expect(sink.isWithoutContent, "seed \(seed): \(error)")
      }
    }
  }

  @Test func `A damaged chunk costs only itself`() throws {
    var bytes = Self.chunked.bytes
    let ends = Self.chunked.ends
    // The middle of the fourth chunk, of the frames 12 to 15 (entries 13 to 16).
    let place = (ends[3].offset + ends[4].offset) / 2 - 40
    bytes[place] ^= 0xFF
    var sink = ScriptSink()
    let report = try Salvage.salvage(MemoryBytes(bytes), into: &sink)
    // The next frame is the 16th, 8 ms each: what was lost is a gap before it.
    let time = Timestamp(microseconds: 16 * 8000)
    let drop = InputEvent(time: time, type: .synchronization, code: .dropped, value: 0)
    let gap: [ScriptedEntry] = [
      .note(time, #"{"kind":"gap","channel":0,"frames":4}"#), .frame(0, Frame(events: [drop, .report(at: time)])),
    ]
    let expected = Array(Self.script[..<13]) + gap + Array(Self.script[17...])
    #expect(firstDifference(sink.script, expected) == nil)
    #expect(report.frameCount == 36 && report.markCount == 2)
    #expect(report.gaps.frameCount == 4)
    #expect(report.losses.count == 1)
    #expect(report.losses.first?.range.contains(UInt64(place)) == true)
    #expect(!report.isWhole)
  }

  @Test func `Reading damage names the place and the way out`() throws {
    var bytes = Self.chunked.bytes
    bytes[Self.chunked.ends[3].offset + 60] ^= 0xFF
    let error = #expect(throws: FileError.self) { _ = try all(of: reader(bytes)) }
    #expect(error?.file == "test.mcap")
    #expect(error?.location == .offset(UInt64(Self.chunked.ends[3].offset)))
    #expect(error?.message.hasSuffix("; touchreel salvage saves what can be read") == true)
  }

  @Test func `A lost declaration is taken from the summary`() throws {
    var bytes = Self.chunked.bytes
    // The first chunk has the channel's only declaration before the summary, and no frame.
    bytes[Self.chunked.ends[0].offset - 60] ^= 0xFF
    var sink = ScriptSink()
    let report = try Salvage.salvage(MemoryBytes(bytes), into: &sink)
    #expect(firstDifference(sink.script, Self.script) == nil)
    #expect(report.losses.count == 1, "\(report)")
  }

  @Test func `Frames of a device whose declaration is lost are saved`() throws {
    let ends = Self.chunked.ends
    var bytes = Array(Self.chunked.bytes[..<ends[5].offset])
    bytes[ends[0].offset - 60] ^= 0xFF
    var sink = ScriptSink()
    let report = try Salvage.salvage(MemoryBytes(bytes), into: &sink)
    #expect(Array(sink.script.dropFirst()) == Array(Self.script[1..<21]))
    guard case .opening(0, _, let device) = sink.script.first else {
      Issue.record("\(String(describing: sink.script.first)) is no opening")
      return
    }
    #expect(!device.isComplete)
    #expect(report.warnings.contains("channel 1: the description of a device is lost"))
  }

  @Test func `A growing file is read on`() throws {
    let ends = Self.chunked.ends
    let growing = GrowingBytes(Self.chunked.bytes, length: ends[2].offset + 5)
    let reading = RecordingReader(growing)
    #expect(try all(of: reading).count == 9)
    growing.grow(to: ends[7].offset)
    reading.resume()
    #expect(try all(of: reading) == Array(Self.script[9..<29]))
    growing.grow(to: Self.chunked.bytes.count)
    reading.resume()
    #expect(try all(of: reading) == Array(Self.script[29...]))
    #expect(!reading.isTruncated)
  }
}

/// A file that another process is writing.
private final class GrowingBytes: ByteSource {
  let name = "growing.mcap"
  private let all: [UInt8]
  private var count: Int

  init(_ bytes: [UInt8], length: Int) {
    all = bytes
    count = length
  }

  func grow(to length: Int) { count = length }
  func length() -> UInt64 { UInt64(count) }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset < UInt64(count) else { return 0 }
    let part = all[Int(offset)..<count].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }
}
