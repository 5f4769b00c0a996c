/// 64×64 bytes of coverage, shared by reference and copied before it changes.
final class CoverageTile: @unchecked Sendable {  // Its bytes are written only while one layer holds it.
  static let byteCount = Tile.pixelCount

  let bytes: UnsafeMutablePointer<UInt8>

  init() {
    bytes = .allocate(capacity: Self.byteCount)
    bytes.initialize(repeating: 0, count: Self.byteCount)
  }

  init(copying other: CoverageTile) {
    bytes = .allocate(capacity: Self.byteCount)
    bytes.initialize(from: other.bytes, count: Self.byteCount)
  }

  deinit { bytes.deallocate() }
}
