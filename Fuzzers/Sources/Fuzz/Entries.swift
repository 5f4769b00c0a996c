import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings

/// What one entry says, without what is left over in it from others.
enum EntryContent: Equatable {
  case opening(DeviceChannel, DeviceOpening)
  case frame(DeviceChannel, Frame)
  case sync(DeviceChannel, Frame)
  case board(Timestamp, [UInt8])
  case note(Timestamp, [UInt8])
  case attachment(RecordingAttachment)
  case foreign(ForeignMessage)
  case metadata(ForeignMetadata)

  init(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, let channel): self = .opening(channel, opening)
    case .frame(let frame, let channel): self = .frame(channel, frame)
    case .sync(let frame, let channel): self = .sync(channel, frame)
    case .board(let text, let time): self = .board(time, text)
    case .note(let text, let time): self = .note(time, text)
    case .attachment(let attachment): self = .attachment(attachment)
    case .foreignMessage(let message): self = .foreign(message)
    case .foreignMetadata(let metadata): self = .metadata(metadata)
    }
  }

  var entry: RecordingEntry {
    switch self {
    case .opening(let channel, let opening): .opening(opening, as: channel)
    case .frame(let channel, let frame): .frame(frame, of: channel)
    case .sync(let channel, let frame): .sync(frame, of: channel)
    case .board(let time, let text): .board(text, at: time)
    case .note(let time, let text): .note(text, at: time)
    case .attachment(let attachment): .attachment(attachment)
    case .foreign(let message): .foreignMessage(message)
    case .metadata(let metadata): .foreignMetadata(metadata)
    }
  }

  var frame: Frame? { if case .frame(_, let frame) = self { frame } else { nil } }
}

extension [EntryContent] {
  var frames: [Frame] { compactMap(\.frame) }
  var events: [InputEvent] { frames.flatMap(\.events) }

  /// Events by channel, whatever frames they are in.
  func events(of channel: DeviceChannel) -> [InputEvent] {
    flatMap { content -> [InputEvent] in if case .frame(channel, let frame) = content { frame.events } else { [] } }
  }

  var channels: [DeviceChannel] {
    compactMap { content in if case .opening(let channel, _) = content { channel } else { nil } }
  }
}

/// A chunk of an input of some kilobytes that grows to more than this is not worth the time.
let chunkLimit = 1 << 20

func open(_ bytes: [UInt8]) throws(FileError) -> Recording { try open(MemoryBytes(bytes)) }

func open(
  _ bytes: any ByteSource, inference: ReadingOptions.Inference = .wholeRecording
) throws(FileError) -> Recording {
  var options = ReadingOptions()
  options.mcap.maximumChunkSize = chunkLimit
  options.inference = inference
  return try Recording.open(bytes, options: options)
}

func entries(of recording: Recording) throws(FileError) -> [EntryContent] {
  var source = try recording.makeSource()
  var entry = RecordingEntry()
  var contents: [EntryContent] = []
  while try source.next(into: &entry) { contents.append(EntryContent(entry)) }
  return contents
}

/// Entries up to where the reading ends or fails.
func entriesAndFailure(of source: any RecordingSource) -> (entries: [EntryContent], failure: FileError?) {
  var source = source
  var entry = RecordingEntry()
  var contents: [EntryContent] = []
  do {
    while try source.next(into: &entry) { contents.append(EntryContent(entry)) }
    return (contents, nil)
  } catch {
    return (contents, error)
  }
}

func write(_ contents: [EntryContent], to sink: inout some RecordingSink) throws(FileError) {
  for content in contents { try sink.write(content.entry) }
  try sink.finish()
}

/// Written as MCAP, quickly rather than small.
func mcap(
  _ contents: [EntryContent], span: TimeSpan = TimeSpan(nanoseconds: 1_000_000_000)
) throws(FileError) -> (bytes: [UInt8], losses: [String]) {
  let output = MemoryOutput()
  var writer = try RecordingWriter(to: output, policy: ChunkPolicy(span: span, compressionLevel: 1))
  try write(contents, to: &writer)
  return (output.bytes, writer.losses)
}

/// A source of what is in memory already.
struct EntryList: RecordingSource {
  let format = RecordingFormat.mcap
  let epochOffset = TimeSpan.zero
  let warnings = WarningList()
  let isTruncated = false
  private var rest: ArraySlice<EntryContent>

  init(_ contents: [EntryContent]) { rest = contents[...] }

  mutating func next(into entry: inout RecordingEntry) -> Bool {
    guard let content = rest.popFirst() else { return false }
    entry = content.entry
    return true
  }
}

/// A sink that keeps what it is given.
struct EntryCollector: RecordingSink {
  private(set) var contents: [EntryContent] = []
  let losses: [String] = []

  mutating func write(_ entry: RecordingEntry) { contents.append(EntryContent(entry)) }
  mutating func finish() {}
}

func transformed(
  _ contents: [EntryContent], by transforms: any EntryTransform...
) throws(FileError) -> [EntryContent] {
  var sink = TransformedSink(EntryCollector(), by: transforms)
  try write(contents, to: &sink)
  return (sink.sink as? EntryCollector)?.contents ?? []
}
