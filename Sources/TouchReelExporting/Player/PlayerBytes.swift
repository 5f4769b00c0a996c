import TouchReelCanvas

/// Numbers as the page's `Bytes` reads them: seven bits a byte, the lowest first.
struct PlayerBytes: Hashable, Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: [UInt8]) { bytes += other }

  mutating func append(_ value: UInt64) {
    var rest = value
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ value: Int) { append(UInt64(max(value, 0))) }

  /// Small magnitudes take few bytes.
  mutating func append(signed value: Int) {
    append(UInt64(bitPattern: Int64(value << 1 ^ value >> (Int.bitWidth - 1))))
  }

  mutating func append(_ color: PixelColor) { bytes += [color.red, color.green, color.blue, color.alpha] }

  /// Numbers, each as the difference from the one before.
  mutating func append(column values: some Sequence<Int>) {
    var last = 0
    for value in values {
      append(signed: value - last)
      last = value
    }
  }
}
