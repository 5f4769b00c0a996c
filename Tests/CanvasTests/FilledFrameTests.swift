import SeededCases
import Testing

@testable import TouchReelCanvas

struct FilledFrameTests {
  private let size = PixelSize(width: 40, height: 20)

  private func picture(_ pixels: [(x: Int, y: Int, pixel: UInt32)]) -> PixelBuffer {
    var picture = PixelBuffer(size: size)
    picture.withTarget { target in
      for (x, y, pixel) in pixels { target.pixels(x: x, y: y)?.pointee = pixel }
    }
    return picture
  }

  @Test func `Transparent pixels have the colour of the ink of their block, or of the first ink`() {
    // Half red in the first block, opaque blue in the one on its right.
    let picture = picture([(2, 3, 0x8080_0000), (20, 3, 0xFF00_00FF)])
    var frame = FilledFrame(of: size)
    frame.update(from: picture, .everything(of: size))
    #expect(frame.pixels[3 * 40 + 2] == 0x80FF_0000 && frame.pixels[0] == 0x00FF_0000)
    #expect(frame.pixels[3 * 40 + 20] == 0xFF00_00FF && frame.pixels[3 * 40 + 30] == 0x0000_00FF)
    // The mean of all ink: red 128, blue 255 of alpha 383; 255 · 128 / 383 = 85.2, and 169.8.
    #expect(frame.pixels[39] == 0x0055_00AA && frame.pixels[19 * 40] == 0x0055_00AA)
  }

  @Test func `What is faint has its alpha, and the colour of its block`() {
    var frame = FilledFrame(of: size)
    frame.update(from: picture([(0, 0, 0xFF10_2030), (1, 0, 0x0302_0202)]), .everything(of: size))
    #expect(frame.pixels[0] == 0xFF10_2030 && frame.pixels[1] >> 24 == 3)
    // 0x10 + 2 of alpha 258: 255 · 18 / 258 = 17.8; 33.6; 49.4.
    #expect(frame.pixels[1] & 0xFF_FFFF == 0x12_2231)
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `Converting what has changed gives what converting all gives`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var pixels: [(x: Int, y: Int, pixel: UInt32)] = [(0, 0, 0xFFFF_FFFF)]
    var frame = FilledFrame(of: size)
    frame.update(from: picture(pixels), .everything(of: size))
    for _ in 0..<10 {
      let (x, y) = (random.next(below: 40), random.next(below: 20))
      let alpha = UInt32(random.next(below: 256))
      pixels.append((x, y, alpha << 24 | alpha / 2 << 8 | alpha / 3))
      var damage = Damage(size: size)
      damage.insert(PixelRect(x: x, y: y, width: 1, height: 1))
      frame.update(from: picture(pixels), damage)
    }
    var whole = FilledFrame(of: size)
    whole.update(from: picture([pixels[0]]), .everything(of: size))
    whole.update(from: picture(pixels), .everything(of: size))
    #expect(frame.pixels == whole.pixels)
  }
}
