import Canvas

/// A colour as `#rrggbbaa`; whatever the command line takes is read as well.
struct ColorText: Codable, Hashable {
  var color: PixelColor

  init(_ color: PixelColor) { self.color = color }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let color = PixelColor(word: text) else { throw BrokenValue("\(quoted(text)) is not a colour") }
    self.color = color
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
