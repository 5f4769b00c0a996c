package import TouchReelByteStreams
package import TouchReelRecordings

/// Infers a recording's format from its content; its name can only tell that it holds no raw events, which other bytes
/// may look like.
package enum RecordingSniffer {
  private static let magics: [(format: RecordingFormat, bytes: [UInt8], enough: Int)] = KnownFormats.all.compactMap {
    guard case .magic(let bytes, let enough) = $0.signs else { return nil }
    return ($0.format, bytes, enough)
  }
  private static let records: [FormatSigns.Look] = KnownFormats.all.compactMap {
    if case .records(let look) = $0.signs { look } else { nil }
  }
  private static let documents: [FormatSigns.Look] = KnownFormats.all.compactMap {
    switch $0.signs {
    case .document(let look): look
    case .lines(let signs): signs.document
    default: nil
    }
  }

  /// - Throws: if the file is empty, or no format's.
  package static func format(of bytes: any ByteSource) throws(FileError) -> RecordingFormat {
    let beginning = try FileBeginning(bytes)
    let head = beginning.head
    guard !head.isEmpty else {
      try bytes.requireSoundGzip()
      throw FileError(file: bytes.name, message: "is empty; name a recording, or record again")
    }
    if let known = magics.first(where: { head.starts(with: $0.bytes) }) { return known.format }
    // Before all other signs, since the time of a raw event can look like any of them.
    let records = beginning.mayBeRecords ? records : []
    if head.contains(0), let format = try format(of: beginning, by: records) { return format }
    if let known = magics.first(where: { head.starts(with: $0.bytes.prefix($0.enough)) }) { return known.format }
    if let format = try format(of: beginning, by: documents) { return format }
    try refuseArchive(head, file: bytes.name)
    try refuseOtherEncodings(head, file: bytes.name)
    try refuseCompressed(head, of: bytes)
    if let format = try textFormat(of: beginning) { return format }
    // The first records may be broken.
    if !head.contains(0), let format = try format(of: beginning, by: records) { return format }
    throw beginning.hasNameOfDrawing ? unreadableDrawing(bytes) : unknownFormat(bytes)
  }

  /// The bytes that a recording is read from: as they are, or unpacked if gzip packed them, as far as its data is sound
  /// (``GzipBytes/damage``). The time of a raw event can look like gzip's beginning.
  package static func unpacked(_ bytes: any ByteSource) throws(FileError) -> any ByteSource {
    let beginning = try FileBeginning(bytes)
    guard GzipBytes.begins(beginning.head) else { return bytes }
    if beginning.mayBeRecords, beginning.head.contains(0), try format(of: beginning, by: records) != nil {
      return bytes
    }
    return GzipBytes(bytes, endsAtDamage: true)
  }

  private static func format(
    of beginning: FileBeginning, by looks: [FormatSigns.Look]
  ) throws(FileError) -> RecordingFormat? {
    for look in looks {
      if let format = try look(beginning) { return format }
    }
    return nil
  }

  private static func reportsOfHID(_ file: String, line: Int) -> FileError {
    FileError(
      file: file, location: .line(line),
      message: "is of hid-recorder: raw HID reports, which the kernel turns into events; run hid-replay FILE in one "
        + "terminal, touchreel record in another, and read what that records")
  }

  static func unknownFormat(_ bytes: any ByteSource) -> FileError {
    let known = FormatSources.formats.map(\.rawValue).joined(separator: ", ")
    return FileError(
      file: bytes.name,
      message: "is not a recording that touchreel knows (known: \(known); drawings: touchreel, drawsana, "
        + "excalidraw, xournal); name a recording")
  }

  private static func unreadableDrawing(_ bytes: any ByteSource) -> FileError {
    FileError(
      file: bytes.name,
      message: "is named as a drawing, and nothing of one is left in it; name another copy, such as a backup")
  }

  /// PowerShell writes what it redirects as UTF-16.
  private static func refuseOtherEncodings(_ head: [UInt8], file: String) throws(FileError) {
    guard head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) || isUTF32(head) else { return }
    let name = isUTF32(head) ? "UTF-32" : "UTF-16"
    throw FileError(
      file: file, message: "is \(name) text; make it UTF-8 first: iconv -f \(name) -t UTF-8 FILE > OTHER")
  }

  /// Whether the byte order mark of UTF-32 is there, of which the one begins as that of UTF-16 does.
  private static func isUTF32(_ head: [UInt8]) -> Bool {
    head.starts(with: [0xff, 0xfe, 0, 0]) || head.starts(with: [0, 0, 0xfe, 0xff])
  }

  private static func refuseArchive(_ head: [UInt8], file: String) throws(FileError) {
    guard FileBeginning.isArchive(head) else { return }
    throw FileError(
      file: file, message: "is a ZIP archive without a drawing of Xournal++ that can be read; unpack it first")
  }

  private static let compressions: [(magic: [UInt8], name: String, unpacker: String)] = [
    ([0x1f, 0x8b], "gzip", "gzip -dc"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz", "xz -dc"),
    ([0x28, 0xb5, 0x2f, 0xfd], "zstd", "zstd -dc"), ([0x42, 0x5a, 0x68], "bzip2", "bzip2 -dc"),
  ]

  private static func refuseCompressed(_ head: [UInt8], of bytes: any ByteSource) throws(FileError) {
    guard let found = compressions.first(where: { head.starts(with: $0.magic) }) else { return }
    let (packing, unpacking) =
      switch (bytes is GzipBytes, found.name) {
      case (false, let name): ("by \(name)", "\(found.unpacker) FILE")
      // Once is enough: what gzip packed once is read as it is.
      case (true, "gzip"): ("twice by gzip", "gzip -dc FILE")
      case (true, let name): ("twice, by \(name) and then by gzip", "gzip -dc FILE | \(found.unpacker)")
      }
    throw FileError(file: bytes.name, message: "is compressed \(packing); unpack it first: \(unpacking) > OTHER")
  }

  /// The format that the lines show.
  private static func textFormat(of beginning: FileBeginning) throws(FileError) -> RecordingFormat? {
    let lines = LineReader(beginning.searched)
    var search = TextFormatSearch()
    while let line = try lines.next() {
      if let format = search.format(of: line) { return format }
      if HIDRecorderLine.isReport(line) { throw reportsOfHID(lines.name, line: lines.number) }
    }
    return try search.format(ofText: beginning.bytes)
  }

  /// Where a text that begins as a document of JSON or XML has lines that are events.
  package enum EventLines {
    case none
    /// Within an element, as a text that is drawn may quote them.
    case quoted
    /// Where the document has no texts, or behind it: the text is a recording with something else before it.
    case outside
  }

  package static func eventLines(in bytes: any ByteSource) throws(FileError) -> EventLines {
    let beginning = try FileBeginning(bytes)
    let isMarkup = beginning.head.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
    let lines = LineReader(beginning.searched)
    var (signs, found) = (TextSigns(), EventLines.none)
    var depth: MarkupDepth?
    while let line = try lines.next() {
      guard !line.beginsAsDocument, signs.formatOfEvent(line) != nil else { continue }
      // A string of JSON has no line ends.
      guard isMarkup else { return .outside }
      if depth == nil { depth = MarkupDepth(try beginning.searched.everything()) }
      depth?.advance(to: Int(clamping: lines.offset))
      // Texts lie within elements of the root.
      guard let open = depth?.depth, open > 1 else { return .outside }
      found = .quoted
    }
    return found
  }

  /// Whether an object of JSON is a recording.
  package static func isRecording(_ bytes: any ByteSource) throws(FileError) -> Bool {
    try LibinputJSON.start(in: bytes) != nil
  }

  /// Whether what came so far of a text has a line that only one format has.
  package static func hasSign(_ bytes: any ByteSource) throws(FileError) -> Bool {
    let lines = LineReader(bytes)
    var signs = TextSigns()
    while let line = try lines.next() { if signs.format(of: line) != nil { return true } }
    return false
  }
}

extension FileError {
  /// The recording has nothing to play.
  package static func noEvents(in file: String, describesDevice: Bool) -> FileError {
    guard describesDevice else { return FileError(file: file, message: "has no events; name another recording") }
    return FileError(file: file, message: "describes a device and has no events", advice: .useAsDescription)
  }

  /// The file is a drawing where a recording is needed.
  package static func isDrawing(_ file: String) -> FileError {
    FileError(
      file: file, message: "is a drawing, which has no touches; use render, info, or convert to .touchreel.json")
  }
}
