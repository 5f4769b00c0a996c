import TouchReelByteStreams
package import TouchReelRecordings

extension RecordingFormat {
  /// A hexdump of either raw format.
  package static let hexdump = RecordingFormat(rawValue: "hexdump")
}

struct HexdumpFormat: FormatDescriptor {
  let format = RecordingFormat.hexdump
  let label = "a hexdump of raw input events"
  let origin = "`hexdump`, `xxd`, `od` of a raw recording, in most of their styles"
  let suffixes = ["hex"]
  let hasOneDevice = true

  var signs: FormatSigns { .lines(LineSigns { HexdumpRecognizer() }) }

  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    guard let (layout, width) = try DumpLayout.find(in: bytes, isKnown: true) else {
      throw FileError(file: bytes.name, message: "is a hexdump, but not of input events; dump an event node")
    }
    let issues = ReadingIssues()
    let repeats = options.maximumRepeats
    let device = try RawDevice(
      of: HexdumpBytes(bytes, layout, maximumRepeats: repeats), width, options, issues, nil)
    return RawSource(
      HexdumpBytes(bytes, layout, maximumRepeats: repeats, issues: issues), format: format, width: width,
      device: device, issues: issues)
  }
}

/// Recognizes rows of the usual style. A text of rows of another is a dump if these are of events.
private struct HexdumpRecognizer: LineRecognizer {
  private var row = HexdumpRow()
  private var hasOtherRows = false

  mutating func recognizes(_ line: UnsafeRawBufferPointer) -> Bool {
    if isRow(line, .hexadecimal) { return true }
    for style in DumpStyle.allCases where !hasOtherRows { hasOtherRows = isRow(line, style) }
    return false
  }

  func recognizes(textOf bytes: any ByteSource) throws(FileError) -> Bool {
    guard hasOtherRows else { return false }
    return try DumpLayout.find(in: bytes) != nil
  }

  private mutating func isRow(_ line: UnsafeRawBufferPointer, _ style: DumpStyle) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    return row.read(&scanner, style: style) && row.count >= 8
  }
}
