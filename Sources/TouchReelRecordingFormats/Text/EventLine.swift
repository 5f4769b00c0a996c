/// What stands on a line behind an event.
struct LineTail {
  private var rest: ByteScanner?

  /// Keeps what follows, unless that is nothing or a comment.
  mutating func keep(_ scanner: ByteScanner) {
    var scanner = scanner
    scanner.skipBlanks()
    rest = scanner.isAtEnd || scanner.byte == UInt8(ascii: "#") ? nil : scanner
  }

  mutating func removeAll() -> ByteScanner? {
    defer { rest = nil }
    return rest
  }
}

/// A grammar that reads several events of one line, as there are in a paste that lost its line feeds.
///
/// What is neither an event nor a comment behind an event is counted, never dropped without a word.
protocol EventLineGrammar: TextGrammar {
  var tail: LineTail { get set }

  /// The words with which an event may begin within a line.
  static var marks: [StaticString] { get }

  /// Reads an event, and moves behind it; what is none is `unknown` or, if it begins as one, `malformed`.
  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning
}

extension EventLineGrammar {
  mutating func readOn() -> LineMeaning? { readTail() }

  mutating func readTail() -> LineMeaning? {
    guard let start = tail.removeAll() else { return nil }
    var scanner = start
    let meaning = readEvent(&scanner)
    switch meaning {
    case .event, .other:
      if scanner.index > start.index { tail.keep(scanner) }
      return meaning
    default:
      if let next = start.next(markedBy: Self.marks) { tail.keep(next) }
      if case .malformed = meaning { return meaning }
      return .skipped("text behind an event")
    }
  }

  /// What a line that begins otherwise says if it holds events: their text, where there are several, else that it looks
  /// like one.
  ///
  /// - Returns: `nil` if it holds none.
  mutating func readEvents(behindTextOf line: ByteScanner) -> LineMeaning? {
    var rest = line
    while let next = rest.next(markedBy: Self.marks) {
      rest = next
      var (trial, scanner) = (self, next)
      guard case .event = trial.readEvent(&scanner) else { continue }
      scanner.skipBlanks()
      guard case .event = trial.readEvent(&scanner) else { return .malformed }
      tail.keep(next)
      return .skipped("text before an event")
    }
    return nil
  }
}

extension ByteScanner {
  /// The next word here that begins with one of these marks; not the one at which this is.
  func next(markedBy marks: [StaticString]) -> ByteScanner? {
    var scanner = self
    var before = scanner.byte
    scanner.advance()
    while !scanner.isAtEnd {
      let isWord = before <= 0x20 || Self.separators.contains(before)
      if isWord, marks.contains(where: scanner.isAt) { return scanner }
      before = scanner.byte
      scanner.advance()
    }
    return nil
  }

  private static let separators = Array(")],;".utf8)

  private func isAt(_ text: StaticString) -> Bool {
    var scanner = self
    return scanner.accept(text)
  }
}
