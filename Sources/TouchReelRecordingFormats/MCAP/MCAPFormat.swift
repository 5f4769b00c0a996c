import TouchReelByteStreams
import TouchReelRecordings

/// Our own format.
struct MCAPFormat: FormatDescriptor {
  let format = RecordingFormat.mcap
  let label = "MCAP"
  let origin = "`touchreel`, and readable by every MCAP tool"
  let suffixes = ["mcap"]
  let signs = FormatSigns.magic([0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a], enough: 5)
  let hasOneDevice = false
  let mayHaveBoardMessages = true
  let keepsDescriptions = true

  var sink: SinkMaker? {
    { (output, options) throws(FileError) in
      let writer = try RecordingWriter(to: output, epochOffset: options.epochOffset, schemas: options.schemas)
      return CheckedSink(writer, to: output)
    }
  }

  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    let reader = RecordingReader(bytes, options: options)
    guard options.description != nil || options.knownDevice != nil else { return reader }
    let issues = ReadingIssues()
    return SuppliedSource(reader, DescriptionResolver(options, issues: issues), issues: issues)
  }
}
