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

  /// The one bit of so many bytes whose change makes that difference of two sums, if there is one. Bits count from the
  /// lowest of the first byte.
  static func bit(making difference: UInt32, in count: Int) -> Int? {
    let polynomial: UInt32 = 0xedb8_8320
    var effect = polynomial
    for bit in (0..<(8 * count)).reversed() {
      if effect == difference { return bit }
      effect = effect >> 1 ^ (effect & 1 == 0 ? 0 : polynomial)
    }
    return nil
  }
}
