import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// What comes through a pipe is read as a file is, however small its pieces are.
struct PiecewiseTests {
  @Test(arguments: PropertySeeds.from(1, count: 6))
  func `Pieces give what the file gives`(_ seed: UInt64) throws {
    for (name, bytes) in try recordings(seed: seed) {
      try expectTheSame(bytes, "\(name), seed \(seed)", seed: seed)
      var random = SplitMix64(seed: seed)
      let cut = Array(bytes.prefix(random.next(below: bytes.count) + 1))
      try expectTheSame(cut, "\(name) cut to \(cut.count) bytes, seed \(seed)", seed: seed)
    }
  }

  private func expectTheSame(_ bytes: [UInt8], _ what: String, seed: UInt64) throws {
    let whole = Outcome(MemoryBytes(bytes, name: "in"))
    let pieces = Outcome(PieceBytes(bytes, seed: seed))
    #expect(pieces.said == whole.said, "\(what)")
    #expect(firstDifference(pieces.script, whole.script) == nil, "\(what)")
  }

  private func recordings(seed: UInt64) throws -> [(String, [UInt8])] {
    var random = SplitMix64(seed: seed)
    let script = session(&random)
    let events = script.flatMap(\.events)
    var recordings: [(String, [UInt8])] = []
    for format in FormatSinks.formats { recordings.append((format.rawValue, try Writing(script, as: format).bytes)) }
    let evemu = String(decoding: try Writing(script, as: .evemu).bytes, as: UTF8.self)
    let lines = evemu.split(separator: "\n").filter { $0.hasPrefix("E:") }.joined(separator: "\n")
    recordings.append(("chromeos", Array("# device: screen\n# bit: 3: 00\n\(lines)\n".utf8)))
    recordings.append(("evtest", Array(evtest(events).utf8)))
    recordings.append(("raw16", rawBytes(events, width: 16)))
    recordings += Hexdumps.all(of: rawBytes(events, width: 24)).map { ($0.0, Array($0.1.utf8)) }
    recordings.append(("any", try recorded(RandomRecording(seed: seed, length: 20).script)))
    return recordings
  }

  private func session(_ random: inout SplitMix64) -> [ScriptedEntry] {
    var script: [ScriptedEntry] = [.opening(0, number: 0, ScriptedEntry.screen)]
    for index in 1...Int64(3 + random.next(below: 20)) {
      let x = Int32(random.next(below: 4000))
      script.append(.frame(0, at: index * 8000, [(.absolute, .trackingID, Int32(index)), (.absolute, .positionX, x)]))
    }
    return script
  }

  private func evtest(_ events: [InputEvent]) -> String {
    events.map { event in
      let fraction = String(event.time.microseconds % 1_000_000 + 1_000_000).dropFirst()
      let seconds = "\(event.time.microseconds / 1_000_000).\(fraction)"
      return event.isReport
        ? "Event: time \(seconds), -------------- SYN_REPORT ------------\n"
        : "Event: time \(seconds), type 3 (EV_ABS), code \(event.code.rawValue) (X), value \(event.value)\n"
    }.joined()
  }
}

/// What a reading gives, or what stops it.
struct Outcome {
  var said: [String] = []
  var script: [ScriptedEntry] = []

  init(_ bytes: any ByteSource) {
    do {
      let reading = try Reading(bytes)
      said = ["\(reading.format)", "truncated: \(reading.isTruncated)"] + reading.warnings
      script = reading.entries.map(ScriptedEntry.init)
    } catch {
      said = ["\(error)"]
    }
  }
}

/// A pipe that brings 1 to 7 bytes at a time.
final class PieceBytes: ByteSource {
  let name = "in"
  private let bytes: [UInt8]
  private var received = 0
  private var random: SplitMix64

  init(_ bytes: [UInt8], seed: UInt64) {
    self.bytes = bytes
    random = SplitMix64(seed: seed)
  }

  var isPipe: Bool { received < bytes.count }

  func length() -> UInt64 {
    received = bytes.count
    return UInt64(bytes.count)
  }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while received < bytes.count, UInt64(received) <= offset {
      received = min(bytes.count, received + 1 + random.next(below: 7))
    }
    guard offset < UInt64(received) else { return 0 }
    let part = bytes[Int(offset)..<received].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }
}
