/// A translucent picture as encoders of video take it: 0xAARRGGBB, colours not multiplied by alpha.
///
/// What is transparent has the colour of the ink beside it: an encoder that loses detail mixes it into the ink's edges,
/// which would become dark.
package struct FilledFrame: Sendable {
  /// The side of the blocks that are filled with the colour of their ink, in pixels.
  private static let side = 16
  /// The least alpha whose colour is known well enough.
  private static let faintest: UInt32 = 32

  private let size: PixelSize
  package private(set) var pixels: [UInt32]
  /// The colour of blocks without ink: that of the first ink of all.
  private var fill: UInt32?

  /// - Parameter size: of the pictures.
  package init(of size: PixelSize) {
    self.size = size
    pixels = Array(repeating: 0, count: size.width * size.height)
  }

  /// Converts what has changed of a picture.
  package mutating func update(from picture: PixelBuffer, _ damage: Damage) {
    guard picture.size == size, damage.size == size else { return }
    guard fill == nil else {
      for rect in damage.rects { convert(picture, in: rect) }
      return
    }
    fill = picture.inkColor(in: size.bounds)
    convert(picture, in: size.bounds)
  }

  /// Converts all blocks that a rectangle touches.
  private mutating func convert(_ picture: PixelBuffer, in rect: PixelRect) {
    let mask = ~(Self.side - 1)
    for y in stride(from: rect.y & mask, to: rect.maxY, by: Self.side) {
      for x in stride(from: rect.x & mask, to: rect.maxX, by: Self.side) {
        let block = PixelRect(x: x, y: y, width: Self.side, height: Self.side)
        convertBlock(picture, block.intersection(size.bounds))
      }
    }
  }

  private mutating func convertBlock(_ picture: PixelBuffer, _ block: PixelRect) {
    let color = picture.inkColor(in: block) ?? fill ?? 0
    for y in block.y..<block.maxY {
      for index in (y * size.width + block.x)..<(y * size.width + block.maxX) {
        let pixel = picture.pixels[index]
        pixels[index] = pixel >> 24 < Self.faintest ? pixel & 0xFF00_0000 | color : pixel.straight
      }
    }
  }
}

extension PixelBuffer {
  /// The mean colour of what covers a rectangle, 0x00RRGGBB; `nil` if nothing does.
  fileprivate func inkColor(in rect: PixelRect) -> UInt32? {
    var (blue, green, red, alpha) = (0, 0, 0, 0)
    for y in rect.y..<rect.maxY {
      for pixel in pixels[(y * size.width + rect.x)..<(y * size.width + rect.maxX)] where pixel != 0 {
        blue += Int(pixel & 255)
        green += Int(pixel >> 8 & 255)
        red += Int(pixel >> 16 & 255)
        alpha += Int(pixel >> 24)
      }
    }
    guard alpha > 0 else { return nil }
    let parts = [red, green, blue].map { UInt32(min(255, ($0 * 255 + alpha / 2) / alpha)) }
    return parts[0] << 16 | parts[1] << 8 | parts[2]
  }
}
