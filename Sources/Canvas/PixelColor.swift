/// A colour of straight (not premultiplied) 8-bit sRGB components.
public struct PixelColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 0 is transparent, 255 opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let black = PixelColor(red: 0, green: 0, blue: 0)
  public static let white = PixelColor(red: 255, green: 255, blue: 255)
  public static let clear = PixelColor(red: 0, green: 0, blue: 0, alpha: 0)
}

extension PixelColor {
  /// The stored form: 0xAARRGGBB with the components multiplied by alpha, which is BGRA in memory.
  public var premultiplied: UInt32 {
    UInt32(alpha) << 24 | red.times(alpha) << 16 | green.times(alpha) << 8 | blue.times(alpha)
  }

  /// The colour of a stored pixel; components that alpha has rounded away stay lost.
  public init(premultiplied pixel: UInt32) {
    let alpha = pixel >> 24
    func straight(_ shift: UInt32) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha))
    }
    self.init(red: straight(16), green: straight(8), blue: straight(0), alpha: UInt8(alpha))
  }
}

extension UInt8 {
  /// The product of two fractions of 255, rounded to nearest.
  fileprivate func times(_ other: UInt8) -> UInt32 {
    (UInt32(self) * UInt32(other) + 127) / 255
  }
}
