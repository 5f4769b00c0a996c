package import TouchReelCanvas
import TouchReelClampedNumbers

/// A frame of a film. Let go of it before the next one is drawn, or its pixels are copied.
package struct FilmFrame {
  package let pixels: PixelBuffer
  /// What the pixels are like.
  package let content: PNGEncoder.Content
  /// Where they differ from those of the frame before.
  package let damage: Damage
}

/// The way from a film's last picture back to its first, so that a film that is repeated does not jump.
struct FilmFade {
  private var first: PixelBuffer?
  /// Where any frame differs from the first one.
  private var changed = Damage(size: PixelSize(width: 0, height: 0))

  /// Records a frame of the film, from the first one on.
  mutating func record(_ frame: FilmFrame) {
    guard first != nil else {
      first = frame.pixels
      changed = Damage(size: frame.pixels.size)
      return
    }
    changed.formUnion(frame.damage)
  }

  /// The last picture, mixed with the first.
  ///
  /// - Parameter share: of the first one, 0…1.
  func frame(from last: PixelBuffer, share: Double) -> FilmFrame {
    var mixed = last
    if let first, first.size == last.size {
      let weight = UInt32(clamping: (min(max(share, 0), 1) * 256).rounded())
      mixed.withTarget { target in
        for rect in changed.rects {
          for y in rect.y..<rect.maxY { mix(first, weight, in: rect, row: y, into: target) }
        }
      }
    }
    return FilmFrame(pixels: mixed, content: .any, damage: changed)
  }

  private func mix(_ first: PixelBuffer, _ weight: UInt32, in rect: PixelRect, row y: Int, into target: PixelTarget) {
    guard let row = target.pixels(x: rect.x, y: y) else { return }
    for x in 0..<rect.width {
      row[x] = row[x].mixed(with: first.pixels[y * first.size.width + rect.x + x], weight: weight)
    }
  }
}

extension UInt32 {
  /// Each byte mixed with that of another pixel, to the nearest; colours stay at most alpha.
  ///
  /// - Parameter weight: of the other, 0…256.
  fileprivate func mixed(with other: UInt32, weight: UInt32) -> UInt32 {
    // Two bytes at once, with room for the product between them.
    func pair(_ one: UInt32, _ other: UInt32) -> UInt32 {
      (one &* (256 &- weight) &+ other &* weight &+ 0x0080_0080) >> 8 & 0x00FF_00FF
    }
    return pair(self & 0x00FF_00FF, other & 0x00FF_00FF)
      | pair(self >> 8 & 0x00FF_00FF, other >> 8 & 0x00FF_00FF) << 8
  }
}
