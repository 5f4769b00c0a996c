import SeededCases
import TestSupport
import TouchReelMCAP

/// A file in memory that notes each write.
struct MemorySink: MCAPSink {
  var bytes: [UInt8] = []
  var writes: [Int] = []
  /// Writes that go beyond this many bytes fail, as on a full disk.
  var capacity = Int.max

  struct Full: Error, Equatable {}

  mutating func write(_ span: RawSpan) throws(Full) {
    guard bytes.count + span.byteCount <= capacity else { throw Full() }
    span.withUnsafeBytes { bytes += $0 }
    writes.append(span.byteCount)
  }
}

/// A file in memory.
struct MemorySource: MCAPSource {
  var bytes: [UInt8]

  var size: UInt64? { UInt64(bytes.count) }

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Never) -> Int {
    guard offset < bytes.count else { return 0 }
    let part = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }
}

/// A file in memory that counts what is read of it, however fast: no less than a page each time, as a disk would, also
/// at its end.
struct MeteredSource: MCAPSource {
  final class Meter {
    fileprivate(set) var byteCount = 0
  }

  let bytes: [UInt8]
  let meter = Meter()

  var size: UInt64? { UInt64(bytes.count) }

  private static let page = 4096

  /// How often all of it could have been read for what was read.
  var timesRead: Double { Double(meter.byteCount) / Double(bytes.count) }

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Never) -> Int {
    let part = bytes.dropFirst(Int(min(offset, UInt64(bytes.count)))).prefix(buffer.count)
    buffer.copyBytes(from: part)
    meter.byteCount += max(part.count, Self.page)
    return part.count
  }
}

/// A pipe that gives at most so many bytes at once, and each only once.
struct MemoryPipe: MCAPSource {
  var bytes: [UInt8]
  var step: Int
  private var position = 0

  init(bytes: [UInt8], step: Int) {
    self.bytes = bytes
    self.step = step
  }

  var size: UInt64? { nil }

  struct OutOfOrder: Error, Equatable {}

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(OutOfOrder) -> Int {
    guard offset == position else { throw OutOfOrder() }
    let part = bytes[position...].prefix(min(step, buffer.count))
    buffer.copyBytes(from: part)
    position += part.count
    return part.count
  }
}

/// A message with its data.
struct Note: Hashable, CustomStringConvertible {
  var channel: UInt16
  var sequence: UInt32
  var logTime: UInt64
  var publishTime: UInt64
  var data: [UInt8]

  var message: MCAPMessage {
    MCAPMessage(
      channel: ChannelID(rawValue: channel), sequence: sequence, logTime: logTime, publishTime: publishTime)
  }

  var description: String { "#\(sequence) on \(channel) at \(logTime) (\(data.count) bytes)" }
}

/// All that a reader gives.
struct Contents: Equatable {
  var header: MCAPHeader?
  var schemas: [MCAPSchema] = []
  var channels: [MCAPChannel] = []
  var notes: [Note] = []
  var attachments: [MCAPAttachment] = []
  var attachmentData: [[UInt8]] = []
  var metadata: [MCAPMetadata] = []
  var ending: MCAPEnding?
  var losses: [MCAPLoss] = []

  init<Source: MCAPSource & ~Copyable>(
    reading source: consuming Source, options: MCAPReaderOptions = MCAPReaderOptions()
  ) throws(MCAPReadError<Source.Failure>) {
    var reader = MCAPReader(source, options: options)
    try append(allOf: &reader)
  }

  init() {}

  mutating func append<Source: MCAPSource & ~Copyable>(
    allOf reader: inout MCAPReader<Source>
  ) throws(MCAPReadError<Source.Failure>) {
    defer {
      ending = reader.ending
      losses = reader.losses
    }
    while let record = try reader.next() {
      switch record {
      case .header(let header): self.header = header
      case .schema(let schema): schemas.append(schema)
      case .channel(let channel): channels.append(channel)
      case .metadata(let values): metadata.append(values)
      case .attachment(let attachment, _):
        attachments.append(attachment)
        attachmentData.append(try reader.readAttachmentData())
      case .message(let message):
        let data = reader.withMessageData { $0.withUnsafeBytes { Array($0) } }
        notes.append(
          Note(
            channel: message.channel.rawValue, sequence: message.sequence, logTime: message.logTime,
            publishTime: message.publishTime, data: data))
      }
    }
  }
}
