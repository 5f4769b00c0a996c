import TouchReelByteStreams
import TouchReelRecordings

/// How the lines of a text format are told from those of all others.
struct LineSigns: Sendable {
  /// What only lines of this format begin with.
  var beginnings: [StaticString] = []
  /// Lines that have nothing behind these words: in a sentence they mean nothing.
  var wholeLines: [StaticString] = []
  /// The format whose events this one has too. Without a line of its own, a text is of that.
  var eventsOf: RecordingFormat?
  /// Makes what looks at all other lines.
  var recognizer: (@Sendable () -> any LineRecognizer)?
  /// Looks at a text that has the format's content in another form, without its lines.
  var document: FormatSigns.Look?
}

/// Recognizes the lines of one format in a text.
protocol LineRecognizer {
  /// Whether a line is of the format, and of no other. Blanks before it may say what it belongs to.
  mutating func recognizes(_ line: UnsafeRawBufferPointer) -> Bool

  /// Whether a line is an event of the format, and of no other.
  mutating func recognizesEvent(_ line: UnsafeRawBufferPointer) -> Bool

  /// Whether the lines so far describe a device as the format does.
  var describesDevice: Bool { get }

  /// Whether a text is of the format though none of its lines is for certain, all of which were shown.
  func recognizes(textOf bytes: any ByteSource) throws(FileError) -> Bool
}

extension LineRecognizer {
  mutating func recognizesEvent(_ line: UnsafeRawBufferPointer) -> Bool { recognizes(line) }
  var describesDevice: Bool { false }
  func recognizes(textOf bytes: any ByteSource) throws(FileError) -> Bool { false }
}

/// Recognizes the format of single lines.
struct TextSigns {
  private typealias Maker = @Sendable () -> any LineRecognizer

  private static let signs: [(format: RecordingFormat, signs: LineSigns)] = KnownFormats.all.compactMap {
    guard case .lines(let signs) = $0.signs else { return nil }
    return ($0.format, signs)
  }
  private static let beginnings: [(text: StaticString, format: RecordingFormat)] = signs.flatMap { format, signs in
    signs.beginnings.map { ($0, format) }
  }
  private static let wholeLines: [(text: StaticString, format: RecordingFormat)] = signs.flatMap { format, signs in
    signs.wholeLines.map { ($0, format) }
  }
  private static let formatsOfEvents: [RecordingFormat: RecordingFormat] = signs.reduce(into: [:]) { formats, known in
    formats[known.format] = known.signs.eventsOf
  }
  private static let makers: [(format: RecordingFormat, make: Maker)] = signs.compactMap { format, signs in
    signs.recognizer.map { (format, $0) }
  }

  /// Those that were needed so far: some name all events to themselves, which takes longer than most first lines.
  private var recognizers: [any LineRecognizer] = []

  /// The format that a line is of; `nil` if it is of none for certain.
  mutating func format(of line: UnsafeRawBufferPointer) -> RecordingFormat? {
    Self.mark(of: line) ?? format(of: line) { $0.recognizes($1) }
  }

  /// The format that a line begins.
  static func mark(of line: UnsafeRawBufferPointer) -> RecordingFormat? {
    let text = line.withoutBlanksBefore
    if let known = beginnings.first(where: { text.starts(with: $0.text) }) { return known.format }
    return wholeLines.first { text.count == $0.text.utf8CodeUnitCount && text.starts(with: $0.text) }?.format
  }

  /// The format of which a line is an event.
  mutating func formatOfEvent(_ line: UnsafeRawBufferPointer) -> RecordingFormat? {
    format(of: line) { $0.recognizesEvent($1) }
  }

  /// Whether a format has the events of another.
  static func has(_ format: RecordingFormat, eventsOf other: RecordingFormat) -> Bool {
    formatsOfEvents[format] == other
  }

  /// The format in which the lines so far describe a device.
  var described: RecordingFormat? { zip(recognizers, Self.makers).first { $0.0.describesDevice }?.1.format }

  private mutating func format(
    of line: UnsafeRawBufferPointer, by look: (inout any LineRecognizer, UnsafeRawBufferPointer) -> Bool
  ) -> RecordingFormat? {
    let text = line.withoutBlanksBefore
    guard !text.isEmpty, !HIDRecorderLine.isReport(text) else { return nil }
    for (index, known) in Self.makers.enumerated() {
      if index == recognizers.count { recognizers.append(known.make()) }
      if look(&recognizers[index], line) { return known.format }
    }
    return nil
  }

  /// The format of a text, none of whose lines was of one for certain.
  func format(ofText bytes: any ByteSource) throws(FileError) -> RecordingFormat? {
    for (recognizer, known) in zip(recognizers, Self.makers) {
      if try recognizer.recognizes(textOf: bytes) { return known.format }
    }
    return nil
  }
}

/// Finds the format of a text, by its lines in their order: that of the first event, unless a device was described
/// before in another. A single line that is the beginning of a format may stand before anything.
struct TextFormatSearch {
  private var signs = TextSigns()
  private var marked: RecordingFormat?

  /// - Returns: the format, once it is certain.
  mutating func format(of line: UnsafeRawBufferPointer) -> RecordingFormat? {
    let mark = TextSigns.mark(of: line)
    if let mark, mark == marked { return mark }
    if marked == nil { marked = mark }
    guard let format = signs.formatOfEvent(line) else { return signs.described }
    if let marked, TextSigns.has(marked, eventsOf: format) { return marked }
    return format
  }

  /// The format of a text, none of whose lines made it certain.
  func format(ofText bytes: any ByteSource) throws(FileError) -> RecordingFormat? {
    if let marked { return marked }
    return try signs.format(ofText: bytes)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var withoutBlanksBefore: UnsafeRawBufferPointer {
    var scanner = ByteScanner(self)
    scanner.skipBlanks()
    return scanner.rest
  }

  /// Whether a line begins as one of JSON or XML does.
  var beginsAsDocument: Bool {
    guard let first = withoutBlanksBefore.first else { return true }
    return "{}]\"<,".utf8.contains(first)
  }
}
