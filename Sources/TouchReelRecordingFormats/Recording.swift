public import SystemPackage
public import TouchReelByteStreams
import TouchReelInkFiles
public import TouchReelInputEvents
public import TouchReelRecordings

/// A recording of any format, opened to be read any number of times.
///
/// ```
/// let recording = try Recording.open(path)
/// var count = 0
/// for frame in recording.frames() { count += try frame.get().frame.events.count }
/// ```
///
/// Files are untrusted: damage is reported as a warning if more can be read after it, and as a `FileError` if not.
public struct Recording {
  /// What errors call it.
  public let name: String
  /// The format of the file.
  public let format: RecordingFormat
  private let bytes: any ByteSource
  private let options: ReadingOptions
  private let memory = DescriptionMemory()

  /// Opens a recording, whose format is inferred from its content. What gzip packed is unpacked as it is read.
  ///
  /// - Throws: if the bytes cannot be read or are of no format that is known.
  /// - Complexity: some kilobytes are read, whatever the length.
  public static func open(
    _ bytes: any ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> Recording {
    Recording(try recognize(bytes), options: options)
  }

  /// Bytes whose format is known.
  package struct Recognized {
    fileprivate let bytes: any ByteSource
    package let format: RecordingFormat
  }

  /// Infers the format of bytes, which are then opened without a second look.
  ///
  /// - Throws: if they cannot be read or are of no format that is known.
  package static func recognize(_ bytes: any ByteSource) throws(FileError) -> Recognized {
    let bytes = try RecordingSniffer.unpacked(bytes)
    do {
      return Recognized(bytes: bytes, format: try RecordingSniffer.format(of: bytes))
    } catch {
      throw (bytes as? GzipBytes)?.damage ?? error
    }
  }

  package init(_ recognized: Recognized, options: ReadingOptions = ReadingOptions()) {
    (bytes, format, self.options) = (recognized.bytes, recognized.format, options)
    name = bytes.name
  }

  /// Opens a file, a pipe or, for `-`, standard input.
  ///
  /// - Throws: if it cannot be opened or read, or is of no format that is known; the error names the file.
  public static func open(
    _ path: FilePath, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> Recording {
    try open(try FileBytes.open(path), options: options)
  }

  /// Opens a file, a pipe or, for `-`, standard input, whose path is text.
  ///
  /// - Throws: if it cannot be opened or read, or is of no format that is known; the error names the file.
  public static func open(
    _ path: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> Recording {
    try open(FilePath(path), options: options)
  }

  /// A reading from the start, independent of all others.
  ///
  /// - Throws: if the beginning, such as a header, cannot be read.
  /// - Complexity: memory does not grow with the recording's length: one chunk of an MCAP file, one line of a text.
  public func makeSource() throws(FileError) -> any RecordingSource {
    try makeSourceOfEvents().checked(against: options)
  }

  /// Makes a source for events as they are: no warning says that a description is of another device.
  package func makeSourceOfEvents() throws(FileError) -> any RecordingSource {
    guard let packed = bytes as? GzipBytes else {
      return try FormatSources.open(format, bytes: bytes, options: options, memory)
    }
    do {
      return PackedSource(try FormatSources.open(format, bytes: bytes, options: options, memory), in: packed)
    } catch {
      throw packed.damage ?? error
    }
  }

  /// Makes a source for a reading to the end on two threads: a long file is read by one of its own.
  package func makeSourceReadAhead() throws(FileError) -> any RecordingSource {
    let source = try makeSource()
    guard !bytes.isPipe, try bytes.length() >= Self.worthAThread else { return source }
    return ReadAhead(source) ?? source
  }

  /// What is read in a millisecond or two, in bytes.
  private static let worthAThread: UInt64 = 256 << 10

  /// The offset of its times to the Unix epoch, as stated in the file; zero if there is none or it cannot be read.
  ///
  /// - Complexity: that of reading up to the first message; no reading at all for other formats than MCAP.
  public func epochOffset() -> TimeSpan { (try? statedEpochOffset()) ?? .zero }

  /// The same for what writes it: a file that the system fails to read has no offset that is known to be zero.
  package func statedEpochOffset() throws(FileError) -> TimeSpan {
    format == .mcap ? try RecordingReader.epochOffset(of: bytes, options: options) : .zero
  }

  /// Whether it is certain without reading all of it that one device is opened, only once, and that no message of
  /// `/board` comes.
  ///
  /// - Complexity: that of reading a finished MCAP file's summary; no reading at all for other formats.
  package func isOfOneDevice() throws(FileError) -> Bool {
    guard format == .mcap else {
      return format.descriptor.map { $0.hasOneDevice && !$0.mayHaveBoardMessages } ?? false
    }
    return try RecordingReader(bytes, options: options).isOfOneDevice()
  }

  /// Whether messages of `/board` may come: false if it is certain that none do.
  ///
  /// - Complexity: that of reading a finished MCAP file's summary; no reading at all for other formats.
  package func mayHaveBoardMessages() throws(FileError) -> Bool {
    guard format == .mcap else { return format.descriptor?.mayHaveBoardMessages ?? true }
    return try RecordingReader(bytes, options: options).mayHaveBoardMessages()
  }

  /// Whether a device that is opened before the first frame has no description, or an incomplete one.
  package func lacksDescription() throws(FileError) -> Bool {
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

  /// Requires that there is something to play.
  ///
  /// - Throws: if the recording has no frame, as a file that only describes a device.
  package func requireEvents() throws(FileError) {
    var source = try makeSource()
    var entry = RecordingEntry()
    var isDescription = false
    while try source.next(into: &entry) {
      if case .frame = entry { return }
      if case .opening = entry { isDescription = true }
    }
    throw .noEvents(in: name, describesDevice: isDescription)
  }

  /// What a file of “Quick, Draw!” says besides its strokes, one line for each kind; empty for any other format.
  package func membersLeftOut() throws(FileError) -> [String] {
    format == .quickdraw ? QuickDrawFile.leftOut(of: try bytes.everything(limit: 1 << 30)) : []
  }

  /// What a file of ink says besides its strokes, one line for each kind; empty for any other recording.
  package func inkLeftOut() throws(FileError) -> [String] {
    try (inkPage?.leftOut ?? []) + membersLeftOut()
  }

  /// What ``inkLeftOut()`` says, and what of the strokes no drawing holds: times, tilt, the device.
  package func lossesOfDrawing() throws(FileError) -> [String] {
    guard let kind = InkKind(rawValue: format.rawValue) else { return [] }
    return try inkLeftOut() + (inkPage?.leftOutOfDrawing(of: kind) ?? [])
  }

  /// `nil` for a recording that is no file of ink.
  private var inkPage: InkPage? {
    get throws(FileError) {
      guard let kind = InkKind(rawValue: format.rawValue) else { return nil }
      return try? kind.read(try bytes.everything(limit: 1 << 30), limits: options.ink)
    }
  }

  /// Saves everything readable.
  ///
  /// - Throws: if the sink fails, or nothing at all can be read.
  package func salvage(into sink: inout any RecordingSink) throws(FileError) -> SalvageReport {
    guard format == .mcap else { return try Salvage.salvage(try makeSource(), into: &sink) }
    guard let packed = bytes as? GzipBytes else { return try Salvage.salvage(bytes, options: options, into: &sink) }
    do {
      var report = try Salvage.salvage(bytes, options: options, into: &sink)
      report.failure = packed.damage ?? report.failure
      if packed.hasIgnoredBytes { report.warnings.append(PackedSource.ignoredBytes) }
      return report
    } catch {
      throw packed.damage ?? error
    }
  }
}
