import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// What is saved of a recording that is cut short anywhere: its beginning, and a gap only where something is missing.
@Suite(.slow)
struct CutShortTests {
  static let seeds = PropertySeeds.from(1, count: 8)

  private func bytes(_ seed: UInt64) throws -> [UInt8] {
    let output = MemoryOutput()
    let writer = try RecordingWriter(to: output)
    for (index, entry) in SeededRecording(seed: seed, frames: 40).entries.enumerated() {
      try writer.write(entry)
      if index % 7 == 6 { try writer.closeChunk() }
    }
    try writer.finish()
    return output.bytes
  }

  private func saved(_ bytes: [UInt8], _ damage: MCAPReaderOptions.Damage) throws -> (
    script: [ScriptedEntry], gaps: Int
  ) {
    var options = ReadingOptions.strict
    options.mcap.damage = damage
    let reader = RecordingReader(MemoryBytes(bytes, name: "cut.mcap"), options: options)
    return (try all(of: reader), reader.gaps.count)
  }

  private func check(_ file: [UInt8], _ name: String, _ random: inout SplitMix64) throws {
    let whole = try saved(file, .skip).script
    for _ in 0..<40 {
      let count = 1 + random.next(below: file.count - 1)
      for damage in [MCAPReaderOptions.Damage.skip, .salvage] {
        // A file that ends in its first chunk may have nothing.
        guard let part = try? saved(Array(file.prefix(count)), damage) else { continue }
        let entries = part.script.filter { !$0.isOpening }
        let expected = whole.filter { !$0.isOpening }.prefix(entries.count)
        #expect(part.gaps == 0, "\(name), \(count) of \(file.count) bytes: a gap")
        #expect(entries == Array(expected), "\(name), \(count) of \(file.count) bytes: no beginning of it")
      }
    }
  }

  @Test(arguments: seeds) func `Of our own`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try check(bytes(seed), "seed \(seed)", &random)
  }

  /// Rewrites every message, in chunks of other sizes.
  private static let rewriting = """
    import sys
    from mcap.reader import make_reader
    from mcap.writer import CompressionType, Writer
    compression = {"zstd": CompressionType.ZSTD, "none": CompressionType.NONE}[sys.argv[3]]
    with open(sys.argv[1], "rb") as source, open(sys.argv[2], "wb") as target:
        reader = make_reader(source)
        writer = Writer(target, chunk_size=int(sys.argv[4]), compression=compression)
        writer.start(profile=reader.get_header().profile, library="another writer")
        schemas, channels = {0: 0}, {}
        for schema, channel, message in reader.iter_messages(log_time_order=False):
            if schema is not None and schema.id not in schemas:
                schemas[schema.id] = writer.register_schema(schema.name, schema.encoding, schema.data)
            if channel.id not in channels:
                channels[channel.id] = writer.register_channel(
                    channel.topic, channel.message_encoding, schemas[channel.schema_id], channel.metadata)
            writer.add_message(
                channels[channel.id], message.log_time, message.data, message.publish_time, message.sequence)
        writer.finish()
    """

  @Test(.enabled(if: Python.isReady, Python.absence), arguments: PropertySeeds.from(1, count: 4))
  func `Of the mcap package of Python`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    let (ours, theirs) = (try folder.write(try bytes(seed), to: "ours.mcap"), folder.path("theirs.mcap"))
    for compression in ["zstd", "none"] {
      let size = 150 + random.next(below: 800)
      _ = try Python.succeed(["-c", Self.rewriting, ours, theirs, compression, "\(size)"])
      let file = try Data(contentsOf: URL(fileURLWithPath: theirs))
      try check(Array(file), "seed \(seed) as \(compression) in chunks of \(size)", &random)
    }
  }
}

extension ScriptedEntry {
  fileprivate var isOpening: Bool { if case .opening = self { true } else { false } }
}
