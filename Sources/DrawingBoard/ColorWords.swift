public import Canvas

extension PixelColor {
  /// A colour as people and programs write it: `#rrggbb` or `#rrggbbaa`, with `0x` or nothing instead of `#`; `#rgb`; one of the sixteen colour
  /// names of HTML 4, `orange`, or `transparent`.
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
