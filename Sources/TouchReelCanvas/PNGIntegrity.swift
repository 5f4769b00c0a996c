import CTouchReelISAL

/// Whether a file of PNG is whole: all chunks are there, from the signature to `IEND` at the file's end, and hold what
/// their checksums say.
package enum PNGIntegrity {
  private static let blockSize = 256 << 10

  /// - Parameters:
  ///   - length: of the file, in bytes.
  ///   - read: reads up to so many bytes from an offset on; fewer only at the end.
  /// - Complexity: that of reading the file.
  package static func isWhole<Failure>(
    length: UInt64, read: (_ offset: UInt64, _ count: Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    guard try read(0, PNGHeader.signature.count) == PNGHeader.signature else { return false }
    var offset = UInt64(PNGHeader.signature.count)
    // A chunk is its length, its name, its data and a checksum of the latter two.
    while offset + 12 <= length {
      let head = try read(offset, 8)
      let end = offset + 8 + UInt64(number(head.prefix(4)))
      guard head.count == 8, end + 4 <= length else { return false }
      guard try checksum(from: offset + 4, to: end, read) == number(try read(end, 4)[...]) else { return false }
      offset = end + 4
      if head.dropFirst(4).elementsEqual("IEND".utf8) { return offset == length }
    }
    return false
  }

  private static func checksum<Failure>(
    from start: UInt64, to end: UInt64, _ read: (UInt64, Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> UInt32 {
    var (checksum, offset) = (UInt32(0), start)
    while offset < end {
      let block = try read(offset, Int(min(end - offset, UInt64(blockSize))))
      guard !block.isEmpty else { return ~checksum }
      checksum = crc32_gzip_refl(checksum, block, UInt64(block.count))
      offset += UInt64(block.count)
    }
    return checksum
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension PNGText {
  /// Whether a file ends before its first pixels, but could have this keyword's text where it ends: it
  /// begins as a file does whose first text that is.
  ///
  /// - Parameters:
  ///   - keyword: of the text.
  ///   - bytes: all of the file, or as many from its beginning as its texts take.
  package static func endsBeforeText(of keyword: String, _ bytes: [UInt8]) -> Bool {
    let header = PNGHeader.signature + [0, 0, 0, 13] + Array("IHDR".utf8)
    guard bytes.count > header.count else { return header.starts(with: bytes) }
    guard bytes.starts(with: header) else { return false }
    // Behind 13 bytes of the header's data and its checksum: a length, a name, the keyword, its text and a checksum.
    let rest = bytes.dropFirst(header.count + 17)
    let name = Array("tEXt".utf8) + Array(keyword.utf8) + [0]
    guard rest.count > 4 else { return true }
    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let text = rest.dropFirst(4)
    guard text.count > name.count else { return name.starts(with: text) }
    return text.starts(with: name) && text.count < 4 + length + 4
  }
}
