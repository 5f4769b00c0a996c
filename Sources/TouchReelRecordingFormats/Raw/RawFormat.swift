import TouchReelByteStreams
package import TouchReelRecordings

extension RecordingFormat {
  /// `struct input_event` with 32-bit times, 16 bytes.
  package static let raw16 = RecordingFormat(rawValue: "raw16")
  /// `struct input_event` with 64-bit times, 24 bytes.
  package static let raw24 = RecordingFormat(rawValue: "raw24")
}

/// `struct input_event` as it is read from a device, of either width.
struct RawFormat: FormatDescriptor {
  static let narrow = RawFormat(.narrow)
  static let wide = RawFormat(.wide)

  let label = "raw input events"
  let hasOneDevice = true
  private let width: RawWidth

  private init(_ width: RawWidth) { self.width = width }

  var format: RecordingFormat { width == .narrow ? .raw16 : .raw24 }
  var origin: String { "`cat /dev/input/event0`, \(width.rawValue) bytes an event" }
  var suffixes: [String] { width == .narrow ? [] : ["raw24", "raw", "bin"] }
  var signs: FormatSigns { width == .narrow ? .ofAnother : .records(Self.recognize) }

  /// Both widths have to be looked at to tell one from the other.
  private static func recognize(_ beginning: FileBeginning) throws(FileError) -> RecordingFormat? {
    try RawSurvey.width(of: beginning.searched, isStream: beginning.bytes.isPipe).map { RawFormat($0).format }
  }

  var sink: SinkMaker? {
    guard width == .wide else { return nil }
    return { output, _ in CheckedSink(RawSink(output), to: output) }
  }

  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    let issues = ReadingIssues()
    let device = try RawDevice(of: bytes, width, options, issues, memory)
    return RawSource(bytes, format: format, width: width, device: device, issues: issues)
  }
}
