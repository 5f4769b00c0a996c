import TouchReelClampedNumbers

/// The words of a line of shell commands, with quotes, separators and brackets between them.
///
/// A variable is one word without its brackets: `${node}` is `$node`.
struct ShellWords {
  private var scanner: ByteScanner

  init(_ line: UnsafeRawBufferPointer) { scanner = ByteScanner(line) }

  var isAtEnd: Bool { scanner.isAtEnd }

  mutating func next() -> String? {
    while !scanner.isAtEnd, Self.separates(scanner.byte) { scanner.advance() }
    guard !scanner.isAtEnd else { return nil }
    if scanner.accept("${") { return "$" + text() }
    return text()
  }

  /// Whether the command goes on with a word that is neither a comment nor a redirection, and no other command.
  var hasWordBehindBlanks: Bool {
    var rest = scanner
    while !rest.isAtEnd, rest.byte <= 0x20 { rest.advance() }
    guard !rest.isAtEnd, !Self.separates(rest.byte), !Self.endsArguments.contains(rest.byte) else { return false }
    var words = self
    guard let word = words.next(), !word.contains(where: { $0 == ">" || $0 == "<" }) else { return false }
    return !rest.skip(past: "sendevent")
  }

  private static let endsArguments = Array("#<>\\^".utf8)

  private mutating func text() -> String {
    let start = scanner.index
    while !scanner.isAtEnd, !Self.separates(scanner.byte) { scanner.advance() }
    return String(decoding: scanner.bytes[start..<scanner.index], as: UTF8.self)
  }

  private static func separates(_ byte: UInt8) -> Bool { byte <= 0x20 || separators[Int(byte)] }

  private static let separators: [Bool] = {
    let marks = Set("\"'`;&|(){}[],".utf8)
    return (0...255).map { marks.contains(UInt8($0)) }
  }()

  /// What a pause takes, in nanoseconds: a number with or without decimals, and `s`, `m`, `h`, `ms` or `us` behind it;
  /// `nil`, and not moved, if no number follows.
  ///
  /// - Parameter unit: what the number counts, in nanoseconds.
  mutating func duration(unit: Int64) -> Int64? {
    var rest = self
    guard let word = rest.next() else { return nil }
    let digits = word.prefix { $0.isNumber || $0 == "." }
    let factors = ["": 1.0, "s": 1.0, "m": 60, "h": 3600, "ms": 1e-3, "us": 1e-6]
    guard let number = Double(digits), let factor = factors[String(word.dropFirst(digits.count))] else { return nil }
    let nanoseconds = (number * factor * Double(unit)).rounded()
    guard nanoseconds >= 0, nanoseconds < 9e18 else { return nil }
    self = rest
    return Int64(clamping: nanoseconds)
  }
}
