/// A picture whose colours are not multiplied by alpha, as other programs and files take them: 0xAARRGGBB.
package struct StraightFrame: Sendable {
  package private(set) var pixels: [UInt32] = []
  private var size = PixelSize(width: 0, height: 0)
  private let translucency: Translucency

  /// What becomes of pixels that are neither opaque nor transparent.
  package enum Translucency: Sendable {
    case kept
    /// All but the faintest ones become opaque, mixed with white: thin ink has no opaque pixel.
    case opaqueOnWhite
  }

  /// - Parameter translucency: what files can hold.
  package init(_ translucency: Translucency = .kept) { self.translucency = translucency }

  /// Converts what has changed of a picture; all of it the first time, and after a change of its size.
  package mutating func update(from picture: PixelBuffer, _ damage: Damage) {
    guard picture.size == size, damage.size == size else {
      (size, pixels) = (picture.size, picture.pixels.map(converted))
      return
    }
    for tile in damage.touched {
      let rect = damage.rect(at: tile)
      for y in rect.y..<rect.maxY {
        let row = y * size.width
        for index in (row + rect.x)..<(row + rect.maxX) { pixels[index] = converted(picture.pixels[index]) }
      }
    }
  }

  private func converted(_ pixel: UInt32) -> UInt32 {
    switch translucency {
    case .kept: pixel.straight
    case .opaqueOnWhite: pixel.opaqueOnWhite
    }
  }
}

extension UInt32 {
  /// The least alpha of what is seen.
  private static let faintest: UInt32 = 16

  fileprivate var opaqueOnWhite: UInt32 {
    let alpha = self >> 24
    guard alpha >= Self.faintest else { return 0 }
    // Colours are at most alpha, so that nothing is carried over.
    return self &+ (255 - alpha) &* 0x0101_0101
  }

  /// The pixel with colours that are not multiplied by alpha.
  var straight: UInt32 {
    let alpha = self >> 24
    guard alpha != 255 else { return self }
    let color = PixelColor(premultiplied: self)
    return alpha << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }
}
