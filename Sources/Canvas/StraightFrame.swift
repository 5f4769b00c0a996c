/// A picture whose colours are not multiplied by alpha, as other programs and files take them: 0xAARRGGBB.
public struct StraightFrame: Sendable {
  public private(set) var pixels: [UInt32] = []
  private var size = PixelSize(width: 0, height: 0)

  public init() {}

  /// Converts what has changed of a picture; all of it the first time, and after a change of its size.
  public mutating func update(from picture: PixelBuffer, _ damage: Damage) {
    guard picture.size == size, damage.size == size else {
      (size, pixels) = (picture.size, picture.pixels.map(\.straight))
      return
    }
    for tile in damage.touched {
      let rect = damage.rect(at: tile)
      for y in rect.y..<rect.maxY {
        let row = y * size.width
        for index in (row + rect.x)..<(row + rect.maxX) { pixels[index] = picture.pixels[index].straight }
      }
    }
  }
}

extension UInt32 {
  fileprivate var straight: UInt32 {
    let alpha = self >> 24
    guard alpha != 255 else { return self }
    let color = PixelColor(premultiplied: self)
    return alpha << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }
}
