/// A JPEG file as a sequence of markers (ISO/IEC 10918-1, annex B).
enum JPEGFile {
  private static let (startOfImage, endOfImage) = (UInt8(0xD8), UInt8(0xD9))
  /// Whether a marker has no segment: TEM, RST0 to RST7 and SOI.
  private static func isStandalone(_ marker: UInt8) -> Bool { marker == 0x01 || 0xD0...0xD8 ~= marker }

  /// Whether the bytes start like a JPEG but have no end marker. Bytes after that are ignored.
  static func isTruncated(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, startOfImage, 0xFF]) else { return false }
    var offset = 2
    while let (marker, next) = marker(in: bytes, from: offset) {
      if marker == endOfImage { return false }
      offset = next
      if isStandalone(marker) { continue }
      guard next + 2 <= bytes.count else { return true }
      offset += Int(bytes[next]) << 8 | Int(bytes[next + 1])
    }
    return true
  }

  /// The next marker, after skipping compressed data, in which 0xFF is followed by 0.
  private static func marker(in bytes: [UInt8], from start: Int) -> (marker: UInt8, next: Int)? {
    var offset = start
    while offset + 1 < bytes.count {
      if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF {
        return (bytes[offset + 1], offset + 2)
      }
      offset += 1
    }
    return nil
  }
}
