public import ByteStreams
import InkFiles
public import Recordings

/// Infers a recording's format from its content, never from its name.
public enum RecordingSniffer {
  /// The format is searched for up to this offset.
  static let searchedLength: UInt64 = 1 << 20
  /// The same for what comes through a pipe, where waiting for more may take long.
  private static let awaitedLength: UInt64 = 1 << 16

  /// Two records of 24 bytes or three of 16: sound ones have zeros among them, and text has none.
  private static let headLength = 48
  private static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]

  /// - Throws: if the file is empty, or no format's.
  public static func format(of bytes: any ByteSource) throws(FileError) -> RecordingFormat {
    let head = try bytes.beginning(headLength)
    guard !head.isEmpty else {
      throw FileError(file: bytes.name, message: "is empty; name a recording, or record again")
    }
    if head.starts(with: magic) { return .mcap }
    // Before all other marks, since the time of a raw event can look like any of them.
    if head.contains(0), let format = try rawFormat(of: bytes) { return format }
    if head.starts(with: magic.prefix(5)) { return .mcap }
    try refuseOtherEncodings(head, file: bytes.name)
    if let format = try inkFormat(of: bytes, head) { return format }
    try refuseCompressed(head, file: bytes.name)
    if let format = try textFormat(of: bytes) { return format }
    // The first records may be broken.
    if !head.contains(0), let format = try rawFormat(of: bytes) { return format }
    throw unknownFormat(bytes)
  }

  /// The bytes that a recording is read from: as they are, or unpacked if gzip packed them. The time of a raw event can
  /// look like gzip's beginning.
  package static func unpacked(_ bytes: any ByteSource) throws(FileError) -> any ByteSource {
    let head = try bytes.beginning(headLength)
    guard GzipBytes.begins(head) else { return bytes }
    if head.contains(0), try rawFormat(of: bytes) != nil { return bytes }
    return GzipBytes(bytes)
  }

  private static func rawFormat(of bytes: any ByteSource) throws(FileError) -> RecordingFormat? {
    let beginning = FirstBytes(bytes.isPipe ? awaitedLength : searchedLength, of: bytes)
    return try RawSurvey.width(of: beginning, isStream: bytes.isPipe).map { $0 == .wide ? .raw24 : .raw16 }
  }

  private static func inkFormat(of bytes: any ByteSource, _ head: [UInt8]) throws(FileError) -> RecordingFormat? {
    guard InkKind.isPossible(beginning: head) else { return nil }
    return switch InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) {
    case .inkml: .inkml
    case .quickdraw: .quickdraw
    case .xournal, nil: nil
    }
  }

  private static func reportsOfHID(_ file: String, line: Int) -> FileError {
    FileError(
      file: file, place: .line(line),
      message: "is of hid-recorder: raw HID reports, which the kernel turns into events; run hid-replay FILE in one "
        + "terminal, touchreel record in another, and read what that records")
  }

  static func unknownFormat(_ bytes: any ByteSource) -> FileError {
    let known = RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return FileError(
      file: bytes.name, message: "is not a recording that touchreel knows (known: \(known)); name a recording")
  }

  /// PowerShell writes what it redirects as UTF-16.
  private static func refuseOtherEncodings(_ head: [UInt8], file: String) throws(FileError) {
    guard head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) else { return }
    throw FileError(
      file: file, message: "is UTF-16 text; make it UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE > OTHER")
  }

  private static let compressions: [(magic: [UInt8], name: String, unpacker: String)] = [
    ([0x1f, 0x8b], "gzip", "gzip -dc"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz", "xz -dc"),
    ([0x28, 0xb5, 0x2f, 0xfd], "zstd", "zstd -dc"), ([0x42, 0x5a, 0x68], "bzip2", "bzip2 -dc"),
  ]

  private static func refuseCompressed(_ head: [UInt8], file: String) throws(FileError) {
    guard let found = compressions.first(where: { head.starts(with: $0.magic) }) else { return }
    throw FileError(
      file: file,
      message: "is compressed by \(found.name); unpack it first: \(found.unpacker) FILE | touchreel info -")
  }

  /// The format of the first line that belongs to one.
  private static func textFormat(of bytes: any ByteSource) throws(FileError) -> RecordingFormat? {
    let lines = LineReader(FirstBytes(bytes.isPipe ? awaitedLength : searchedLength, of: bytes))
    var signs = TextSigns()
    while let line = try lines.next() {
      if let format = signs.format(of: line) { return format }
      if HIDRecorderLine.isReport(line) { throw reportsOfHID(bytes.name, line: lines.number) }
    }
    if signs.mayBeDump, try DumpStyle.find(in: bytes) != nil { return .hexdump }
    return signs.isOfDebugEvents ? .debugEvents : nil
  }
}

/// Recognizes the format of a single line.
struct TextSigns {
  private static let beginnings: [(StaticString, RecordingFormat)] = [
    ("# EVEMU ", .evemu), ("# device:", .chromeos), ("# bit:", .chromeos), ("# absinfo:", .chromeos),
    ("# libinput record", .libinput), ("ndevices:", .libinput), ("add device ", .getevent),
    ("Input driver version is ", .evtest), ("Input device ID: bus ", .evtest), ("Device info: bus: ", .pythonEvdev),
    ("# Sends the touches of a recording to an input device", .sendevent),
  ]
  /// Lines that have nothing behind these words: in a sentence they mean nothing.
  private static let wholeLines: [(StaticString, RecordingFormat)] = [
    ("libinput:", .libinput), ("devices:", .libinput),
  ]

  private var evemu = EvemuGrammar()
  // It names all events to itself, which takes longer than most first lines.
  private lazy var getevent = GeteventGrammar()
  private lazy var evtest = EvtestGrammar()
  private var koreader = KOReaderGrammar()
  private var python = PythonEvdevGrammar()
  private var sendevent = SendeventGrammar()
  private var debugEvents = DebugEventsGrammar()
  /// Lines were met that a dump of an unusual style has, and other texts too.
  private(set) var mayBeDump = false
  /// Lines of debug-events were met that are of no touch.
  private(set) var isOfDebugEvents = false

  mutating func format(of line: UnsafeRawBufferPointer) -> RecordingFormat? {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return nil }
    let text = scanner.rest
    if let known = Self.beginnings.first(where: { text.starts(with: $0.0) }) { return known.1 }
    if let known = Self.wholeLines.first(where: { text.starts(with: $0.0) && text.count == $0.0.utf8CodeUnitCount }) {
      return known.1
    }
    if HIDRecorderLine.isReport(text) { return nil }
    switch evemu.read(text) {
    case .event: return .evemu
    case .malformed, .malformedDescription: evemu = EvemuGrammar()
    default: if evemu.devices[0].isDescribed { return .evemu }
    }
    if case .event = evtest.read(text) { return .evtest }
    if case .event = getevent.read(text) { return .getevent }
    if isEventList(text) { return .libinput }
    if let format = formatOfOthers(text) { return format }
    if isHexdump(text, style: .hexadecimal) { return .hexdump }
    isOfDebugEvents = isOfDebugEvents || DebugEventsGrammar.isLine(text)
    mayBeDump = mayBeDump || DumpStyle.allCases.contains { isHexdump(text, style: $0) }
    return nil
  }

  private mutating func formatOfOthers(_ text: UnsafeRawBufferPointer) -> RecordingFormat? {
    if case .event = koreader.read(text) { return .koreader }
    if case .event = python.read(text) { return .pythonEvdev }
    if case .event = sendevent.read(text) { return .sendevent }
    if case .event = debugEvents.read(text) { return .debugEvents }
    return nil
  }

  /// The front of a libinput recording may be missing.
  private func isEventList(_ text: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(text)
    return scanner.accept("- evdev:")
  }

  private func isHexdump(_ text: UnsafeRawBufferPointer, style: DumpStyle) -> Bool {
    var scanner = ByteScanner(text)
    var row = HexdumpRow()
    return row.read(&scanner, style: style) && row.count >= 8
  }
}

extension FileError {
  /// The file is a drawing where a recording is needed.
  package static func isDrawing(_ file: String) -> FileError {
    FileError(file: file, message: "is a drawing, which has no touches; use render, info, or convert to .json")
  }
}
