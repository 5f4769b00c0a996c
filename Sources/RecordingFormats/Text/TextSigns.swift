import ByteStreams
import Recordings

/// How the lines of a text format are told from those of all others.
struct LineSigns: Sendable {
  /// What only lines of this format begin with.
  var beginnings: [StaticString] = []
  /// Lines that have nothing behind these words: in a sentence they mean nothing.
  var wholeLines: [StaticString] = []
  /// Makes what looks at all other lines.
  var recognizer: (@Sendable () -> any LineRecognizer)?
}

/// Recognizes the lines of one format in a text.
protocol LineRecognizer {
  /// Whether a line is of the format, and of no other.
  mutating func recognizes(_ line: UnsafeRawBufferPointer) -> Bool

  /// Whether a text is of the format though none of its lines is for certain, all of which were shown.
  func recognizes(textOf bytes: any ByteSource) throws(FileError) -> Bool
}

extension LineRecognizer {
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
  private static let makers: [(format: RecordingFormat, make: Maker)] = signs.compactMap { format, signs in
    signs.recognizer.map { (format, $0) }
  }

  /// Those that were needed so far: some name all events to themselves, which takes longer than most first lines.
  private var recognizers: [any LineRecognizer] = []

  /// The format that a line is of; `nil` if it is of none for certain.
  mutating func format(of line: UnsafeRawBufferPointer) -> RecordingFormat? {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return nil }
    let text = scanner.rest
    if let known = Self.beginnings.first(where: { text.starts(with: $0.text) }) { return known.format }
    let whole = Self.wholeLines.first { text.count == $0.text.utf8CodeUnitCount && text.starts(with: $0.text) }
    if let whole { return whole.format }
    if HIDRecorderLine.isReport(text) { return nil }
    for (index, known) in Self.makers.enumerated() {
      if index == recognizers.count { recognizers.append(known.make()) }
      if recognizers[index].recognizes(text) { return known.format }
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
