import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams

struct GzipBytesTests {
  private static let heading: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]

  /// Reads to the end or the damage, which lies within the file.
  private func expectRead(_ bytes: [UInt8], _ what: String) throws {
    let source = GzipBytes(MemoryBytes(bytes), endsAtDamage: true)
    var offset: UInt64 = 0
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
      if count == 0 { break }
      offset += UInt64(count)
    }
    guard case .offset(let place)? = source.damage?.location else { return }
    #expect(place <= UInt64(bytes.count), "\(what)")
  }

  /// ISA-L says that more is left of it than it was given.
  @Test func `The offset of damage lies within the file`() throws {
    let body: [UInt8] = [
      0xba, 0xa3, 0x68, 0x71, 0x8c, 0x2c, 0x9b, 0xa1, 0x29, 0x16, 0x03, 0x91, 0x87, 0x8b, 0x16, 0x3d, 0x3c, 0x50, 0xd6,
      0xfd,
    ]
    try expectRead(Self.heading + body, "a file of 30 bytes")
  }

  @Test func `Whatever follows gzip's heading is read to its end or its damage`() throws {
    for seed in PropertySeeds.from(1, count: 5000) {
      var random = SplitMix64(seed: seed)
      let body = (0..<Int.random(in: 0...120, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      try expectRead(Self.heading + body, "seed \(seed)")
    }
  }
}
