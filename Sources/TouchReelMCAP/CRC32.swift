internal import CTouchReelISAL

/// The CRC-32 of ISO 3309, which zlib, gzip and PNG use too. That of `123456789` is `cbf43926`.
struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    value = crc32_gzip_refl(value, base.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }
}
