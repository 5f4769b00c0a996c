internal import CTouchReelISAL
import TouchReelByteStreams

/// A ZIP archive whose members are stored as they are, written from its beginning to its end. It has the same bytes
/// whenever it is written.
struct StoredArchive {
  private let out: any ByteOutput
  private var offset: UInt64 = 0
  private var directory: [UInt8] = []
  private var memberCount: UInt16 = 0
  private static let limit = UInt64(UInt32.max)

  init(_ out: any ByteOutput) { self.out = out }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - name: the member's, in ASCII; no two are the same.
  ///   - size: in bytes.
  ///   - content: hands out all of the bytes in parts. It is called twice: the checksum is written before them.
  mutating func add(
    _ name: String, size: UInt64,
    content: ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Void
  ) throws(FileError) {
    var checksum: UInt32 = 0
    try content { part throws(FileError) in
      checksum = crc32_gzip_refl(checksum, part.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(part.count))
    }
    let header = Self.header(of: name, size, checksum)
    try out.write(header)
    try content { part throws(FileError) in try out.write(part) }
    enter(name, size, checksum)
    offset += UInt64(header.count) + size
  }

  /// Ends the archive with its directory.
  mutating func finish() throws(FileError) {
    let end = offset + UInt64(directory.count)
    let size = UInt64(directory.count)
    // The directory itself is small: only its offset may need 64 bits.
    if offset >= Self.limit {
      directory += bytes(0x0606_4b50 as UInt32) + bytes(44 as UInt64) + bytes(45 as UInt16) + bytes(45 as UInt16)
      directory += bytes(0 as UInt64) + bytes(UInt64(memberCount)) + bytes(UInt64(memberCount))
      directory += bytes(size) + bytes(offset)
      directory += bytes(0x0706_4b50 as UInt32) + bytes(0 as UInt32) + bytes(end) + bytes(1 as UInt32)
    }
    directory += bytes(0x0605_4b50 as UInt32) + bytes(0 as UInt32) + bytes(memberCount) + bytes(memberCount)
    directory += bytes(Self.short(size)) + bytes(Self.short(offset)) + bytes(0 as UInt16)
    try out.write(directory)
  }

  /// What comes before a member's content.
  private static func header(of name: String, _ size: UInt64, _ checksum: UInt32) -> [UInt8] {
    let long = size >= limit ? bytes(1 as UInt16) + bytes(16 as UInt16) + bytes(size) + bytes(size) : []
    return bytes(0x0403_4b50 as UInt32) + shared(name, size, checksum, extra: long.count) + Array(name.utf8) + long
  }

  /// Enters a member into the directory.
  private mutating func enter(_ name: String, _ size: UInt64, _ checksum: UInt32) {
    var long = size >= Self.limit ? bytes(size) + bytes(size) : []
    if offset >= Self.limit { long += bytes(offset) }
    if !long.isEmpty { long = bytes(1 as UInt16) + bytes(UInt16(long.count)) + long }
    directory += bytes(0x0201_4b50 as UInt32) + bytes(45 as UInt16)
    directory += Self.shared(name, size, checksum, extra: long.count)
    // Without a comment, on disk 0, without attributes.
    directory += [UInt8](repeating: 0, count: 10) + bytes(Self.short(offset)) + Array(name.utf8) + long
    memberCount += 1
  }

  /// What a member's header and its entry in the directory have in common.
  private static func shared(_ name: String, _ size: UInt64, _ checksum: UInt32, extra: Int) -> [UInt8] {
    // Version 4.5, no flags, stored, at midnight of 1 January 1980, which is the first date of the format.
    let head = bytes(45 as UInt16) + bytes(0 as UInt32) + bytes(0 as UInt16) + bytes(0x21 as UInt16)
    return head + bytes(checksum) + bytes(short(size)) + bytes(short(size))
      + bytes(UInt16(name.utf8.count)) + bytes(UInt16(extra))
  }

  /// A number of 32 bits, which are all ones where it follows in 64 bits.
  private static func short(_ value: UInt64) -> UInt32 { UInt32(min(value, limit)) }
}

/// A number as its bytes, the lowest first.
private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
