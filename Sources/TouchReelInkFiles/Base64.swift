/// Bytes as text of 64 characters (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each character; 64 and more for others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Blanks do not count.
  ///
  /// - Returns: `nil` if there is any other character, or a part of a byte is left over.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count, padding) = (UInt32(0), 0, 0)
    for character in text.utf8 where character > 0x20 {
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      let value = values[Int(character)]
      guard value < 64, padding == 0 else { return nil }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return count < 6 && padding <= 2 ? bytes : nil
  }

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for index in 0..<4 {
        let isPadding = index > part.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
