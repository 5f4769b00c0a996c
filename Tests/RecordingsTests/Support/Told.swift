import ByteStreams
import InputEvents
import Recordings

/// What one entry says, without what is left over in it from others.
enum Told: Equatable {
  case opening(Int, number: Int, DeviceDescription)
  case frame(Int, Frame)
  case sync(Int, Frame)
  case board(Timestamp, String)
  case note(Timestamp, String)
  case attachment(RecordingAttachment)
  case foreign(Timestamp, ForeignMessage, [UInt8])
  case metadata(ForeignMetadata)

  init(_ entry: RecordingEntry) {
    switch entry.kind {
    case .opening: self = .opening(entry.channel.rawValue, number: entry.opening.number, entry.opening.description)
    case .frame: self = .frame(entry.channel.rawValue, entry.frame)
    case .sync: self = .sync(entry.channel.rawValue, entry.frame)
    case .board: self = .board(entry.time, String(decoding: entry.payload, as: UTF8.self))
    case .note: self = .note(entry.time, String(decoding: entry.payload, as: UTF8.self))
    case .attachment: self = .attachment(entry.attachment)
    case .foreignMessage:
      self = .foreign(entry.time, entry.foreign ?? ForeignMessage(channel: Self.noChannel), entry.payload)
    case .foreignMetadata: self = .metadata(entry.metadata)
    }
  }

  var entry: RecordingEntry {
    var entry = RecordingEntry()
    switch self {
    case .opening(let channel, let number, let description):
      entry.kind = .opening
      entry.channel = DeviceChannel(rawValue: channel)
      entry.opening = DeviceOpening(number: number, description: description)
    case .frame(let channel, let frame), .sync(let channel, let frame):
      if case .frame = self { entry.kind = .frame } else { entry.kind = .sync }
      entry.channel = DeviceChannel(rawValue: channel)
      entry.frame = frame
    case .board(let time, let text), .note(let time, let text):
      if case .board = self { entry.kind = .board } else { entry.kind = .note }
      entry.time = time
      entry.payload = Array(text.utf8)
    case .attachment(let attachment):
      entry.kind = .attachment
      entry.attachment = attachment
    case .foreign(let time, let message, let data):
      (entry.kind, entry.time, entry.foreign, entry.payload) = (.foreignMessage, time, message, data)
    case .metadata(let metadata): (entry.kind, entry.metadata) = (.foreignMetadata, metadata)
    }
    return entry
  }

  private static let noChannel = ForeignChannel(topic: "", messageEncoding: "")
}

/// Everything up to the end.
func all(of source: some RecordingSource) throws(FileError) -> [Told] {
  var source = source
  var entry = RecordingEntry()
  var told: [Told] = []
  while try source.next(into: &entry) { told.append(Told(entry)) }
  return told
}

/// The bytes of an MCAP file that says this.
func recorded(
  _ told: [Told], policy: ChunkPolicy = .rewritten, epochOffset: TimeSpan = .zero
) throws(FileError) -> [UInt8] {
  let output = MemoryOutput()
  let writer = try RecordingWriter(to: output, policy: policy, epochOffset: epochOffset)
  for told in told { try writer.write(told.entry) }
  try writer.finish()
  return output.bytes
}

func reader(_ bytes: [UInt8]) -> RecordingReader { RecordingReader(MemoryBytes(bytes, name: "test.mcap")) }

/// The first entry in which two recordings differ, in words; nothing where they are the same.
func firstDifference(_ left: [Told], _ right: [Told]) -> String? {
  if let index = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset {
    return "entry \(index): \(left[index]) is not \(right[index])"
  }
  return left.count == right.count ? nil : "\(left.count) entries are not \(right.count)"
}
