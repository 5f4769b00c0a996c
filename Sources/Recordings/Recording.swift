public import ByteStreams
public import InputEvents
public import SystemPackage

/// A recording of any format, opened to be read any number of times.
///
/// ```
/// let recording = try Recording.open(path)
/// var source = try recording.makeSource()
/// var entry = RecordingEntry()
/// var count = 0
/// while try source.next(into: &entry) {
///   if case .frame(let frame, _) = entry { count += frame.events.count }
/// }
/// ```
///
/// Nothing in a file is trusted: damage is told as a warning and passed over where more can be read, and as a ``FileError`` where not.
public struct Recording {
  public struct Options {
    /// The most bytes that a chunk of an MCAP file may take in memory.
    public var maximumChunkSize = 64 << 20
    /// How many bytes of messages the compressed chunks of an MCAP file may give for each of their own, beyond the first 64 MiB.
    public var maximumExpansion = 1000
    /// How many times its length the repeated lines of a hexdump may stand for, beyond 1 MiB.
    public var maximumRepeats = 16
    /// A file that describes the device, where the recording does not: evemu's description.
    public var description: (any ByteSource)?
    /// What an undescribed device is inferred from.
    public var inference = ReadingOptions.Inference.wholeRecording

    public init() {}
  }

  /// What errors call it.
  public let name: String
  public let format: RecordingFormat
  private let bytes: any ByteSource
  private let options: Options

  /// Opens a recording and tells its format by its content.
  ///
  /// - Throws: where the bytes cannot be read or are of no format that is known.
  /// - Complexity: some kilobytes are read, whatever the length.
  public static func open(
    _ bytes: any ByteSource, options: Options = Options()
  ) throws(FileError) -> Recording {
    let format = try RecordingSniffer.format(of: bytes)
    return Recording(name: bytes.name, format: format, bytes: bytes, options: options)
  }

  /// Opens a file, a pipe or, for `-`, standard input.
  ///
  /// - Throws: where it cannot be opened or read, or is of no format that is known; the error names the file.
  public static func open(
    _ path: FilePath, options: Options = Options()
  ) throws(FileError) -> Recording {
    try open(try FileBytes.open(path), options: options)
  }

  /// A reading from the start, independent of all others.
  ///
  /// - Throws: where the beginning, such as a header, cannot be read.
  /// - Complexity: memory does not grow with the recording's length: one chunk of an MCAP file, one line of a text.
  public func makeSource() throws(FileError) -> any RecordingSource {
    guard format == .mcap else {
      return try FormatSources.open(format, bytes: bytes, options: readingOptions)
    }
    return makeReader()
  }

  private func makeReader() -> RecordingReader { RecordingReader(bytes, options: containerOptions) }

  private var containerOptions: RecordingReader.Options {
    var reading = RecordingReader.Options()
    reading.damage = .skip
    reading.maximumChunkSize = options.maximumChunkSize
    reading.maximumExpansion = options.maximumExpansion
    reading.looksAhead = options.inference == .wholeRecording
    return reading
  }

  private var readingOptions: ReadingOptions {
    var reading = ReadingOptions()
    reading.description = options.description
    reading.inference = options.inference
    reading.maximumRepeats = options.maximumRepeats
    reading.siblings = bytes.file.map { SiblingFiles(of: $0) }
    return reading
  }

  /// What puts its times on the Unix epoch, as the file says; zero where it does not or cannot be read.
  ///
  /// - Complexity: that of reading up to the first message; no reading at all for other formats than MCAP.
  public func epochOffset() -> TimeSpan {
    format == .mcap ? RecordingReader.epochOffset(of: bytes, options: containerOptions) : .zero
  }

  /// Whether it is certain without reading all of it that one device is opened, only once, and that no message of `/board` comes.
  ///
  /// - Complexity: that of reading a finished MCAP file's summary; no reading at all for other formats.
  public func isOfOneDevice() throws(FileError) -> Bool {
    switch format {
    case .evemu, .evtest, .chromeos, .raw16, .raw24, .hexdump: return true
    case .libinput, .getevent: return false
    case .mcap:
      guard let topics = try makeReader().announcedTopics(), !topics.contains(.board) else { return false }
      return topics.count { if case .events = $0 { true } else { false } } == 1
    }
  }

  /// Whether nothing, or not all, is said of a device that is opened before the first frame.
  public func lacksDescription() throws(FileError) -> Bool {
    var source = try makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      switch entry {
      case .opening(let opening, _): if !opening.description.isComplete { return true }
      case .frame: return false
      case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: continue
      }
    }
    return false
  }

  /// Tells that there is nothing to play.
  ///
  /// - Throws: where the recording has no frame, as a file that only describes a device.
  public func requireEvents() throws(FileError) {
    var source = try makeSource()
    var entry = RecordingEntry()
    var isDescription = false
    while try source.next(into: &entry) {
      if case .frame = entry { return }
      if case .opening = entry { isDescription = true }
    }
    let message =
      isDescription
      ? "describes a device and has no events; name a recording of it, or give this file by --description"
      : "has no events; name another recording"
    throw FileError(file: name, message: message)
  }

  /// Saves everything readable.
  ///
  /// - Throws: where the sink fails, or nothing at all can be read.
  public func salvage(into sink: inout any RecordingSink) throws(FileError) -> SalvageReport {
    guard format != .mcap else {
      return try Salvage.salvage(bytes, options: containerOptions, into: &sink)
    }
    return try Salvage.salvage(try makeSource(), into: &sink)
  }
}
