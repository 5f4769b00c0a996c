import TouchReelInputEvents

/// A synchronization event as evtest prints it: a name between two rulers, `-------------- SYN_REPORT ------------`.
///
/// The ruler's mark says which it is. The name does not: some builds print that of the event type with the code's
/// number (`++++++++++++++ EV_REL ++++++++++++`), and the first versions call every code but 0 `Config Sync`, which
/// no kernel sends.
enum SynchronizationRuler {
  private static let shortest = 4

  /// The code that a line's end says; `nil` if it says none.
  static func code(of text: UnsafeRawBufferPointer) -> EventCode? {
    switch mark(of: text) {
    case UInt8(ascii: "+"): .multitouchReport
    // Python's evdev draws the ruler of lost events with exclamation marks.
    case UInt8(ascii: ">"), UInt8(ascii: "!"): .dropped
    case UInt8(ascii: "-"): named(text) ?? .report
    default: named(text)
    }
  }

  /// The same of a ruler that a scanner is at, which it moves behind; what has no ruler goes to the end of the line.
  ///
  /// - Parameters:
  ///   - scanner: at the ruler; before the next event where that comes before the ruler's second half.
  ///   - next: the words with which the next event of the line begins.
  static func read(_ scanner: inout ByteScanner, before next: StaticString) -> EventCode? {
    guard let mark = mark(of: scanner.rest) else {
      defer { scanner.skipToEnd() }
      return code(of: scanner.rest)
    }
    let start = scanner.index
    while scanner.byte == mark { scanner.advance() }
    while !scanner.isAtEnd, Self.mark(of: scanner.rest) != mark, !scanner.rest.starts(with: next) { scanner.advance() }
    while scanner.byte == mark { scanner.advance() }
    let text = UnsafeRawBufferPointer(rebasing: scanner.bytes[start..<scanner.index])
    // The end of another event was glued to the ruler.
    return text.contains { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: ",") } ? nil : code(of: text)
  }

  /// The byte that the ruler repeats, which is never one that cannot be seen: a scanner has zeros behind its text.
  ///
  /// - Returns: `nil` if there is no ruler.
  private static func mark(of text: UnsafeRawBufferPointer) -> UInt8? {
    guard text.count >= shortest, let first = text.first, first > 0x20,
      text.prefix(shortest).allSatisfy({ $0 == first })
    else { return nil }
    return first
  }

  /// What the name says, for versions that draw one ruler for all.
  private static func named(_ text: UnsafeRawBufferPointer) -> EventCode? {
    func says(_ word: StaticString) -> Bool {
      var scanner = ByteScanner(text)
      return scanner.skip(past: word)
    }
    if says("MT_REPORT") || says("MT Report") || says("Config Sync") { return .multitouchReport }
    if says("DROPPED") || says("Dropped") { return .dropped }
    if says("CONFIG") { return EventCode(rawValue: 1) }
    return says("REPORT") || says("Report") || says("EV_SYN") ? .report : nil
  }
}
