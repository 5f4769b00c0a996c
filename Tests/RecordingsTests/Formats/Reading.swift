import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// A recording read to its end.
struct Reading {
  var format: RecordingFormat
  var entries: [RecordingEntry] = []
  var warnings: [String] = []
  var isTruncated = false

  /// Sniffs the format, or takes the one that is given, and reads all.
  init(
    _ bytes: any ByteSource, as format: RecordingFormat? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    self.format = if let format { format } else { try RecordingSniffer.format(of: bytes) }
    var source = try FormatSources.open(self.format, bytes: bytes, options: options)
    var entry = RecordingEntry()
    while try source.next(into: &entry) { entries.append(entry) }
    warnings = source.warnings.lines
    isTruncated = source.isTruncated
  }

  init(
    _ text: String, as format: RecordingFormat? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    try self.init(MemoryBytes(Array(text.utf8), name: "paste"), as: format, options: options)
  }

  var frames: [Frame] { entries.compactMap(\.frame) }
  var events: [InputEvent] { frames.flatMap(\.events) }
  var devices: [DeviceDescription] { entries.compactMap(\.opening?.description) }

  /// The events as `microseconds type code value`, numbers in decimal.
  var lines: [String] { events.map(\.line) }

  /// The same with the channel in front.
  var channelLines: [String] {
    entries.flatMap { entry -> [String] in
      guard case .frame(let frame, let channel) = entry else { return [] }
      return frame.events.map { "\(channel.rawValue): \($0.line)" }
    }
  }
}

extension InputEvent {
  var line: String { "\(time.microseconds) \(type.rawValue) \(code.rawValue) \(value)" }
}
