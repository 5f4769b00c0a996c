import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// A damaged recording gives the same whether it is a file or comes through a pipe.
@Suite(.slow) struct DamagedPipeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Answer: Equatable, CustomStringConvertible {
    var script: [ScriptedEntry] = []
    var warnings: [String] = []
    var losses: [RecordingLoss] = []
    var isTruncated = false
    var error: String?

    /// Whether its recorder was stopped after a whole record, which nothing shows to be damage.
    var isUnfinished: Bool { isTruncated && losses.isEmpty }

    var frames: Int { script.count { if case .frame = $0 { true } else { false } } }

    var description: String {
      "\(script.count) entries, \(warnings), \(losses.map(\.description)), truncated \(isTruncated), \(error ?? "-")"
    }
  }

  @Test(arguments: PropertySeeds.from(0, count: 500))
  func `A damaged file and a pipe with its bytes give the same`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sound = try Self.sound(seed)
    let bytes = Self.damaged(sound, &random)
    let path = try folder.write(Data(bytes), to: "damaged.mcap")
    for damage in [MCAPReaderOptions.Damage.skip, .salvage] {
      let file = Self.answer(MemoryBytes(bytes, name: "it"), damage)
      for keeping in [PipeBytes.Keeping.standard, .latest(64 << 20)] {
        // Read as a pipe is: what was not read yet is not known.
        let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
        let piped = Self.answer(PipeBytes(descriptor, name: "it", keeping: keeping, memoryLimit: 512), damage)
        #expect(piped == file, "seed \(seed), \(damage), \(keeping)")
      }
      Self.expectTruth(of: file, damage, against: sound, "seed \(seed)")
    }
  }

  /// A reading without a frame is an error, and none says that nothing was lost where something was.
  private static func expectTruth(
    of answer: Answer, _ damage: MCAPReaderOptions.Damage, against bytes: [UInt8], _ place: String
  ) {
    let whole = Self.answer(MemoryBytes(bytes, name: "it"), .skip)
    let isOfDevicesAlone = answer.script.allSatisfy { if case .opening = $0 { true } else { false } }
    if damage == .skip, isOfDevicesAlone, !answer.isUnfinished { #expect(answer.error != nil, "\(place): \(answer)") }
    let saysNothing = answer.warnings.contains { $0.contains("no frames or messages lost") }
    if saysNothing { #expect(answer.frames >= whole.frames, "\(place): \(answer)") }
    if answer.script.count < whole.script.count {
      #expect(!answer.warnings.isEmpty || !answer.losses.isEmpty || answer.error != nil, "\(place): \(answer)")
    }
  }

  /// A recording in several chunks; every fourth one is cut off before its end, as its recorder was.
  private static func sound(_ seed: UInt64) throws -> [UInt8] {
    let bytes = try recorded(RandomRecording(seed: seed, length: 120).script, policy: .live)
    guard seed % 4 == 3 else { return bytes }
    return Array(bytes[..<ChunkedFile(bytes).dataEnd])
  }

  /// Bytes that are flipped, gone, come in between, or end too early, up to three times.
  private static func damaged(_ sound: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = sound
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 8..<bytes.count, using: &random)
      let length = [1, 2, 9, 40, 700].randomElement(using: &random) ?? 1
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 3, 4:
        let new = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        bytes.insert(contentsOf: new, at: index)
      case 5, 6: bytes.removeSubrange(index..<min(index + length, bytes.count))
      default: bytes.removeSubrange(index...)
      }
      if bytes.count < 10 { return bytes }
    }
    return bytes
  }

  private static func answer(_ bytes: any ByteSource, _ damage: MCAPReaderOptions.Damage) -> Answer {
    var options = ReadingOptions()
    options.mcap.damage = damage
    let reader = RecordingReader(bytes, options: options)
    var answer = Answer()
    var entry = RecordingEntry()
    do {
      while try reader.next(into: &entry) { answer.script.append(ScriptedEntry(entry)) }
    } catch { answer.error = "\(error)" }
    (answer.warnings, answer.losses, answer.isTruncated) = (reader.warnings.lines, reader.losses, reader.isTruncated)
    return answer
  }
}
