import SeededCases
import TestSupport
import Testing

@testable import TouchReelCanvas

/// PNG.
struct PNGTests {
  func decode(_ bytes: [UInt8]) throws(PNGError) -> PixelBuffer {
    try PixelBuffer(png: bytes)
  }

  @Test(arguments: [(1, 1), (7, 5), (64, 64), (333, 129)])
  func `An opaque picture comes back as it was`(
    width: Int, height: Int
  ) throws {
    var random = SplitMix64(seed: 4)
    let picture = PixelBuffer(size: PixelSize(width: width, height: height)) { _, _ in
      UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    let png = picture.png()
    #expect(png[25] == 2)
    #expect(try decode(png) == picture)
  }

  @Test func `A translucent picture comes back within its rounding`() throws {
    let picture = PixelBuffer(size: PixelSize(width: 256, height: 256)) { x, y in
      PixelColor(red: UInt8(x), green: 255, blue: UInt8(255 - x), alpha: UInt8(y)).premultiplied
    }
    let png = picture.png()
    #expect(png[25] == 6)
    let decoded = try decode(png)
    #expect(decoded.pixels == picture.pixels)
  }

  @Test func `A picture written band by band is the picture written at once`() throws {
    let size = PixelSize(width: 200, height: 150)
    var random = SplitMix64(seed: 4)
    var image = TiledImage(size: size)
    image.merge(.ink(CoverageLayer(size: size, random.stroke(on: size, pieces: 50, radius: 1...9)), .black))
    let picture = Picture(background: PreparedBackground(.color(.white), size: size), committed: image)
    var bytes: [UInt8] = []
    picture.writePNG { bytes.append(contentsOf: $0) }
    #expect(try decode(bytes) == picture.composed())
  }

  @Test func `What a sink throws comes out, and nothing is written after it`() {
    struct Full: Error {}
    var calls = 0
    let picture = PixelBuffer(size: PixelSize(width: 400, height: 400)) { x, y in 0xFF00_0000 | UInt32(x * y) }
    #expect(throws: Full.self) {
      try picture.writePNG { (_) throws(Full) in
        calls += 1
        if calls == 3 { throw Full() }
      }
    }
    #expect(calls == 3)
  }

  @Test func `What the compressor has noted of a picture's beginning depends on nothing but that beginning`() {
    var row = [UInt8](repeating: 255, count: 3001)
    row[0] = 0
    // Each compressor lies elsewhere, since the ones before are still there.
    let notes = (0..<8).map { _ in CompressorNotes(of: row) }
    for other in notes { #expect(zip(other.words, notes[0].words).count { $0 != $1 } == 0) }
  }

  @Test func `A chunk's sum is that of the standard`() {
    // Annex D of the standard: of "IEND" without data.
    #expect(Array("IEND".utf8).withUnsafeBytes(crc32) == 0xAE42_6082)
  }

  @Test func `Every colour type is read`() throws {
    // One row each, filter byte first; all but the last begin with pure white or red and end in black.
    #expect(
      try decode(RawPNG(width: 3, height: 1, depth: 1, type: 0, rows: [0, 0b1010_0000]).bytes).pixels == [
        0xFFFF_FFFF, 0xFF00_0000, 0xFFFF_FFFF,
      ])
    #expect(
      try decode(RawPNG(width: 2, height: 1, depth: 8, type: 0, rows: [0, 255, 128]).bytes).pixels == [
        0xFFFF_FFFF, 0xFF80_8080,
      ])
    #expect(
      try decode(RawPNG(width: 1, height: 1, depth: 16, type: 0, rows: [0, 0x80, 0xFF]).bytes).pixels == [0xFF80_8080])
    #expect(
      try decode(RawPNG(width: 1, height: 1, depth: 8, type: 2, rows: [0, 255, 1, 2]).bytes).pixels == [0xFFFF_0102])
    #expect(
      try decode(RawPNG(width: 1, height: 1, depth: 16, type: 2, rows: [0, 255, 0, 1, 0, 2, 0]).bytes).pixels == [
        0xFFFF_0102
      ])
    #expect(
      try decode(RawPNG(width: 1, height: 1, depth: 8, type: 4, rows: [0, 255, 128]).bytes).pixels == [0x8080_8080])
    #expect(
      try decode(RawPNG(width: 1, height: 1, depth: 8, type: 6, rows: [0, 255, 0, 0, 128]).bytes).pixels == [
        0x8080_0000
      ])
  }

  @Test func `A palette and its transparency are read`() throws {
    let chunks: [(name: String, data: [UInt8])] = [
      (name: "PLTE", data: [255, 0, 0, 0, 255, 0, 0, 0, 255]), (name: "tRNS", data: [255, 0, 128]),
    ]
    // Indices 0, 1, 2 of two bits each.
    let decoded = try decode(
      RawPNG(width: 3, height: 1, depth: 2, type: 3, chunks: chunks, rows: [0, 0b0001_1000]).bytes)
    #expect(decoded.pixels == [0xFFFF_0000, 0, 0x8000_0080])
  }

  @Test func `An interlaced picture is read`() throws {
    // Adam7 of 2×2: pass 1 holds (0, 0), pass 6 (1, 0), pass 7 the second row.
    let bytes = RawPNG(width: 2, height: 2, depth: 8, type: 0, interlace: 1, rows: [0, 10, 0, 20, 0, 30, 40]).bytes
    #expect(try decode(bytes).pixels == [0xFF0A_0A0A, 0xFF14_1414, 0xFF1E_1E1E, 0xFF28_2828])
  }

  @Test(.slow) func `A large picture is averaged as it is read, to no less than twice the size at which it shows`()
    throws
  {
    // 17 Mpx, more than are held whole.
    let size = PixelSize(width: 4_250, height: 4_000)
    let png = PixelBuffer(size: size, filledWith: 0xFF20_4060).png()
    let canvas = PixelSize(width: 425, height: 200)
    // Filled, the picture is a tenth as large: five pixels become one, and 4250 / 5 = 850, 4000 / 5 = 800.
    let filled = try PixelBuffer(png: png, use: .background(.fill, on: canvas))
    #expect(filled.size == PixelSize(width: 850, height: 800) && filled.pixels.allSatisfy { $0 == 0xFF20_4060 })
    // Fitted, a twentieth: 4250 / 10 and 4000 / 10.
    let fitted = try PixelBuffer(png: png, use: .background(.fit, on: canvas))
    #expect(fitted.size == PixelSize(width: 425, height: 400))
    // Repeated, the part that shows.
    #expect(try PixelBuffer(png: png, use: .background(.tile, on: canvas)).size == canvas)
    #expect(throws: PNGError.tooManyPixels(width: 4_250, height: 4_000, limit: 1_000)) {
      try PixelBuffer(png: png, pixelLimit: 1_000)
    }
  }

  @Test(arguments: [[], [1, 2, 3], Array(repeating: 0, count: 100)] as [[UInt8]])
  func `What is no PNG is refused`(
    bytes: [UInt8]
  ) {
    #expect(throws: PNGError.notPNG) { try decode(bytes) }
  }

  @Test func `A size that no canvas has is refused before anything is allocated`() {
    #expect(throws: PNGError.unusableSize(width: 0, height: 1)) {
      try decode(RawPNG(width: 0, height: 1, depth: 8, type: 0, rows: [0]).bytes)
    }
    #expect(throws: PNGError.unusableSize(width: 32_768, height: 1)) {
      try decode(RawPNG(width: 32_768, height: 1, depth: 8, type: 0, rows: [0]).bytes)
    }
    #expect(throws: PNGError.tooManyPixels(width: 30_000, height: 30_000, limit: PixelBuffer.pngPixelLimit)) {
      try decode(RawPNG(width: 30_000, height: 30_000, depth: 8, type: 0, rows: [0]).bytes)
    }
    // 64 Mpx of RGBA cannot come out of a hundred bytes.
    #expect(throws: PNGError.damaged) {
      try decode(RawPNG(width: 8_192, height: 8_192, depth: 8, type: 6, rows: [0]).bytes)
    }
  }

  @Test func `A PNG cut anywhere or with any byte changed is refused or read, never worse`() throws {
    let picture = PixelBuffer(size: PixelSize(width: 9, height: 9)) { x, y in 0xFF00_0000 | UInt32(x * y * 977) }
    let whole = picture.png()
    for length in 0..<whole.count - 16 {
      #expect(throws: PNGError.self, "cut at \(length)") { try decode(Array(whole.prefix(length))) }
    }
    var refused = 0
    for position in whole.indices {
      var bytes = whole
      bytes[position] ^= 0x55
      do throws(PNGError) { _ = try decode(bytes) } catch { refused += 1 }
    }
    #expect(refused > whole.count / 2)
  }
}

/// A PNG with rows as they are, filter bytes included, in one stored deflate block.
private struct RawPNG {
  var width: UInt32
  var height: UInt32
  var depth: UInt8
  var type: UInt8
  var interlace: UInt8 = 0
  var chunks: [(name: String, data: [UInt8])] = []
  var rows: [UInt8]

  var bytes: [UInt8] {
    let header = width.bigEndianBytes + height.bigEndianBytes + [depth, type, 0, 0, interlace]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunks.flatMap { chunk($0.name, $0.data) } + chunk("IDAT", stream) + chunk("IEND", [])
  }

  private var stream: [UInt8] {
    let count = UInt16(rows.count)
    let length = [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
    var (a, b) = (1 as UInt32, 0 as UInt32)
    for byte in rows {
      a = (a + UInt32(byte)) % 65_521
      b = (a + b) % 65_521
    }
    return [0x78, 0x01, 0x01] + length + rows + (b << 16 | a).bigEndianBytes
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return UInt32(data.count).bigEndianBytes + body + body.withUnsafeBytes(crc32).bigEndianBytes
  }
}

/// The working memory of a compressor after a few rows, and the compressor itself, kept.
private final class CompressorNotes {
  private var deflater = Deflater()
  private(set) var words: [UInt64] = []

  init(of row: [UInt8]) {
    for _ in 0..<20 { row.span.bytes.withUnsafeBytes { deflater.write($0) { _ in } } }
    let memory = deflater.levelBuffer
    let base = UInt64(UInt(bitPattern: memory.baseAddress))
    // Addresses of the memory itself count from its start.
    words = memory.bindMemory(to: UInt64.self).map { base..<base + UInt64(memory.count) ~= $0 ? $0 - base : $0 }
  }
}
