/// What Android's log writes before each line: `11-26 02:38:00.123  1234  1240 I getevent: ` (threadtime), or
/// `I/getevent( 1234): ` (brief), also with the time before it.
enum LogcatPrefix {
  /// Whether a line may begin with one, as nearly none does.
  @inline(__always)
  static func isPossible(at start: Int, of line: UnsafeRawBufferPointer, to end: Int) -> Bool {
    guard end - start > 5 else { return false }
    return line[start + 1] == UInt8(ascii: "/")
      || line[start + 2] == UInt8(ascii: "-") && line[start + 5] == 0x20
  }

  /// The length of the prefix with the blank behind it; 0 if there is none.
  static func length(in line: UnsafeRawBufferPointer) -> Int {
    var scanner = ByteScanner(line)
    let hasTime = acceptTime(&scanner)
    guard acceptBrief(&scanner) || hasTime && acceptThread(&scanner) else { return 0 }
    // What else is blank is the line's own.
    _ = scanner.accept(UInt8(ascii: " "))
    return scanner.index
  }

  /// `11-26 02:38:00.123 `.
  private static func acceptTime(_ scanner: inout ByteScanner) -> Bool {
    let start = scanner
    for separator in [UInt8(ascii: "-"), 0x20, UInt8(ascii: ":"), UInt8(ascii: ":"), UInt8(ascii: "."), 0x20] {
      guard scanner.decimal(upTo: 999_999_999) != nil, scanner.accept(separator) else {
        scanner = start
        return false
      }
    }
    return true
  }

  /// `I/getevent( 1234):`.
  private static func acceptBrief(_ scanner: inout ByteScanner) -> Bool {
    let start = scanner
    if acceptPriority(&scanner), scanner.accept(UInt8(ascii: "/")), scanner.skip(past: "("), scanner.index < longest {
      scanner.skipBlanks()
      if scanner.decimal(upTo: 1 << 32) != nil, scanner.accept("):") { return true }
    }
    scanner = start
    return false
  }

  /// ` 1234  1240 I getevent:`.
  private static func acceptThread(_ scanner: inout ByteScanner) -> Bool {
    for _ in 0..<2 {
      scanner.skipBlanks()
      guard scanner.decimal(upTo: 1 << 32) != nil else { return false }
    }
    scanner.skipBlanks()
    return acceptPriority(&scanner) && scanner.accept(UInt8(ascii: " ")) && scanner.skip(past: ":")
      && scanner.index < longest
  }

  /// So many bytes hold any prefix.
  private static let longest = 120

  private static func acceptPriority(_ scanner: inout ByteScanner) -> Bool {
    for priority in "VDIWEFS".utf8 where scanner.accept(priority) { return true }
    return false
  }
}
