/// A JPEG as a row of markers (ISO/IEC 10918-1, annex B).
nonisolated enum JPEGFile {
  private static let (startOfImage, endOfImage) = (UInt8(0xD8), UInt8(0xD9))
  /// Markers that nothing belongs to: TEM, and those that restart within a scan.
  private static func isLone(_ marker: UInt8) -> Bool { marker == 0x01 || 0xD0...0xD8 ~= marker }

  /// Whether the bytes begin as a JPEG and end before its end is marked. What comes after the end does not count.
  static func isCutShort(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, startOfImage, 0xFF]) else { return false }
    var place = 2
    while let (marker, next) = marker(in: bytes, from: place) {
      if marker == endOfImage { return false }
      place = next
      if isLone(marker) { continue }
      guard next + 2 <= bytes.count else { return true }
      place += Int(bytes[next]) << 8 | Int(bytes[next + 1])
    }
    return true
  }

  /// The next marker, past compressed data: in those, 0xFF is followed by 0.
  private static func marker(in bytes: [UInt8], from start: Int) -> (marker: UInt8, next: Int)? {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF { return (bytes[place + 1], place + 2) }
      place += 1
    }
    return nil
  }
}
