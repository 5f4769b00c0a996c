public import ByteStreams
public import InputEvents
public import Recordings
public import SystemPackage

/// The formats that recordings are written in.
public enum FormatSinks {
  public static let formats: [RecordingFormat] = [.mcap, .evemu, .libinput, .getevent, .raw24]

  /// A sink for a new file.
  /// - Parameters:
  ///   - format: of the file.
  ///   - output: where its bytes go.
  ///   - epochOffset: what puts the entries' times on the Unix epoch, for formats that keep it.
  ///   - schemas: of the messages of `/board` and `/notes`, for an MCAP file.
  ///   - temporaryFolder: where the events of a second device wait for the end of the first's.
  /// - Returns: a sink that has to be finished before the output is committed.
  /// - Throws: if the format is only read, or the output cannot be written.
  public static func make(
    _ format: RecordingFormat, output: any ByteOutput, epochOffset: TimeSpan = .zero,
    schemas: MessageSchemas = MessageSchemas(), temporaryFolder: FilePath = .temporaryFolder
  ) throws(FileError) -> any RecordingSink {
    switch format {
    case .mcap:
      CheckedSink(try RecordingWriter(to: output, epochOffset: epochOffset, schemas: schemas), to: output)
    case .evemu: CheckedSink(EvemuSink(output), to: output)
    case .libinput: CheckedSink(LibinputSink(output, temporaryFolder: temporaryFolder), to: output)
    case .getevent: CheckedSink(GeteventSink(output), to: output)
    case .raw24: CheckedSink(RawSink(output), to: output)
    default: throw notWritten(format, output.name)
    }
  }

  private static func notWritten(_ format: RecordingFormat, _ file: String) -> FileError {
    let names = formats.map(\.rawValue).joined(separator: ", ")
    return FileError(file: file, message: "\(format.rawValue) is read but not written; choose one of \(names)")
  }
}
