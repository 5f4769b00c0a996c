import SeededCases
import TestSupport
import Testing

@testable import TouchReelCanvas

/// Coverage depends on nothing but the pieces.
struct CoverageIndependenceTests {
  let size = PixelSize(width: 200, height: 150)

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `The order of a stroke's pieces does not matter`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stroke = random.stroke(on: size, pieces: 60, radius: 0.3...9)
    let shuffled = stroke.shuffled(using: &random)
    #expect(CoverageLayer(size: size, stroke).bytes == CoverageLayer(size: size, shuffled).bytes, "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `A stroke drawn in two parts and put together is the stroke drawn at once`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stroke = random.stroke(on: size, pieces: 60, radius: 0.3...9)
    var whole = CoverageLayer(size: size, Array(stroke.prefix(23)))
    whole.addMask(CoverageLayer(size: size, Array(stroke.dropFirst(23))))
    #expect(whole.bytes == CoverageLayer(size: size, stroke).bytes, "seed \(seed)")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A piece beside the table of tiles is drawn, and the layer it is added to is unchanged`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stroke = random.stroke(on: size, pieces: 40, radius: 0.3...20)
    for count in [0, 1, 17, 38] {
      let before = CoverageLayer(size: size, Array(stroke.prefix(count)))
      let bytes = before.bytes
      // The second piece replaces tiles of the first.
      let layer = before.adding(stroke[count]).adding(stroke[count + 1])
      let expected = CoverageLayer(size: size, Array(stroke.prefix(count + 2)))
      #expect(layer.bytes == expected.bytes, "seed \(seed), \(count)")
      #expect(Set(layer.occupied) == Set(expected.occupied) && layer.occupied.count == expected.occupied.count)
      #expect(layer.isEmpty == expected.isEmpty && Set(layer.damage.tiles) == Set(expected.damage.tiles))
      var (mask, mine) = (CoverageLayer(size: size, Array(stroke.suffix(5))), layer)
      mask.addMask(layer)
      mine.addMask(CoverageLayer(size: size, Array(stroke.suffix(5))))
      #expect(mine.bytes == mask.bytes && Set(mine.occupied) == Set(mask.occupied), "seed \(seed), \(count)")
      #expect(layer.bytes == expected.bytes && before.bytes == bytes, "seed \(seed), \(count)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Four threads draw what one draws`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stroke = random.stroke(on: size, pieces: 300, radius: 0.3...30)
    var layer = CoverageLayer(size: size)
    layer.add(stroke, threads: 4)
    #expect(layer.bytes == CoverageLayer(size: size, stroke).bytes, "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `Pieces at once draw what they draw one by one, with every set of kernels`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let before = random.stroke(on: size, pieces: 10, radius: 0.3...9)
    let stroke = random.stroke(on: size, pieces: 150, radius: 0...[1, 4, 12, 40, 200][Int(seed) - 1])
    let oneByOne = CoverageLayer(size: size, before + stroke, kernels: .exhaustive).bytes
    for (name, kernels) in [
      ("best", PixelKernels.best), ("AVX2", .avx2), ("baseline", .baseline), ("exhaustive", .exhaustive),
    ] {
      var layer = CoverageLayer(size: size, before, kernels: kernels)
      layer.add(stroke, threads: 1)
      #expect(layer.bytes == oneByOne, "\(name): seed \(seed)")
    }
  }

  @Test(.slow, arguments: 1...6 as ClosedRange<UInt64>)
  func `Every set of kernels computes the same bits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for number in 0..<60 {
      let segment = random.anySegment(near: size)
      let best = CoverageLayer(size: size, [segment], kernels: .best).bytes
      for (name, kernels) in [("AVX2", PixelKernels.avx2), ("baseline", .baseline), ("exhaustive", .exhaustive)] {
        #expect(
          best == CoverageLayer(size: size, [segment], kernels: kernels).bytes,
          "\(name): seed \(seed), segment \(number): \(segment)")
      }
    }
  }

  @Test(arguments: [PixelKernels.best, .avx2, .baseline])
  func `Red, green and blue are stored of any number of pixels, and nothing beyond them counts`(kernels: PixelKernels) {
    var random = SplitMix64(seed: 1)
    let pixels = (0..<40).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    let expected = pixels.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 16), UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
    for count in 0...pixels.count {
      // Guard bytes behind the room that the kernel may use.
      var bytes = [UInt8](repeating: 77, count: 3 * count + 8 + 4)
      bytes.withUnsafeMutableBufferPointer { bytes in
        if let base = bytes.baseAddress { kernels.rgb(base, pixels, count: count) }
      }
      #expect(Array(bytes[..<(3 * count)]) == Array(expected[..<(3 * count)]), "\(count) pixels")
      #expect(bytes.suffix(4) == [77, 77, 77, 77], "\(count) pixels")
    }
  }

  @Test(arguments: [(1, 0), (63, 5), (64, 64), (37, 71)])
  func `Moving a stroke by whole pixels moves its pixels`(
    by offset: (x: Int, y: Int)
  ) {
    var random = SplitMix64(seed: 9)
    let stroke = random.stroke(on: PixelSize(width: 90, height: 60), pieces: 40, radius: 1...6)
    let moved = stroke.map { $0.moved(x: offset.x, y: offset.y) }
    let (before, after) = (CoverageLayer(size: size, stroke), CoverageLayer(size: size, moved))
    for y in 0..<size.height - offset.y {
      for x in 0..<size.width - offset.x {
        let difference = Int(before.coverage(x: x, y: y)) - Int(after.coverage(x: x + offset.x, y: y + offset.y))
        // The kernel computes relative to its tile in 24 bits, so that a value right between two may fall to either.
        #expect(abs(difference) <= 1, "at \(x), \(y)")
      }
    }
  }
}

extension SplitMix64 {
  /// A segment from a hair to larger than the canvas, from a dot to far outside, level and upright ones among them.
  fileprivate mutating func anySegment(near size: PixelSize) -> InkSegment {
    let spread = [1.0, 30, 300, 3_000, 500_000][Int(next() % 5)]
    let thickness = [0.2, 2, 20, 200, 3_000][Int(next() % 5)]
    let center = SubpixelPoint(next(in: 0...200), next(in: 0...150))
    let far = SubpixelPoint(
      Double(center.x) / 256 + next(in: -spread...spread), Double(center.y) / 256 + next(in: -spread...spread))
    let radius = SubpixelRadius(next(in: 0...thickness))
    switch next() % 5 {
    case 0: return InkSegment(from: center, to: SubpixelPoint(x: far.x, y: center.y), radius: radius)
    case 1: return InkSegment(from: center, to: SubpixelPoint(x: center.x, y: far.y), radius: radius)
    case 2: return InkSegment(from: center, to: far, radius: radius)
    case 3: return InkSegment(from: center, to: SubpixelPoint(x: far.x, y: center.y + 1), radius: radius)
    default:
      return InkSegment(from: center, radius: radius, to: far, radius: SubpixelRadius(next(in: 0...thickness)))
    }
  }
}

extension InkSegment {
  fileprivate func moved(x: Int, y: Int) -> InkSegment {
    func move(_ point: SubpixelPoint) -> SubpixelPoint {
      SubpixelPoint(x: point.x + Int32(x) * 256, y: point.y + Int32(y) * 256)
    }
    return InkSegment(from: move(start), radius: startRadius, to: move(end), radius: endRadius)
  }
}
