import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles

/// The keys of what Xournal++ calls a background's config (`BackgroundConfig.h`, version 1.1).
private enum XournalKey {
  static let (spacing, width, margin, wholeSquares) = ("r1", "lw", "m1", "rm")
  static let (color, colorOnDark, marginColor, marginColorOnDark) = ("f1", "af1", "f2", "af2")
}

extension Ruling {
  /// A page's ruling, and what of it is not understood.
  ///
  /// Xournal++ draws ruled paper where it does not know the style, and so does this.
  init(_ page: InkRuling) {
    let pattern = Self.patterns[page.style] ?? .lines
    self.init(pattern)
    spacing = pattern == .staves ? nil : page.number(XournalKey.spacing, in: Self.spacings)
    width = page.number(XournalKey.width, in: Self.widths)
    switch page.style {
    case "lined": margin = page.margin ?? Self.usualMargin
    case "graph": margin = page.number(XournalKey.margin, in: Self.margins)
    default: margin = nil
    }
    hasWholeSquares = pattern == .squares && page.number(XournalKey.wholeSquares, in: 1...Double(Int32.max)) != nil
    colors = Colors(onLight: page.color(XournalKey.color), onDark: page.color(XournalKey.colorOnDark))
    guard page.style == "lined" else { return }
    marginColors = Colors(
      onLight: page.color(XournalKey.marginColor), onDark: page.color(XournalKey.marginColorOnDark))
  }

  private static let patterns: [String: Pattern] = [
    "ruled": .lines, "lined": .lines, "graph": .squares, "dotted": .dots, "isograph": .isometric,
    "isodotted": .isometricDots, "staves": .staves,
  ]
}

extension InkRuling {
  /// What a ruling does not hold of it, in words.
  var losses: [String] {
    let known = InkRuling(Ruling(self))
    let style =
      known.style == style ? [] : ["the background's style \(quoted(style)) is not known, and is drawn as ruled"]
    let rest = config.filter { !Self.isUsual($0.key, $0.value) && known.config[$0.key] == nil }
    return style
      + rest.sorted { $0.key < $1.key }.map { "the background's \(quoted("\($0.key)=\($0.value)")) is not read" }
  }

  /// Whether a member says what holds without it.
  private static func isUsual(_ key: String, _ value: String) -> Bool {
    key == XournalKey.wholeSquares && Double(value) == 0 || key == XournalKey.margin && Double(value) == 0
  }

  fileprivate func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    config[key].flatMap { Double($0.trimmed) }.flatMap { range.contains($0) ? $0 : nil }
  }

  fileprivate var margin: Double? {
    number(XournalKey.margin, in: -Ruling.margins.upperBound...Ruling.margins.upperBound)
  }

  /// Six hexadecimal digits, before which others are ignored.
  fileprivate func color(_ key: String) -> PixelColor? {
    guard let text = config[key]?.trimmed, let value = UInt32(text.drop { $0 == "#" }, radix: 16) else { return nil }
    return PixelColor(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  /// A page's ruling in the words of Xournal++.
  init(_ ruling: Ruling) {
    let isLined = ruling.pattern == .lines && ruling.margin != nil
    self.init(style: isLined ? "lined" : Self.styles[ruling.pattern] ?? "ruled")
    let margin = isLined && ruling.margin == Ruling.usualMargin ? nil : ruling.margin
    set(XournalKey.margin, margin.map { $0 * ruling.scale })
    set(XournalKey.spacing, ruling.pattern == .staves ? nil : ruling.spacing.map { $0 * ruling.scale })
    set(XournalKey.width, ruling.width.map { $0 * ruling.scale })
    if ruling.hasWholeSquares { config[XournalKey.wholeSquares] = "1" }
    set(XournalKey.color, ruling.colors.onLight)
    set(XournalKey.colorOnDark, ruling.colors.onDark)
    set(XournalKey.marginColor, ruling.marginColors.onLight)
    set(XournalKey.marginColorOnDark, ruling.marginColors.onDark)
  }

  private static let styles: [Ruling.Pattern: String] = [
    .lines: "ruled", .squares: "graph", .dots: "dotted", .isometric: "isograph", .isometricDots: "isodotted",
    .staves: "staves",
  ]

  private mutating func set(_ key: String, _ value: Double?) { config[key] = value.map(\.inkText) }

  private mutating func set(_ key: String, _ color: PixelColor?) {
    config[key] = color.map { String(InkColor($0).hexadecimal().prefix(7).dropFirst()) }
  }
}

extension String {
  fileprivate var trimmed: Substring { self[...].trimmingBlanks }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
