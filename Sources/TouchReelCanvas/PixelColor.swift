/// A colour of straight (not premultiplied) 8-bit sRGB components.
public struct PixelColor: Hashable, Sendable {
  /// The red of the colour, 0…255 (sRGB).
  public var red: UInt8
  /// The green of the colour, 0…255 (sRGB).
  public var green: UInt8
  /// The blue of the colour, 0…255 (sRGB).
  public var blue: UInt8
  /// 0 is transparent, 255 opaque.
  public var alpha: UInt8

  /// A colour by its parts, 0…255 (sRGB), not multiplied by alpha.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = PixelColor(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = PixelColor(red: 255, green: 255, blue: 255)
  /// Nothing at all.
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

extension PixelColor {
  /// A colour as people and programs write it: `#rrggbb` or `#rrggbbaa`, with `0x` or nothing instead of `#`; `#rgb`;
  /// one of the sixteen colour names of HTML 4, `orange`, or `transparent`.
  public init?(word: String) {
    guard let color = Self.names[word.lowercased()] ?? Self.hexadecimal(word) else { return nil }
    self = color
  }

  private static func hexadecimal(_ text: String) -> PixelColor? {
    let prefix = ["#", "0x", "0X"].first(where: text.hasPrefix) ?? ""
    let written = text.dropFirst(prefix.count)
    guard (3...8).contains(written.utf8.count) else { return nil }
    let digits = written.compactMap(\.hexDigitValue).map(UInt8.init)
    guard digits.count == written.utf8.count else { return nil }
    let bytes: [UInt8]
    switch digits.count {
    case 3 where prefix == "#": bytes = digits.map { $0 * 17 } + [255]
    case 6: bytes = pairs(digits) + [255]
    case 8: bytes = pairs(digits)
    default: return nil
    }
    return PixelColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }

  private static func pairs(_ digits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
  }

  /// The words that ``init(word:)`` knows, in alphabetical order.
  public static var words: [String] { names.keys.sorted() }

  private static let names: [String: PixelColor] = [
    "black": .black, "white": .white, "transparent": .clear, "none": .clear,
    "silver": PixelColor(red: 192, green: 192, blue: 192), "gray": PixelColor(red: 128, green: 128, blue: 128),
    "grey": PixelColor(red: 128, green: 128, blue: 128), "maroon": PixelColor(red: 128, green: 0, blue: 0),
    "red": PixelColor(red: 255, green: 0, blue: 0), "purple": PixelColor(red: 128, green: 0, blue: 128),
    "fuchsia": PixelColor(red: 255, green: 0, blue: 255), "green": PixelColor(red: 0, green: 128, blue: 0),
    "lime": PixelColor(red: 0, green: 255, blue: 0), "olive": PixelColor(red: 128, green: 128, blue: 0),
    "yellow": PixelColor(red: 255, green: 255, blue: 0), "navy": PixelColor(red: 0, green: 0, blue: 128),
    "blue": PixelColor(red: 0, green: 0, blue: 255), "teal": PixelColor(red: 0, green: 128, blue: 128),
    "aqua": PixelColor(red: 0, green: 255, blue: 255), "orange": PixelColor(red: 255, green: 165, blue: 0),
  ]
}
