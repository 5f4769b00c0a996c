import Glibc

/// What terminals and web pages put into the lines of a text: sequences that set colours, and blanks that do not break.
enum PastedText {
  private static let escape: UInt8 = 0x1b
  /// The bytes of U+00A0 in UTF-8.
  private static let noBreakSpace: (UInt8, UInt8) = (0xc2, 0xa0)
  private static let quote = UInt8(ascii: "\"")
  /// What stands before a name that nothing quotes.
  private static let names: [StaticString] = ["N:", "# device:", "Device name:"]

  /// Whether a line has anything to be cleaned of, as nearly none has.
  @inline(__always)
  static func isPossible(in line: UnsafeRawBufferPointer) -> Bool {
    guard let base = line.baseAddress else { return false }
    return memchr(base, CInt(escape), line.count) != nil || memchr(base, CInt(noBreakSpace.0), line.count) != nil
  }

  /// Removes control sequences and makes no-break spaces blanks, in place. Names, as text in quotation marks, keep
  /// theirs.
  ///
  /// - Returns: how many bytes are left.
  static func clean(_ line: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    var index = 0
    var name = NameState.none
    var isQuoted = false
    while index < line.count {
      let byte = line[index]
      if byte == escape, let end = endOfSequence(in: line, at: index), !isQuoted && name != .begun || end == line.count
      {
        index = end
        continue
      }
      let isNoBreak = byte == noBreakSpace.0 && index + 1 < line.count && line[index + 1] == noBreakSpace.1
      let isBlank = isNoBreak && !isQuoted && name != .begun
      if name == .awaited, !isBlank, byte != 0x20 { name = .begun }
      if byte == quote { isQuoted.toggle() }
      line[count] = isBlank ? 0x20 : byte
      count += 1
      index += isBlank ? 2 : 1
      if byte == UInt8(ascii: ":"), name == .none, isName(UnsafeRawBufferPointer(rebasing: line[..<count])) {
        name = .awaited
      }
    }
    return count
  }

  private enum NameState {
    case none, awaited, begun
  }

  /// The end of `ESC [ 0;32 m` and its like.
  private static func endOfSequence(in line: UnsafeMutableRawBufferPointer, at start: Int) -> Int? {
    guard start + 1 < line.count, line[start + 1] == UInt8(ascii: "[") else { return nil }
    var index = start + 2
    while index < line.count, 0x20...0x3f ~= line[index] { index += 1 }
    return index < line.count && 0x40...0x7e ~= line[index] ? index + 1 : nil
  }

  private static func isName(_ front: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(front)
    while scanner.byte == UInt8(ascii: ">") || scanner.byte == 0x20 { scanner.advance() }
    let text = scanner.rest
    return names.contains { text.count == $0.utf8CodeUnitCount && text.starts(with: $0) }
  }
}
