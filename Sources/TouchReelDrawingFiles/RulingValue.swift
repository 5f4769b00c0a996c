import TouchReelCanvas
import TouchReelDrawings

/// The ruling of paper in a message or a drawing file. What is as usual is left out.
struct RulingValue: Codable {
  private var pattern: Word<Ruling.Pattern>
  /// Board points for each point of paper; 1 where there is none.
  private var scale: Double?
  private var spacing: Double?
  private var width: Double?
  private var margin: Double?
  private var wholeSquares: Bool?
  private var color: ColorText?
  private var colorOnDark: ColorText?
  private var marginColor: ColorText?
  private var marginColorOnDark: ColorText?

  init(_ ruling: Ruling) {
    pattern = Word(ruling.pattern)
    scale = ruling.scale == 1 ? nil : ruling.scale
    (spacing, width, margin) = (ruling.spacing, ruling.width, ruling.margin)
    wholeSquares = ruling.hasWholeSquares ? true : nil
    (color, colorOnDark) = (ruling.colors.onLight.map(ColorText.init), ruling.colors.onDark.map(ColorText.init))
    marginColor = ruling.marginColors.onLight.map(ColorText.init)
    marginColorOnDark = ruling.marginColors.onDark.map(ColorText.init)
  }

  func ruling() throws -> Ruling {
    var ruling = Ruling(pattern.choice)
    ruling.scale = try Self.checked(scale, "scale", Ruling.scales) ?? 1
    ruling.spacing = try Self.checked(spacing, "spacing", Ruling.spacings)
    ruling.width = try Self.checked(width, "width", Ruling.widths)
    ruling.margin = try Self.checked(margin, "margin", -Ruling.margins.upperBound...Ruling.margins.upperBound)
    ruling.hasWholeSquares = wholeSquares ?? false
    ruling.colors = Ruling.Colors(onLight: color?.color, onDark: colorOnDark?.color)
    ruling.marginColors = Ruling.Colors(onLight: marginColor?.color, onDark: marginColorOnDark?.color)
    return ruling
  }

  private static func checked(_ value: Double?, _ name: String, _ range: ClosedRange<Double>) throws -> Double? {
    guard let value else { return nil }
    guard range.contains(value) else {
      throw BrokenValue("a ruling's \(name) is not within \(range.lowerBound) and \(range.upperBound)")
    }
    return value
  }
}
