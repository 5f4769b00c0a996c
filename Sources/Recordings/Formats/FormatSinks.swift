public import InputEvents

/// The formats that are written.
public enum FormatSinks {
  public static func make(
    _ format: RecordingFormat, output: any ByteOutput, epochOffset: TimeSpan
  ) throws(RecordingError) -> any RecordingSink {
    switch format {
    case .mcap: return try RecordingWriter(to: output, policy: .rewritten, epochOffset: epochOffset)
    default: throw RecordingError(file: output.name, message: "\(format.rawValue) is not written; choose another format")
    }
  }
}
