import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelInkFiles

/// A colour as CSS writes it (CSS Color Module Level 4): a name, `#` with 3, 4, 6 or 8 digits, `rgb()`, `rgba()`,
/// `hsl()`, `hsla()` or `hwb()`, with commas or blanks, in any case of letters.
struct CSSColor: Hashable {
  let color: PixelColor

  /// `nil` for any other text.
  init?(_ text: String) {
    let text = text.trimmedOfBlanks.lowercased()
    guard let color = Self.named(text) ?? Self.hexadecimal(text) ?? Self.function(text) else { return nil }
    self.color = color
  }

  private static func named(_ text: String) -> PixelColor? {
    switch text {
    case "transparent", "none": return .clear
    // On a canvas that is on no page.
    case "currentcolor": return .black
    default: return InkColorNames.values[text].map { PixelColor(bits: $0 << 8 | 0xff) }
    }
  }

  private static func hexadecimal(_ text: String) -> PixelColor? {
    guard text.first == "#", text.utf8.count <= 9 else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue).map(UInt32.init)
    guard digits.count == text.utf8.count - 1 else { return nil }
    let pairs: [UInt32]
    switch digits.count {
    case 3, 4: pairs = digits.map { $0 * 17 }
    case 6, 8: pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    return PixelColor(bits: (pairs.count == 3 ? pairs + [255] : pairs).reduce(0) { $0 << 8 | $1 })
  }

  private static func function(_ text: String) -> PixelColor? {
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let arguments = text[text.index(after: open)...].dropLast()
    let words = arguments.split(whereSeparator: { $0 == "," || $0 == "/" || $0.isWhitespace }).map(String.init)
    guard words.count == 3 || words.count == 4, let alpha = words.count == 4 ? share(words[3]) : 1 else { return nil }
    let components: (Double, Double, Double)?
    switch String(text[..<open]) {
    case "rgb", "rgba": components = rgb(words)
    case "hsl", "hsla": components = hsl(words)
    case "hwb": components = hwb(words)
    default: return nil
    }
    return components.map { PixelColor($0, alpha: alpha) }
  }

  private static func rgb(_ words: [String]) -> (Double, Double, Double)? {
    let values = words.prefix(3).compactMap { word in
      word.hasSuffix("%") ? share(word) : number(word).map { min(max($0 / 255, 0), 1) }
    }
    return values.count == 3 ? (values[0], values[1], values[2]) : nil
  }

  private static func hsl(_ words: [String]) -> (Double, Double, Double)? {
    guard let hue = angle(words[0]), let saturation = percentage(words[1]), let lightness = percentage(words[2]) else {
      return nil
    }
    func component(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    return (component(0), component(8), component(4))
  }

  private static func hwb(_ words: [String]) -> (Double, Double, Double)? {
    guard let white = percentage(words[1]), let black = percentage(words[2]),
      let (red, green, blue) = hsl([words[0], "100%", "50%"])
    else { return nil }
    if white + black >= 1 {
      let gray = white / (white + black)
      return (gray, gray, gray)
    }
    func mixed(_ value: Double) -> Double { value * (1 - white - black) + white }
    return (mixed(red), mixed(green), mixed(blue))
  }

  /// Degrees, 0..<360.
  private static func angle(_ word: String) -> Double? {
    let units: [(String, Double)] = [("deg", 1), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360)]
    let unit = units.first { word.hasSuffix($0.0) }
    guard let value = number(String(word.dropLast(unit?.0.count ?? 0))) else { return nil }
    let turned = (value * (unit?.1 ?? 1)).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  /// A percentage, whose sign may be missing, as a part of 1.
  private static func percentage(_ word: String) -> Double? { share(word.hasSuffix("%") ? word : word + "%") }

  /// A number of 0…1, or a percentage.
  private static func share(_ word: String) -> Double? {
    let isPercentage = word.hasSuffix("%")
    return number(isPercentage ? String(word.dropLast()) : word).map { min(max(isPercentage ? $0 / 100 : $0, 0), 1) }
  }

  private static func number(_ word: String) -> Double? {
    if word == "none" { return 0 }
    guard word.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }), let value = Double(word), value.isFinite else {
      return nil
    }
    return value
  }
}

extension PixelColor {
  /// - Parameter bits: 0xRRGGBBAA.
  fileprivate init(bits: UInt32) {
    self.init(
      red: UInt8(bits >> 24), green: UInt8(bits >> 16 & 255), blue: UInt8(bits >> 8 & 255), alpha: UInt8(bits & 255))
  }

  /// - Parameters:
  ///   - components: red, green and blue, each 0…1.
  ///   - alpha: 0…1.
  fileprivate init(_ components: (Double, Double, Double), alpha: Double) {
    func byte(_ value: Double) -> UInt8 { UInt8(clamping: (min(max(value, 0), 1) * 255).rounded()) }
    self.init(red: byte(components.0), green: byte(components.1), blue: byte(components.2), alpha: byte(alpha))
  }
}

extension String {
  fileprivate var trimmedOfBlanks: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
