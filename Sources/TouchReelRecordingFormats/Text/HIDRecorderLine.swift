/// A line of hid-recorder's files, which look like evemu's at a first glance: raw HID reports, as bytes.
enum HIDRecorderLine {
  /// Whether it is a report descriptor (`R: 4 05 0d 09 04`) or a report (`E: 0000.010000 5 01 11 02 12 03`):
  /// a number of bytes in decimal, and so many of two digits.
  static func isReport(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.accept("R:") {
      scanner.skipBlanks()
      guard let count = scanner.decimal(upTo: 1 << 16), let found = bytes(&scanner) else { return false }
      // evemu has no such line: a long descriptor may be cut.
      return found == count || found > 3
    } else if scanner.accept("E:") {
      scanner.skipBlanks()
      guard scanner.time() != nil, scanner.byte == 0x20 else { return false }
      scanner.skipBlanks()
    } else {
      return false
    }
    // evemu pads the type with zeros.
    guard scanner.byte != UInt8(ascii: "0"), let count = scanner.decimal(upTo: 1 << 16) else { return false }
    return bytes(&scanner) == count
  }

  private static func bytes(_ scanner: inout ByteScanner) -> UInt64? {
    var count: UInt64 = 0
    scanner.skipBlanks()
    while !scanner.isAtEnd {
      let start = scanner.index
      guard scanner.hexadecimal(upTo: 0xff) != nil, scanner.index - start == 2 else { return nil }
      count += 1
      scanner.skipBlanks()
    }
    return count
  }
}
