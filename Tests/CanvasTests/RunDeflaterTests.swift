import SeededCases
import Testing

@testable import TouchReelCanvas

/// PNGs of ink on one colour, whose rows are compressed by codes of our own.
struct RunDeflaterTests {
  private static let seeds = PropertySeeds.from(0x9217, count: 20)

  private func png(of picture: Picture) -> [UInt8] {
    var bytes: [UInt8] = []
    picture.writePNG { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func picture(_ random: inout SplitMix64, _ size: PixelSize, on background: PixelColor) -> Picture {
    var image = TiledImage(size: size)
    for _ in 0..<random.next(below: 6) {
      let color = PixelColor(premultiplied: UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000)
      let stroke = random.stroke(on: size, pieces: 40, radius: 0.3...12)
      image.merge(.ink(CoverageLayer(size: size, stroke), color))
    }
    return Picture(background: PreparedBackground(.color(background), size: size), committed: image)
  }

  @Test(arguments: seeds)
  func `Pictures of ink come back as they were, opaque and not`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = PixelSize(width: 1 + random.next(below: 300), height: 1 + random.next(below: 200))
    for background in [PixelColor.white, PixelColor(red: 30, green: 200, blue: 90), .clear] {
      let picture = picture(&random, size, on: background)
      #expect(try PixelBuffer(png: png(of: picture)) == picture.composed(), "seed \(seed), \(size)")
    }
  }

  @Test(arguments: seeds)
  func `A large file is the same by any number of threads, and row by row`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = PixelSize(width: 1 + random.next(below: 500), height: 257 + random.next(below: 1100))
    for background in [PixelColor.white, .clear] {
      let picture = picture(&random, size, on: background)
      let alone = png(of: picture)
      let note = PNGText(keyword: "a", text: "b")
      for threads in [2, 3, 9] {
        var bytes: [UInt8] = []
        picture.writePNG(threads: threads) { bytes.append(contentsOf: $0) }
        #expect(bytes == alone, "seed \(seed), \(size), \(threads) threads")
      }
      #expect(try PixelBuffer(png: alone) == picture.composed(), "seed \(seed), \(size)")
      var noted: [[UInt8]] = [[], []]
      picture.writePNG(note: note) { noted[0].append(contentsOf: $0) }
      picture.writePNG(note: note, threads: 2) { noted[1].append(contentsOf: $0) }
      #expect(noted[0] == noted[1] && noted[0].count > alone.count, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `A file does not depend on the pictures that were written before`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = PixelSize(width: 90, height: 70)
    var encoder = PNGEncoder(size: size, format: .rgb, content: .ink)
    for _ in 0..<4 {
      let picture = picture(&random, size, on: .white)
      var bytes: [UInt8] = []
      let append = { (chunk: UnsafeRawBufferPointer) in bytes.append(contentsOf: chunk) }
      encoder.begin(to: append)
      encoder.write(picture.composed(), rows: size.height, to: append)
      encoder.finish(to: append)
      #expect(bytes == png(of: picture), "seed \(seed)")
    }
  }

  /// The stream of some rows, so many of them at once.
  private func deflated(_ rows: [UInt8], rowSize: Int, pixelSize: Int, at once: Int) -> [UInt8] {
    var stream: [UInt8] = []
    var deflater = RunDeflater(pixelSize: pixelSize, rowSize: rowSize)
    let append = { (chunk: UnsafeRawBufferPointer) in
      #expect(chunk.count <= PNGDataChunk.capacity + 12)
      stream.append(contentsOf: chunk[8..<chunk.count - 4])
    }
    // With what may be read beyond the rows.
    (rows + [UInt8](repeating: 0, count: RunDeflater.margin)).withUnsafeBytes { bytes in
      for start in stride(from: 0, to: rows.count, by: once * rowSize) {
        let end = min(start + once * rowSize, rows.count)
        deflater.write(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: append)
      }
    }
    deflater.finish(to: append)
    return stream
  }

  /// `nil` where the stream is no stream of so many bytes with their sum behind them.
  private func inflated(_ stream: [UInt8], count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 1, count: count)
    let isWhole = stream.withUnsafeBytes { stream in
      let inflater = Inflater([stream])
      return bytes.withUnsafeMutableBytes { inflater.read(into: $0) } && inflater.isAtEnd()
    }
    return isWhole ? bytes : nil
  }

  /// Four blocks of noise of so many values fill a chunk nearly, or a little more.
  @Test(arguments: 200..<256)
  func `A block may begin anywhere in a chunk, also just before its end`(values: Int) {
    let (rowSize, height) = (3001, 30)
    var random = SplitMix64(seed: UInt64(values))
    for _ in 0..<4 {
      let rows = (0..<rowSize * height).map { _ in UInt8(random.next(below: values)) }
      let stream = deflated(rows, rowSize: rowSize, pixelSize: 3, at: 1 + random.next(below: height))
      #expect(inflated(stream, count: rows.count) == rows)
    }
  }

  @Test(arguments: [(3, 1, 1), (3, 7, 40), (4, 900, 130), (3, 12_000, 9), (4, 64, 64)])
  func `Whatever the bytes are, they come back`(pixelSize: Int, width: Int, height: Int) {
    let rowSize = 1 + pixelSize * width
    var random = SplitMix64(seed: UInt64(rowSize))
    // Noise, runs of any length, and rows like the one above.
    for spread in [256, 3, 1] {
      var rows: [UInt8] = []
      while rows.count < rowSize * height {
        let run = spread == 256 ? 1 : 1 + random.next(below: 700)
        let repeatsAbove = rows.count >= rowSize && random.next(below: 3) == 0
        for _ in 0..<run {
          rows.append(repeatsAbove ? rows[rows.count - rowSize] : UInt8(random.next(below: spread)))
        }
      }
      rows.removeSubrange((rowSize * height)...)
      for once in [1, height] {
        let stream = deflated(rows, rowSize: rowSize, pixelSize: pixelSize, at: once)
        #expect(inflated(stream, count: rows.count) == rows, "\(pixelSize), \(width), \(height), \(spread)")
      }
    }
  }
}

struct HuffmanCodeTests {
  private func code(of counts: [UInt32], limit: Int) -> (lengths: [Int], bits: [Int]) {
    var code = HuffmanCode(symbolCount: counts.count, limit: limit)
    code.fit(counts)
    return (counts.indices.map { Int(code[$0].count) }, counts.indices.map { Int(code[$0].bits) })
  }

  @Test(arguments: PropertySeeds.from(0x4FF, count: 30))
  func `Codes use every sequence of bits once and are no longer than they may be`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limit = 7 + random.next(below: 9)
    let counts = (0..<2 + random.next(below: 100)).map { _ in
      random.next(below: 3) == 0 ? 0 : UInt32(random.next(below: 1 << random.next(below: 15)))
    }
    guard counts.count(where: { $0 > 0 }) >= 2 else { return }
    let (lengths, bits) = code(of: counts, limit: limit)
    #expect(zip(counts, lengths).allSatisfy { ($0 == 0) == ($1 == 0) && $1 <= limit })
    let used = lengths.indices.filter { lengths[$0] > 0 }
    #expect(used.reduce(0.0) { $0 + 1 / Double(1 << lengths[$1]) } == 1, "seed \(seed)")
    for one in used {
      for other in used where other != one && lengths[one] <= lengths[other] {
        #expect(bits[other] & (1 << lengths[one] - 1) != bits[one], "seed \(seed): a code begins another")
      }
    }
  }

  @Test func `What comes more often has no longer code`() {
    // Fibonacci's numbers make the longest codes.
    var counts: [UInt32] = [1, 1]
    while counts.count < 22 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    #expect(code(of: counts, limit: 15).lengths.allSatisfy { $0 <= 15 })
    let free = code(of: Array(counts.prefix(12)), limit: 15).lengths
    #expect(free == [11, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  }
}
