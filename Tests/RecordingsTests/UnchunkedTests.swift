import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings

/// A recording of ours that another program rewrote without chunks, and left its header as it was.
struct UnchunkedTests {
  private static let fixtures = ["overrun", "pen-and-touch", "protocol-a", "unplug-mid-touch"]

  /// The file's records outside of chunks, and where each message begins.
  private struct Unchunked {
    private(set) var bytes: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]
    private(set) var messages: [Int] = []

    init(_ file: [UInt8]) throws {
      var reader = MCAPReader(SoundFile(bytes: file))
      while let record = try reader.next() {
        switch record {
        case .header(let header): add(0x01, text(header.profile) + text(header.library))
        case .schema(let schema):
          add(0x03, number(schema.id.rawValue) + text(schema.name) + text(schema.encoding) + list(schema.data))
        case .channel(let channel):
          let pairs = channel.metadata.sorted { $0.key < $1.key }.flatMap { text($0.key) + text($0.value) }
          let ids = number(channel.id.rawValue) + number(channel.schema.rawValue)
          add(0x04, ids + text(channel.topic) + text(channel.messageEncoding) + list(pairs))
        case .message(let message):
          messages.append(bytes.count)
          let data = reader.withMessageData { span in span.withUnsafeBytes { Array($0) } }
          let numbers = number(message.channel.rawValue) + number(message.sequence)
          add(0x05, numbers + number(message.logTime) + number(message.publishTime) + data)
        default: continue
        }
      }
      add(0x0f, number(UInt32(0)))
      add(0x02, number(UInt64(0)) + number(UInt64(0)) + number(UInt32(0)))
      bytes += bytes.prefix(8)
    }

    /// Makes the length of a message one that reaches beyond the file.
    mutating func spoil(_ message: Int) { bytes[messages[message] + 5] = 0x7f }

    private mutating func add(_ opcode: UInt8, _ content: [UInt8]) {
      bytes += [opcode] + number(UInt64(content.count)) + content
    }

    private func number(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian, Array.init)
    }

    private func list(_ content: [UInt8]) -> [UInt8] { number(UInt32(content.count)) + content }
    private func text(_ text: String) -> [UInt8] { list(Array(text.utf8)) }
  }

  @Test(arguments: fixtures)
  func `Messages outside of chunks are read`(fixture: String) throws {
    let chunked = try Fixture.bytes("\(fixture).mcap")
    let whole = try Reading(MemoryBytes(chunked, name: "in"))
    let reading = try Reading(MemoryBytes(Unchunked(chunked).bytes, name: "in"))
    #expect(reading.channelLines == whole.channelLines)
    #expect(reading.devices == whole.devices)
    #expect(reading.warnings.isEmpty && !reading.isTruncated, "\(reading.warnings)")
  }

  @Test(arguments: fixtures, PropertySeeds.from(1, count: 5))
  func `Cut anywhere they are read up to the cut, and that is said`(fixture: String, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let file = try Unchunked(Fixture.bytes("\(fixture).mcap"))
    let whole = try Reading(MemoryBytes(file.bytes, name: "in")).channelLines
    // The magic ends the file, the footer and the end of the data take 29 and 13 bytes.
    let end = Int.random(in: file.messages[1]..<(file.bytes.count - 8 - 29 - 13), using: &random)
    let cut = Array(file.bytes[..<end])
    let reading = try Reading(MemoryBytes(cut, name: "in"))
    #expect(whole.starts(with: reading.channelLines), "cut at \(end)")
    #expect(reading.isTruncated && !reading.warnings.isEmpty, "cut at \(end)")
    #expect(Outcome(PieceBytes(cut, seed: seed)).said == Outcome(MemoryBytes(cut, name: "in")).said)
  }

  @Test(arguments: fixtures, PropertySeeds.from(1, count: 5))
  func `One that is missing is a gap`(fixture: String, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var file = try Unchunked(Fixture.bytes("\(fixture).mcap"))
    let index = Int.random(in: 1..<file.messages.count - 1, using: &random)
    file.spoil(index)
    let reading = try Reading(MemoryBytes(file.bytes, name: "in"))
    #expect(!reading.warnings.isEmpty, "message \(index)")
  }
}
