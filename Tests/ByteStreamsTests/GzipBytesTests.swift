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

  @Test func `Salvage is advised only where something comes before the damage`() throws {
    // A stored block of three bytes, and what follows it.
    let stored: [UInt8] = Self.heading + [0, 3, 0, 0xfc, 0xff, 0x61, 0x62, 0x63]
    for (bytes, end) in [
      (Self.heading, "ends too early, and nothing comes before it"),
      (Self.heading + [0xff], "is damaged, and nothing comes before it"),
      (stored, "ends too early; touchreel salvage reads what comes before"),
      (stored + [0xff], "is damaged; touchreel salvage reads what comes before"),
    ] {
      let source = GzipBytes(MemoryBytes(bytes), endsAtDamage: true)
      _ = try source.everything(limit: 100)
      #expect(source.damage?.message == "its gzip data \(end)")
    }
  }

  @Test func `Whatever follows gzip's heading is read to its end or its damage`() throws {
    for seed in PropertySeeds.from(1, count: 5000) {
      var random = SplitMix64(seed: seed)
      let body = (0..<Int.random(in: 0...120, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      try expectRead(Self.heading + body, "seed \(seed)")
    }
  }

  /// Two members, the first with an extra field, a name and a comment, the second with a name: `zlib` of Python 3.11.
  @Test(arguments: 1...40) func `Pieces of any size give what comes at once, headings in pieces too`(size: Int) throws {
    let file: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x1c, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x04, 0x00, 0x61, 0x62, 0x00, 0x00, 0x61, 0x2e,
      0x65, 0x76, 0x65, 0x6d, 0x75, 0x00, 0x61, 0x20, 0x63, 0x6f, 0x6d, 0x6d, 0x65, 0x6e, 0x74, 0x00, 0x4b, 0xcb,
      0x2c, 0x2a, 0x2e, 0x01, 0x00, 0x57, 0xee, 0x71, 0x92, 0x05, 0x00, 0x00, 0x00, 0x1f, 0x8b, 0x08, 0x08, 0x00,
      0x00, 0x00, 0x00, 0x00, 0xff, 0x62, 0x2e, 0x65, 0x76, 0x65, 0x6d, 0x75, 0x00, 0x2b, 0x4e, 0x4d, 0xce, 0xcf,
      0x4b, 0x01, 0x00, 0x69, 0x11, 0x1f, 0xb6, 0x06, 0x00, 0x00, 0x00,
    ]
    let source = GzipBytes(Pieces(file, size: size), endsAtDamage: true)
    #expect(try source.everything(limit: 100) == Array("firstsecond".utf8))
    #expect(source.damage == nil)
  }

  /// A pipe that delivers some bytes at a time.
  private final class Pieces: ByteSource {
    let name = "pieces"
    private let (bytes, size): ([UInt8], Int)

    init(_ bytes: [UInt8], size: Int) { (self.bytes, self.size) = (bytes, size) }

    func length() -> UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let piece = bytes.dropFirst(Int(clamping: offset)).prefix(min(size, buffer.count))
      buffer.copyBytes(from: piece)
      return piece.count
    }
  }
}
