import SeededCases
import Testing
import TouchReelCanvas

@testable import TouchReelExporting

/// Films as GIFs, read by a reader of the tests' own.
struct GIFTests {
  private let size = PixelSize(width: 23, height: 17)

  /// Pictures in which rectangles of few or many colours come and go.
  private func pictures(
    seed: UInt64, count: Int, colors: Int, clears: Bool
  ) -> [(pixels: [UInt32], rects: [PixelRect])] {
    var random = SplitMix64(seed: seed)
    let palette = (0..<colors).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
    var pixels = [UInt32](repeating: clears ? 0 : 0xFFFF_FFFF, count: size.width * size.height)
    return (0..<count).map { number in
      var rects = number == 0 ? [size.bounds] : []
      for _ in 0..<random.next(below: 3) {
        let (x, y) = (random.next(below: size.width), random.next(below: size.height))
        let rect = PixelRect(
          minX: x, minY: y, maxX: x + 1 + random.next(below: size.width - x),
          maxY: y + 1 + random.next(below: size.height - y))
        rects.append(rect)
        let isCleared = clears && random.next(below: 3) == 0
        for y in rect.y..<rect.maxY {
          for x in rect.x..<rect.maxX {
            pixels[y * size.width + x] = isCleared ? 0 : palette[random.next(below: palette.count)]
          }
        }
      }
      return (pixels, rects)
    }
  }

  private func shown(_ pixels: [UInt32]) -> [UInt32?] { pixels.map { $0 >> 24 == 0 ? nil : $0 & 0xFF_FFFF } }

  private func palette(of pictures: [(pixels: [UInt32], rects: [PixelRect])]) -> GIFPalette {
    var census = ColorCensus()
    for picture in pictures { census.add(picture.pixels, in: picture.rects, width: size.width) }
    return census.makePalette()
  }

  @Test(arguments: PropertySeeds.from(1, count: 60))
  func `Each picture is shown from its time on, exactly where a palette can have all colours`(seed: UInt64) throws {
    let colors = [1, 2, 5, 60, 254][Int(seed % 5)]
    let pictures = pictures(seed: seed, count: 40, colors: colors, clears: seed % 2 == 0)
    var frames = GIFFrames(size: size, palette(of: pictures))
    for (number, picture) in pictures.enumerated() {
      frames.add(picture.pixels, changedIn: picture.rects, at: number * 3)
    }
    frames.finish(at: 120)
    let read = try DecodedGIF(frames.bytes)
    #expect(read.width == 23 && read.height == 17)
    #expect(read.pictures.reduce(0) { $0 + $1.time } == 120)
    for (number, picture) in pictures.enumerated() {
      #expect(read.pixels(at: number * 3) == shown(picture.pixels), "seed \(seed), picture \(number)")
      #expect(read.pixels(at: number * 3 + 2) == shown(picture.pixels), "seed \(seed), picture \(number)")
    }
  }

  @Test func `More colours than a palette has are shown by near ones, and a background as it is`() throws {
    // 4096 colours in 64 x 64 pixels beside as many white ones.
    let size = PixelSize(width: 128, height: 64)
    let pixels = (0..<size.width * size.height).map { place -> UInt32 in
      let (x, y) = (place % 128, place / 128)
      return x < 64 ? 0xFF00_0000 | UInt32(x * 4) << 16 | UInt32(y * 4) << 8 | UInt32(x ^ y) : 0xFFFF_FFFF
    }
    var census = ColorCensus()
    census.add(pixels, in: [size.bounds], width: size.width)
    let palette = census.makePalette()
    #expect(palette.colors.count == 255 && palette.colors.contains(0xFF_FFFF))
    var frames = GIFFrames(size: size, palette)
    frames.add(pixels, changedIn: [size.bounds], at: 0)
    frames.finish(at: 5)
    let read = try #require(try DecodedGIF(frames.bytes).pixels(at: 0))
    let distances = zip(pixels, read).map { wanted, seen -> Int in
      guard let seen else { return 255 }
      return [0, 8, 16].map { abs(Int(wanted >> $0 & 255) - Int(seen >> $0 & 255)) }.max() ?? 0
    }
    // 254 boxes of about 16 colours: 4 x 4 cells of red and green, 16 values apart, and half as much of blue.
    #expect((distances.max() ?? 255) <= 40 && distances.reduce(0, +) / distances.count <= 8, "\(distances.max() ?? 0)")
    #expect(zip(pixels, read).allSatisfy { $0 != 0xFFFF_FFFF || $1 == 0xFF_FFFF })
  }

  @Test func `Greys of one ink differ by less than anybody sees`() {
    // 256 colours, one more than there is room for: cells of four greys, one of which is shown.
    let pixels = (0..<256).map { 0xFF00_0000 | UInt32($0) * 0x01_0101 }
    var census = ColorCensus()
    census.add(pixels, in: [PixelRect(x: 0, y: 0, width: 256, height: 1)], width: 256)
    var palette = census.makePalette()
    #expect(palette.colors.count == 64)
    for pixel in pixels {
      let shown = palette.colors[Int(palette.index(of: pixel)) - 1]
      #expect(abs(Int(shown & 255) - Int(pixel & 255)) <= 3)
    }
  }

  @Test func `A picture that looks like the one before takes no space, and a long one is shown for its time`() throws {
    let picture = [UInt32](repeating: 0xFF12_3456, count: size.width * size.height)
    func bytes(_ times: [Int], end: Int) -> [UInt8] {
      var frames = GIFFrames(size: size, GIFPalette(exact: [0x12_3456]))
      for time in times { frames.add(picture, changedIn: [size.bounds], at: time) }
      frames.finish(at: end)
      return frames.bytes
    }
    #expect(bytes([0, 10, 20], end: 30) == bytes([0], end: 30))
    // 65,535 + 65,535 + 18,930 hundredths.
    let long = try DecodedGIF(bytes([0], end: 150_000))
    #expect(long.pictures.map(\.time) == [65_535, 65_535, 18_930])
    #expect(long.pictures.allSatisfy { $0.pixels == shown(picture) })
  }

  @Test(arguments: [(2, 2), (5, 3), (255, 8)]) func `Codes fill up and begin anew`(numbers: Int, size: Int) throws {
    // 40,000 numbers of no pattern take more than the 4,096 strings that there are codes for.
    var random = SplitMix64(seed: UInt64(numbers))
    let size = PixelSize(width: 200, height: 200)
    let colors = (0..<UInt32(numbers)).map { $0 * 0x01_0203 }
    let pixels = (0..<40_000).map { _ in 0xFF00_0000 | colors[random.next(below: numbers)] }
    var frames = GIFFrames(size: size, GIFPalette(exact: colors))
    frames.add(pixels, changedIn: [size.bounds], at: 0)
    frames.finish(at: 2)
    #expect(try DecodedGIF(frames.bytes).pixels(at: 1) == shown(pixels))
  }
}
