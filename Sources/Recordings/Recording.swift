import InputEvents
public import SystemPackage

/// A recording of any format, opened to be read any number of times.
///
///     let recording = try Recording.open("session.mcap")
///     var source = try recording.makeSource()
///     var entry = RecordingEntry()
///     while try source.next(into: &entry) { … }
public struct Recording {
  public struct Options {
    /// The most bytes that a chunk of an MCAP file may take in memory.
    public var maximumChunkSize = 64 << 20
    /// A file that describes the device, where the recording does not: evemu's description.
    public var description: (any ByteSource)?

    public init() {}
  }

  /// What errors call it.
  public let name: String
  public let format: RecordingFormat
  private let bytes: any ByteSource
  private let options: Options

  /// Opens a recording and tells its format by its content.
  ///
  /// - Throws: where the bytes are of no format that is known.
  public static func open(
    _ bytes: any ByteSource, options: Options = Options()
  ) throws(RecordingError) -> Recording {
    guard try isMCAP(bytes) else {
      throw RecordingError(file: bytes.name, message: "is no recording that touchreel knows; name a recording")
    }
    return Recording(name: bytes.name, format: .mcap, bytes: bytes, options: options)
  }

  /// Opens a file, a pipe or, for `-`, standard input.
  public static func open(
    _ path: FilePath, options: Options = Options()
  ) throws(RecordingError) -> Recording {
    try open(try FileBytes.open(path), options: options)
  }

  /// A reading from the start.
  public func makeSource() throws(RecordingError) -> any RecordingSource {
    var reading = RecordingReader.Options()
    reading.maximumChunkSize = options.maximumChunkSize
    return RecordingReader(bytes, options: reading)
  }

  /// Whether nothing, or not all, is said of a device that is opened before the first frame.
  public func lacksDescription() throws(RecordingError) -> Bool {
    var source = try makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry), entry.kind != .frame {
      if entry.kind == .opening && !entry.opening.description.isComplete { return true }
    }
    return false
  }

  /// Tells that there is nothing to play.
  ///
  /// - Throws: where the recording has no frame, as a file that only describes a device.
  public func requireEvents() throws(RecordingError) {
    var source = try makeSource()
    var entry = RecordingEntry()
    var isDescription = false
    while try source.next(into: &entry) {
      if entry.kind == .frame { return }
      if entry.kind == .opening { isDescription = true }
    }
    let message =
      isDescription
      ? "describes a device and has no events; name a recording of it, or give this file by --description"
      : "has no events; name another recording"
    throw RecordingError(file: name, message: message)
  }

  /// Saves everything readable.
  ///
  /// - Throws: where the sink fails, or nothing at all can be read.
  public func salvage(into sink: inout any RecordingSink) throws(RecordingError) -> SalvageReport {
    guard format != .mcap else {
      return try Salvage.salvage(bytes, maximumChunkSize: options.maximumChunkSize, into: &sink)
    }
    return try Salvage.salvage(try makeSource(), into: &sink)
  }

  private static func isMCAP(_ bytes: any ByteSource) throws(RecordingError) -> Bool {
    var head = [UInt8](repeating: 0, count: 5)
    let result: Result<Int, RecordingError> = head.withUnsafeMutableBytes { buffer in
      Result { () throws(RecordingError) in try bytes.read(at: 0, into: buffer) }
    }
    return head.prefix(try result.get()) == [0x89, 0x4d, 0x43, 0x41, 0x50]
  }
}
