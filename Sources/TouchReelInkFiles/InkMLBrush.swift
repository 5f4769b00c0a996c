import Glibc
import TouchReelClampedNumbers

/// What traces are drawn with (W3C, Ink Markup Language, 5.1 and 5.2). What it does not say is that of its base.
struct InkMLBrush: InkMLDerived {
  struct Length: Sendable {
    var value: Double
    /// The unit of length; `nil` for the page's units.
    var unit: String?

    /// The length in the page's units; `nil` if those have no known length and this has.
    func inUnits(perMillimetre: Double?) -> Double? {
      guard let unit, let length = InkMLFormat.millimetres(in: unit) else { return value }
      return perMillimetre.map { value * length * $0 }
    }
  }

  enum Tip: String, Sendable { case ellipse, rectangle, drop }

  var bases: [Int] = []
  var color: InkColor?
  var width: Length?
  var height: Length?
  /// 0…255.
  var transparency: Double?
  var tip: Tip?
  var ignoresPressure: Bool?
  /// Whether ink darkens what is below and never covers it.
  var isHighlighter: Bool?

  mutating func complete(from base: InkMLBrush) {
    color = color ?? base.color
    width = width ?? base.width
    height = height ?? base.height
    transparency = transparency ?? base.transparency
    tip = tip ?? base.tip
    ignoresPressure = ignoresPressure ?? base.ignoresPressure
    isHighlighter = isHighlighter ?? base.isHighlighter
  }

  /// What becomes of a property.
  enum Use {
    /// Strokes are drawn by it.
    case drawn
    case leftOut
    /// Its value is none that such a property has.
    case misread
  }

  mutating func read(_ attributes: [String: String]) -> Use {
    guard let name = attributes["name"], let value = attributes["value"] else { return .leftOut }
    // Some write the property's address.
    switch name.split(whereSeparator: { $0 == "#" || $0 == "/" }).last.map(String.init) {
    case "color":
      guard let new = InkColor(hexadecimal: value) ?? InkColor(named: value) else { return .misread }
      color = new
    case "width": return read(value, attributes["units"], into: &width)
    case "height": return read(value, attributes["units"], into: &height)
    case "transparency":
      guard let number = InkMLFormat.finite(value), (0...255).contains(number) else { return .misread }
      transparency = number
    case "tip":
      guard let new = Tip(rawValue: value) else { return .misread }
      tip = new
      // A drop is drawn as an ellipse.
      return tip == .drop ? .leftOut : .drawn
    case "rasterOp":
      // Such ink is drawn as any other.
      isHighlighter = value == "maskPen"
      return value == "copyPen" ? .drawn : .leftOut
    case "ignorePressure": ignoresPressure = value == "true" || value == "1"
    default: return .leftOut
    }
    return .drawn
  }

  private func read(_ value: String, _ unit: String?, into length: inout Length?) -> Use {
    guard let number = InkMLFormat.finite(value), number > 0 else { return .misread }
    length = Length(value: number, unit: unit)
    return .drawn
  }

  /// `nil` if neither a colour nor a transparency is given.
  var inkColor: InkColor? {
    guard let transparency, transparency > 0 else { return color }
    return (color ?? .black).with(alpha: UInt8(clamping: 255 - transparency))
  }
}

extension InkStroke {
  /// Sets the widths of a tip that is not as wide as it is high: where the stroke goes to the side, it is as wide as
  /// the tip is high. Where it stands still, it has the direction of before.
  mutating func setWidths(ofTip width: Double, by height: Double, _ tip: InkMLBrush.Tip) {
    var last = samples.indices.first { direction(at: $0) != nil }.flatMap { direction(at: $0) }
    for index in samples.indices {
      last = direction(at: index) ?? last
      guard samples[index].width == nil else { continue }
      // A dot is as large as the tip.
      guard let (x, y) = last else {
        samples[index].width = max(width, height)
        continue
      }
      let (across, along) = (width * abs(y), height * abs(x))
      samples[index].width = tip == .rectangle ? across + along : hypot(across, along)
    }
  }

  /// The direction from the sample before to the one after, of length 1.
  private func direction(at index: Int) -> (x: Double, y: Double)? {
    let (before, after) = (samples[max(index - 1, 0)], samples[min(index + 1, samples.count - 1)])
    let (x, y) = (after.x - before.x, after.y - before.y)
    let length = hypot(x, y)
    return length > 0 ? (x / length, y / length) : nil
  }
}

extension InkColor {
  func with(alpha: UInt8) -> InkColor { InkColor(red: red, green: green, blue: blue, alpha: alpha) }
}
