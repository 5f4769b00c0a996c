/// What an XML document is written in (W3C, Extensible Markup Language 1.0, 4.3.3 and appendix F): UTF-8, UTF-16,
/// ISO-8859-1 or Windows-1252.
package enum XMLEncoding {
  private enum Known { case utf8, utf16, latin1, windows1252 }

  private static let names: [String: Known] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "ascii": .utf8, "utf-16": .utf16, "utf-16le": .utf16,
    "utf-16be": .utf16, "utf16": .utf16, "iso-10646-ucs-2": .utf16, "ucs-2": .utf16, "iso-8859-1": .latin1,
    "iso8859-1": .latin1, "iso_8859-1": .latin1, "latin1": .latin1, "latin-1": .latin1,
    "windows-1252": .windows1252, "cp1252": .windows1252, "cp-1252": .windows1252,
  ]
  /// So many bytes hold the declaration.
  private static let declarationLength = 256

  /// The document in UTF-8.
  ///
  /// - Returns: `nil` if it is in an encoding that is not read.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8]? { try? decoded(bytes) }

  /// The document in UTF-8.
  ///
  /// - Throws: if it is in an encoding that is not read; which.
  static func decoded(_ bytes: [UInt8]) throws(InkFileError) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return bytes }
    if let isBigEndian = byteOrder(of: bytes) { return utf16(bytes, isBigEndian: isBigEndian) }
    guard let name = declared(in: bytes) else { return bytes }
    switch names[name.lowercased()] {
    // One that says so in single bytes is none.
    case .utf8, .utf16: return bytes
    case .latin1: return transcoded(bytes) { Unicode.Scalar($0) }
    case .windows1252: return transcoded(bytes, windows1252)
    case nil:
      // Where all bytes are those of UTF-8 they are, whatever a damaged declaration says.
      if String(validating: bytes, as: UTF8.self) != nil { return bytes }
      throw InkFileError(
        line: 1,
        "it is in the encoding \u{201C}\(name)\u{201D}, which is not read; make it UTF-8 first, with iconv")
    }
  }

  /// Whether a document in UTF-16 has its greater bytes first; `nil` if it is in another encoding.
  static func byteOrder(of bytes: [UInt8]) -> Bool? {
    let marked =
      bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) ? bytes.dropFirst(2) : bytes[...]
    // A document begins with < and, in UTF-16, a letter, a question or an exclamation mark.
    if marked.count < bytes.count { return bytes[0] == 0xfe }
    let head = Array(marked.prefix(4))
    guard head.count == 4 else { return nil }
    if head[0] == 0, head[1] == UInt8(ascii: "<"), head[2] == 0, head[3] > 0x20 { return true }
    return head[1] == 0 && head[0] == UInt8(ascii: "<") && head[3] == 0 && head[2] > 0x20 ? false : nil
  }

  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units.first == 0xfeff ? units[1...] : units[...], as: UTF16.self).utf8)
  }

  private static func transcoded(_ bytes: [UInt8], _ scalar: (UInt8) -> Unicode.Scalar) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { result.append(byte) } else { result += Array(String(Character(scalar(byte))).utf8) }
    }
    return result
  }

  /// The characters of 0x80 to 0x9f, where bytes that stand for none are those of ISO-8859-1.
  private static let windows1252Marks: [UInt16] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d,
    0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,
    0x017e, 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9f).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(windows1252Marks[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// The name in `<?xml version="1.0" encoding="NAME"?>`.
  private static func declared(in bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let head = String(decoding: bytes.prefix(declarationLength).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let key = head.firstRange(of: "encoding") else { return nil }
    let value = head[key.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let name = value.dropFirst().prefix { $0 != quote }
    return name.isEmpty || name.count > 40 ? nil : String(name)
  }
}
