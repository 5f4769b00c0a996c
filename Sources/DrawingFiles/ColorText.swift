internal import Canvas

/// A colour as `#rrggbbaa`; `0x` or nothing instead of `#` and six digits are read as well.
struct ColorText: Codable, Hashable {
  var color: PixelColor

  init(_ color: PixelColor) { self.color = color }

  init?(_ text: String) {
    var digits = text[...]
    for prefix in ["#", "0x", "0X"] where digits.hasPrefix(prefix) {
      digits = digits.dropFirst(prefix.count)
      break
    }
    guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    let value = digits.utf8.count == 8 ? number : number << 8 | 255
    color = PixelColor(
      red: UInt8(value >> 24), green: UInt8(value >> 16 & 255), blue: UInt8(value >> 8 & 255), alpha: UInt8(value & 255)
    )
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let color = ColorText(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no colour")
    }
    self = color
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  var text: String {
    "#" + [color.red, color.green, color.blue, color.alpha].map(Self.twoDigits).joined()
  }

  private static func twoDigits(_ value: UInt8) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
