/// Bytes of MCAP files written out by hand, independently of the writer under test.
enum HandMade {
  static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]

  static func u16(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
  static func u32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  static func u64(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  static func string(_ text: String) -> [UInt8] { u32(UInt32(text.utf8.count)) + Array(text.utf8) }

  static func record(_ opcode: UInt8, _ content: [UInt8]) -> [UInt8] {
    [opcode] + u64(UInt64(content.count)) + content
  }

  static let header = record(0x01, string("p") + string("l"))
  static let footer = record(0x02, u64(0) + u64(0) + u32(0))
  static let dataEnd = record(0x0f, u32(0))

  static func schema(_ id: UInt16) -> [UInt8] { record(0x03, u16(id) + string("s") + string("e") + string("d")) }

  static func channel(_ id: UInt16) -> [UInt8] {
    record(0x04, u16(id) + u16(0) + string("/t") + string("raw") + u32(10) + string("k") + string("v"))
  }

  static func message(_ channel: UInt16, sequence: UInt32 = 0, time: UInt64, _ data: [UInt8]) -> [UInt8] {
    record(0x05, u16(channel) + u32(sequence) + u64(time) + u64(time + 1) + data)
  }

  static func note(_ channel: UInt16, sequence: UInt32 = 0, time: UInt64, _ data: [UInt8]) -> Note {
    Note(channel: channel, sequence: sequence, logTime: time, publishTime: time + 1, data: data)
  }

  /// A chunk with sizes that need not be true.
  static func chunk(
    _ records: [UInt8], compression: String = "", uncompressedSize: UInt64? = nil, checksum: UInt32 = 0,
    after: [UInt8] = []
  ) -> [UInt8] {
    let size = uncompressedSize ?? UInt64(records.count)
    return record(
      0x06,
      u64(0) + u64(9) + u64(size) + u32(checksum) + string(compression) + u64(UInt64(records.count)) + records + after)
  }

  static func file(_ data: [UInt8]) -> [UInt8] { magic + header + data + dataEnd + footer + magic }

  /// Where the data of `file` begins: 8 bytes of magic, then 9 + (4 + 1) + (4 + 1) of header.
  static let dataOffset: UInt64 = 27
}
