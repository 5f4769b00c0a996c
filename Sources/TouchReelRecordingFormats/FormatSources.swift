package import TouchReelByteStreams
package import TouchReelRecordings

/// The formats that recordings are read in.
package enum FormatSources {
  /// All of them, in the order in which they are listed.
  package static let formats: [RecordingFormat] = KnownFormats.all.map(\.format)

  /// Opens a recording whose format is known, for instance by `RecordingSniffer`.
  ///
  /// - Throws: if the format is not read, the bytes are not of it, or the given file is not a description.
  package static func open(
    _ format: RecordingFormat, bytes: any ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> any RecordingSource {
    try open(format, bytes: bytes, options: options, DescriptionMemory())
  }

  /// - Parameter memory: what earlier readings of the same bytes found.
  static func open(
    _ format: RecordingFormat, bytes: any ByteSource, options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    guard let descriptor = format.descriptor else { throw RecordingSniffer.unknownFormat(bytes) }
    return try descriptor.open(bytes, options, memory)
  }
}
