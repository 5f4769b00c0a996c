extension [UInt8] {
  /// Writes U+FFFD in place of escapes of JSON that are half of a pair, which the decoder refuses. The text stays as
  /// long as it is.
  ///
  /// - Returns: the line of each, from 1.
  mutating func replaceLoneSurrogates() -> [Int] {
    var (lines, line, counted, index) = ([Int](), 1, 0, 0)
    while let escape = self[Swift.min(index, count)...].firstIndex(of: UInt8(ascii: "\\")) {
      index = escape + 2
      guard let unit = escapedUnit(at: escape), UTF16.isSurrogate(unit) else { continue }
      if UTF16.isLeadSurrogate(unit), let next = escapedUnit(at: escape + 6), UTF16.isTrailSurrogate(next) {
        index = escape + 12
        continue
      }
      replaceSubrange(escape..<escape + 6, with: "\\ufffd".utf8)
      line += self[counted..<escape].count { $0 == UInt8(ascii: "\n") }
      counted = escape
      lines.append(line)
    }
    return lines
  }

  /// The UTF-16 code unit of `\uXXXX`; `nil` if there is no such escape.
  private func escapedUnit(at index: Int) -> UInt16? {
    guard index <= count - 6, self[index...].starts(with: "\\u".utf8) else { return nil }
    return UInt16(String(decoding: self[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
