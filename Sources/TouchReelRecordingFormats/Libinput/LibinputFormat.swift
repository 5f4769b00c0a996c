import TouchReelByteStreams
package import TouchReelRecordings

extension RecordingFormat {
  /// `libinput record`'s YAML.
  package static let libinput = RecordingFormat(rawValue: "libinput")
}

struct LibinputFormat: FormatDescriptor {
  let format = RecordingFormat.libinput
  let label = "libinput record"
  let origin = "`libinput record`, any number of devices"
  let suffixes = ["yml", "yaml"]
  let hasOneDevice = false
  let keepsDescriptions = true
  let needsDescription = true

  var signs: FormatSigns {
    .lines(
      LineSigns(
        beginnings: ["# libinput record", "ndevices:"], wholeLines: ["libinput:", "devices:"],
        recognizer: { LibinputEventList() },
        document: { (beginning) throws(FileError) in
          try LibinputJSON.begins(beginning.bytes) ? .libinput : nil
        }))
  }

  var sink: SinkMaker? {
    { output, options in
      CheckedSink(LibinputSink(output, temporaryFolder: options.temporaryFolder), to: output)
    }
  }

  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    let issues = ReadingIssues()
    let supply = DescriptionResolver(options, issues: issues)
    guard let start = try LibinputJSON.start(in: bytes) else {
      return try LibinputSource(bytes, supply: supply, issues: issues)
    }
    let document = try LibinputJSON.lines(of: bytes, from: start, issues: issues)
    return try LibinputSource(document.bytes, isWhole: document.isWhole, supply: supply, issues: issues)
  }
}

/// Recognizes a recording whose front is missing by a list of events, and
/// one in JSON that has other text before it.
private struct LibinputEventList: LineRecognizer {
  func recognizes(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    return scanner.accept("- evdev:") || LibinputJSON.isLine(scanner.rest)
  }
}
