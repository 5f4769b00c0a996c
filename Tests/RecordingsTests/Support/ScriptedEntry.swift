import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// What one entry says, with texts as strings.
enum ScriptedEntry: Equatable {
  case opening(Int, number: Int, DeviceDescription)
  case frame(Int, Frame)
  case sync(Int, Frame)
  case board(Timestamp, String)
  case note(Timestamp, String)
  case attachment(RecordingAttachment)
  case foreign(ForeignMessage)
  case metadata(ForeignMetadata)

  init(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, let channel):
      self = .opening(channel.rawValue, number: opening.number, opening.description)
    case .frame(let frame, let channel): self = .frame(channel.rawValue, frame)
    case .sync(let frame, let channel): self = .sync(channel.rawValue, frame)
    case .board(let text, let time): self = .board(time, String(decoding: text, as: UTF8.self))
    case .note(let text, let time): self = .note(time, String(decoding: text, as: UTF8.self))
    case .attachment(let attachment): self = .attachment(attachment)
    case .foreignMessage(let message): self = .foreign(message)
    case .foreignMetadata(let metadata): self = .metadata(metadata)
    }
  }

  var entry: RecordingEntry {
    switch self {
    case .opening(let channel, let number, let description):
      .opening(DeviceOpening(number: number, description: description), as: DeviceChannel(rawValue: channel))
    case .frame(let channel, let frame): .frame(frame, of: DeviceChannel(rawValue: channel))
    case .sync(let channel, let frame): .sync(frame, of: DeviceChannel(rawValue: channel))
    case .board(let time, let text): .board(Array(text.utf8), at: time)
    case .note(let time, let text): .note(Array(text.utf8), at: time)
    case .attachment(let attachment): .attachment(attachment)
    case .foreign(let message): .foreignMessage(message)
    case .metadata(let metadata): .foreignMetadata(metadata)
    }
  }
}

extension RecordingEntry {
  /// Whether it is a message of `/board` that begins so.
  func isBoardMessage(_ beginning: String) -> Bool {
    if case .board(let text, _) = self { text.starts(with: beginning.utf8) } else { false }
  }
}

/// Everything up to the end.
func all(of source: some RecordingSource) throws(FileError) -> [ScriptedEntry] {
  var source = source
  var entry = RecordingEntry()
  var script: [ScriptedEntry] = []
  while try source.next(into: &entry) { script.append(ScriptedEntry(entry)) }
  return script
}

/// The bytes of an MCAP file that says this.
func recorded(
  _ script: [ScriptedEntry], policy: ChunkPolicy = .rewritten, epochOffset: TimeSpan = .zero
) throws(FileError) -> [UInt8] {
  let output = MemoryOutput()
  let writer = try RecordingWriter(to: output, policy: policy, epochOffset: epochOffset)
  for step in script { try writer.write(step.entry) }
  try writer.finish()
  return output.bytes
}

func reader(_ bytes: [UInt8]) -> RecordingReader { RecordingReader(MemoryBytes(bytes, name: "test.mcap")) }

/// The first entry in which two recordings differ, in words; nothing where they are the same.
func firstDifference(_ left: [ScriptedEntry], _ right: [ScriptedEntry]) -> String? {
  if let index = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset {
    return "entry \(index): \(left[index]) is not \(right[index])"
  }
  return left.count == right.count ? nil : "\(left.count) entries are not \(right.count)"
}
