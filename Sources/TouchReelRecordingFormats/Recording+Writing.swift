public import SystemPackage
public import TouchReelByteStreams
public import TouchReelInputEvents
public import TouchReelRecordings

extension Recording {
  /// Writes a new recording, which appears whole or not at all.
  ///
  ///     try Recording.write(to: "made.mcap") { (sink) throws(FileError) in
  ///       try sink.write(.opening(DeviceOpening(number: 0, description: screen), as: channel))
  ///       try sink.write(.frame(frame, of: channel))
  ///     }
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - format: one that is written.
  ///   - existing: whether a file that is there already is replaced.
  ///   - epochOffset: what puts the entries' times on the Unix epoch; zero if it is unknown or they are on it.
  ///   - body: writes the entries: each device's opening before its frames.
  /// - Returns: what the format cannot hold, one line a kind.
  /// - Throws: if the format is only read, or the file exists and is not to be replaced, or cannot be written; what
  ///   `body` throws.
  @discardableResult
  public static func write(
    to path: FilePath, as format: RecordingFormat = .mcap, existing: OutputFile.Existing = .refused,
    epochOffset: TimeSpan = .zero, _ body: (inout any RecordingSink) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let output = try OutputFile(path: path, existing: existing)
    var sink = try FormatSinks.make(format, output: output, epochOffset: epochOffset)
    try body(&sink)
    try sink.finish()
    try output.commit()
    return sink.losses
  }

  /// Writes a new recording under a path that is text; otherwise as with a `FilePath`.
  ///
  /// - Throws: if the format is only read, or the file exists and is not to be replaced, or cannot be written; what
  ///   `body` throws.
  @discardableResult
  public static func write(
    to path: String, as format: RecordingFormat = .mcap, existing: OutputFile.Existing = .refused,
    epochOffset: TimeSpan = .zero, _ body: (inout any RecordingSink) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    try write(to: FilePath(path), as: format, existing: existing, epochOffset: epochOffset, body)
  }
}
