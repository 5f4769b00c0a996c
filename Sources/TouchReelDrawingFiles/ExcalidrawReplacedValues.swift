import TouchReelCanvas
import TouchReelDrawings

/// Values of an element that are none, or that a board does not draw.
extension ExcalidrawElement {
  /// What is drawn instead of each, in words; a shape of ours that the element holds has all values.
  var replacedValues: [String] {
    guard customData?.touchreel?.placed == nil else { return [] }
    var values: [String] = []
    if let opacity, !(0...100).contains(opacity) { values.append("an opacity is not within 0 and 100") }
    if [x, y].contains(nil) || !isPath && type != "text" && [width, height].contains(nil) {
      values.append("a position or a side is missing: 0 is taken")
    }
    switch type {
    case "text": return values + replacedTextValues
    case "image": return values
    case "freedraw": return values + replacedWidths + replacedPressures
    default: return values + replacedWidths + replacedStyles
    }
  }

  private var replacedStyles: [String] {
    guard let strokeStyle, !["", "solid", "dashed", "dotted"].contains(strokeStyle) else { return [] }
    return ["the strokeStyle \(quoted(strokeStyle)) is not known; a solid line is drawn"]
  }

  private var replacedWidths: [String] {
    if let strokeWidth, strokeWidth <= 0 { return ["a strokeWidth of 0 or less is none: 2 is taken"] }
    return isBeyondWidths ? ["a stroke is thinner or wider than a board draws"] : []
  }

  private var isBeyondWidths: Bool {
    guard type == "freedraw" else { return StrokeStyle.clampedWidth(lineWidth) != lineWidth }
    let freehand = FreehandWidth(strokeWidth: lineWidth)
    // The widths of all points are had only of strokes that could be of such a width.
    guard Self.isBeyond(freehand.width(0)) || Self.isBeyond(freehand.width(1)) else { return false }
    return freehandWidths(points?.points ?? []).contains(where: Self.isBeyond)
  }

  /// Rounding does not count.
  private static func isBeyond(_ width: Double) -> Bool {
    width * 1.001 < StrokeStyle.widths.lowerBound || width > StrokeStyle.widths.upperBound * 1.001
  }

  private var replacedPressures: [String] {
    guard simulatePressure == false else { return [] }
    let (count, pressures) = (points?.points.count ?? 0, pressures?.numbers ?? [])
    var values: [String] = []
    if pressures.count < count { values.append("a stroke has fewer pressures than points: 0.5 is taken") }
    if pressures.count > count { values.append("a stroke has more pressures than points") }
    if !pressures.allSatisfy((0...1).contains) { values.append("a stroke has a pressure that is not within 0 and 1") }
    return values
  }

  private var replacedTextValues: [String] {
    if (text ?? originalText ?? "").isEmpty { return ["an empty text is not drawn"] }
    var values: [String] = []
    if font == nil, let fontSize, !TextFont.sizes.contains(fontSize) {
      values.append("a font is smaller or larger than a board draws")
    }
    if let textAlign, !["", "left", "center", "right"].contains(textAlign) {
      values.append("the textAlign \(quoted(textAlign)) is not known; left is taken")
    }
    if font == nil, let fontFamily, !Self.hasFamily(fontFamily) {
      values.append("the fontFamily \(fontFamily) is not known; Excalifont is taken")
    }
    if let lineHeight, !TextParagraph.lineHeights.contains(lineHeight) {
      values.append("a text's lineHeight is none that a board draws")
    }
    return values
  }
}
