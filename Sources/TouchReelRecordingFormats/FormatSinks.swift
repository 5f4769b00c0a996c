package import SystemPackage
package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordings

/// The formats that recordings are written in.
package enum FormatSinks {
  package static let formats: [RecordingFormat] = KnownFormats.written.map(\.format)

  /// A sink for a new file.
  /// - Parameters:
  ///   - format: of the file.
  ///   - output: where its bytes go.
  ///   - epochOffset: what puts the entries' times on the Unix epoch, for formats that keep it.
  ///   - schemas: of the messages of `/board` and `/notes`, for an MCAP file.
  ///   - temporaryFolder: where the events of a second device wait for the end of the first's.
  /// - Returns: a sink that has to be finished before the output is committed.
  /// - Throws: if the format is only read, or the output cannot be written.
  package static func make(
    _ format: RecordingFormat, output: any ByteOutput, epochOffset: TimeSpan = .zero,
    schemas: MessageSchemas = MessageSchemas(), temporaryFolder: FilePath = .temporaryFolder
  ) throws(FileError) -> any RecordingSink {
    guard let make = format.descriptor?.sink else { throw notWritten(format, output.name) }
    return try make(
      output, SinkOptions(epochOffset: epochOffset, schemas: schemas, temporaryFolder: temporaryFolder))
  }

  private static func notWritten(_ format: RecordingFormat, _ file: String) -> FileError {
    let names = formats.map(\.rawValue).joined(separator: ", ")
    return FileError(file: file, message: "\(format.rawValue) is read but not written; choose one of \(names)")
  }
}
