/// What stands on a line behind an event.
struct LineTail {
  private var rest: ByteScanner?

  /// Keeps what follows, unless that is nothing or a comment like those that programs print.
  mutating func keep(_ scanner: ByteScanner) {
    var scanner = scanner
    scanner.skipBlanks()
    rest = scanner.isAtEnd || scanner.isAtPlainComment ? nil : scanner
  }

  var isEmpty: Bool { rest == nil }

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
  var hasRestOfLine: Bool { !tail.isEmpty }

  mutating func readOn() -> LineMeaning? { readTail() }

  mutating func readTail() -> LineMeaning? {
    guard let start = tail.removeAll() else { return nil }
    guard start.byte != UInt8(ascii: "#") else { return readComment(start) }
    var scanner = start
    let meaning = readEvent(&scanner)
    switch meaning {
    case .event, .other:
      if scanner.index > start.index { tail.keep(scanner) }
      return meaning
    case .malformed:
      keepEvents(behind: scanner, from: start.index)
      return meaning
    default:
      if let next = start.next(markedBy: Self.marks) { tail.keep(next) }
      return .skipped("text behind an event")
    }
  }

  /// An event within the comment behind another one, as where two lines were joined and bytes between them were lost; a
  /// remark of somebody's has none.
  private mutating func readComment(_ comment: ByteScanner) -> LineMeaning? {
    if let next = comment.next(markedBy: Self.marks) {
      tail.keep(next)
      return readTail()
    }
    return comment.holdsPartOfEvent ? .skipped("text behind an event") : nil
  }

  /// Keeps what may be whole events behind a malformed one.
  ///
  /// - Parameters:
  ///   - broken: as far as the malformed event was read.
  ///   - start: where that began.
  mutating func keepEvents(behind broken: ByteScanner, from start: Int) {
    if broken.index > start, broken.isAt(oneOf: Self.marks) {
      tail.keep(broken)
    } else if let next = broken.next(markedBy: Self.marks) {
      tail.keep(next)
    }
  }

  /// Keeps the first whole event behind a malformed one, and what follows it; false if there is none.
  mutating func keepsWholeEvents(behind broken: ByteScanner) -> Bool {
    var rest = broken
    while let next = rest.next(markedBy: Self.marks) {
      rest = next
      var (trial, scanner) = (self, next)
      guard case .event = trial.readEvent(&scanner) else { continue }
      tail.keep(next)
      return true
    }
    return false
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
  /// The next of these marks here; not the one at which this is.
  func next(markedBy marks: [StaticString]) -> ByteScanner? {
    var scanner = self
    scanner.advance()
    while !scanner.isAtEnd {
      if scanner.isAt(oneOf: marks) { return scanner }
      scanner.advance()
    }
    return nil
  }

  fileprivate func isAt(oneOf marks: [StaticString]) -> Bool {
    marks.contains { mark in
      var scanner = self
      return scanner.accept(mark)
    }
  }

  /// Whether a comment begins here with nothing in it that an event has and the names of events have not.
  fileprivate var isAtPlainComment: Bool {
    guard byte == UInt8(ascii: "#") else { return false }
    let others: (UInt8, UInt8, UInt8) = (UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "#"))
    for byte in rest.dropFirst() where byte == others.0 || byte == others.1 || byte == others.2 { return false }
    return true
  }

  /// Whether a comment has numbers as the end of an event has: a fraction of a second before four digits, or a value
  /// before another comment.
  fileprivate var holdsPartOfEvent: Bool {
    var scanner = self
    scanner.advance()
    while !scanner.isAtEnd {
      var (part, value) = (scanner, scanner)
      if part.accept(UInt8(ascii: ".")), part.digits() == 6, part.accept(0x20), part.digits() == 4 { return true }
      if value.digits() == 4, value.accept(0x20), value.int32() != nil {
        value.skipBlanks()
        if value.byte == UInt8(ascii: "#") { return true }
      }
      scanner.advance()
    }
    return false
  }

  /// Moves past hexadecimal digits, and counts them.
  private mutating func digits() -> Int {
    let start = index
    while hexDigit(byte) != nil { advance() }
    return index - start
  }
}
