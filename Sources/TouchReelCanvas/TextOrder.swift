/// A text and how it is set.
package struct TextOrder: Hashable, Sendable {
  let text: String
  let font: TextFont
  let width: TextWidth
  let paragraph: TextParagraph
  /// Whether a box that fits the text is never wider than its longest line. Otherwise it is where paragraphs read both
  /// ways: then some begin on the right of the limit.
  let isSnug: Bool

  package init(
    _ text: String, font: TextFont, width: TextWidth, paragraph: TextParagraph = TextParagraph(), isSnug: Bool = false
  ) {
    (self.text, self.font, self.width) = (text, font, width)
    (self.paragraph, self.isSnug) = (paragraph, isSnug)
  }

  /// The font's size within its bounds.
  var size: Double { font.size.clamped(to: TextFont.sizes) }

  /// The width of the box, if it does not depend on the text.
  var fixedWidth: Double? {
    if case .fixed = width { width.points.clamped(to: TextWidth.range) } else { nil }
  }
}

extension Typesetter {
  /// Sets a text; `nil` if there is no memory for it, or no font at all.
  static func setting(_ order: TextOrder) -> Typesetter? {
    guard var typesetter = Typesetter(order.font, size: order.size), typesetter.hasFont else { return nil }
    typesetter.set(order)
    return typesetter
  }

  private mutating func set(_ order: TextOrder) {
    align(order.paragraph.alignment)
    set(order.settableText, width: order.width.points.clamped(to: TextWidth.range))
    readsBothWays = box.width > longestLine
    if readsBothWays, order.isSnug, case .fitting = order.width { narrow(to: longestLine) }
    guard let lineHeight = order.paragraph.lineHeight else { return }
    extraHeight = setLineHeight(lineHeight.clamped(to: TextParagraph.lineHeights) * order.size)
  }

  /// The box of all lines, in points: half of what a line is higher than the font's lies above its letters, half below.
  var paddedBox: (x: Double, y: Double, width: Double, height: Double) {
    let box = box
    return (box.x, box.y - extraHeight / 2, box.width, box.height + extraHeight)
  }
}

extension Double {
  /// A NaN becomes the least.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(Swift.max(range.lowerBound, self), range.upperBound)
  }
}
