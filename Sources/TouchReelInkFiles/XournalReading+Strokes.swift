import TouchReelClampedNumbers

extension XournalReading {
  /// The opacity of a highlighter whose colour says nothing of it.
  private static let highlighterAlpha: UInt8 = 0x7f

  mutating func readStroke(_ attributes: [String: String]) throws(InkFileError) {
    let line = reader.line()
    var content = content()
    if content.end != nil { content.text.removeLastWord() }
    guard budget.takesStroke(points: content.text.wordCount / 2) else { throw reader.failure(ofLimit: budget.excess) }
    let before = commas
    if let fault = addStroke(attributes, content) { damage.add("\(fault): skipped", line: line) }
    commas = min(commas, before + 1)
    if let end = content.end { throw end }
  }

  /// - Returns: why there is no stroke.
  private mutating func addStroke(_ attributes: [String: String], _ content: Content) -> String? {
    guard let widths = widths(attributes["width"] ?? ""), let width = widths.first else {
      return "a <stroke> has no width"
    }
    guard var numbers = numbers(content.text) else {
      return "a <stroke> has \(content.text.hasFarNumber ? "a point too far away" : "points that are not numbers")"
    }
    if content.end != nil, numbers.count % 2 == 1 { numbers.removeLast() }
    // One that is cut before its first point says nothing of itself.
    if numbers.isEmpty { return content.end == nil ? "a <stroke> has no points" : nil }
    guard numbers.count % 2 == 0 else { return "a <stroke> has an odd count of numbers" }
    var samples = stride(from: 0, to: numbers.count, by: 2).map { InkSample(x: numbers[$0], y: numbers[$0 + 1]) }
    let isHighlighter = attributes["tool"] == "highlighter"
    note(widths, samples.count, isHighlighter: isHighlighter)
    // The first is the nominal width; where more follow, they are those of the pieces between the points. Highlighters
    // are drawn with the first.
    if widths.count > 1, !isHighlighter {
      for index in samples.indices { samples[index].width = widths[min(index + 1, widths.count - 1)] }
    }
    var stroke = InkStroke(samples, color: color(ofStroke: attributes), width: width)
    stroke.isHighlighter = isHighlighter
    addLook(attributes, to: &stroke)
    page.strokes.append(stroke)
    return nil
  }

  /// Numbers with a comma for the decimal point, as Xournal wrote them in some languages, are read as well.
  private mutating func numbers(_ text: String) -> [Double]? {
    if let numbers = text.finiteNumbers { return numbers }
    guard text.utf8.contains(UInt8(ascii: ",")),
      let numbers = String(decoding: text.utf8.map { $0 == 0x2c ? 0x2e : $0 }, as: UTF8.self).finiteNumbers
    else { return nil }
    commas += 1
    return numbers
  }

  private mutating func widths(_ text: String) -> [Double]? {
    if let widths = numbers(text) { return widths }
    let words = text.split(whereSeparator: \.isWhitespace)
    let widths = words.compactMap(InkMLFormat.finite)
    guard !widths.isEmpty else { return nil }
    damage.add("a <stroke> has a width that is not a number: that width is left out", line: reader.line())
    return widths
  }

  /// Notes widths that no line can have, and those of pieces that are not there.
  private mutating func note(_ widths: [Double], _ count: Int, isHighlighter: Bool) {
    if widths.contains(where: { $0 <= 0 }) { unread.add("a width of a <stroke> that is not above 0") }
    if isHighlighter, widths.dropFirst().contains(where: { $0 != widths[0] }) {
      unread.add("<stroke width> of a highlighter behind the first number")
    }
    if widths.count > max(count, 2) { unread.add("a width of a <stroke> behind its last piece") }
  }

  /// An eraser that paints over has a colour of its own, which Xournal++ draws as a pen's.
  private mutating func color(ofStroke attributes: [String: String]) -> InkColor {
    let color = color(attributes["color"], of: "stroke")
    guard attributes["tool"] == "highlighter" else { return color.with(alpha: 255) }
    return color.alpha == 255 ? color.with(alpha: Self.highlighterAlpha) : color
  }

  private mutating func addLook(_ attributes: [String: String], to stroke: inout InkStroke) {
    if let fill = attributes["fill"], fill != "-1" {
      stroke.fill = UInt8(fill)
      if stroke.fill == nil { unread.add("<stroke fill=\"\(fill)\">") }
    }
    if let style = attributes["style"], style != "plain" {
      stroke.dashes = XournalDashes.lengths(style) ?? []
      if stroke.dashes.isEmpty { unread.add("<stroke style=\"\(style)\">") }
    }
    if let cap = attributes["capStyle"] {
      stroke.cap = InkCap(rawValue: cap) ?? .round
      if InkCap(rawValue: cap) == nil { unread.add("<stroke capStyle=\"\(cap)\">") }
    }
    if attributes["fn"].map({ !$0.isEmpty }) ?? false { unkept.add("<stroke fn>") }
    if let tool = attributes["tool"], !["pen", "highlighter", "eraser"].contains(tool) {
      unread.add("<stroke tool=\"\(tool)\">")
    }
  }
}

/// The names of lengths of dashes and gaps, in points (`StrokeStyle.cpp`, version 1.1).
enum XournalDashes {
  private static let named: [(name: String, lengths: [Double])] = [
    ("dash", [6, 3]), ("dashdot", [6, 3, 0.5, 3]), ("dot", [0.5, 3]),
  ]
  private static let custom = "cust: "
  private static let limit = 100

  /// `nil` for a style that has none, or none that can be drawn.
  static func lengths(_ style: String) -> [Double]? {
    if let lengths = named.first(where: { $0.name == style })?.lengths { return lengths }
    guard style.hasPrefix(custom), style.wordCount <= limit,
      let lengths = String(style.dropFirst(custom.count)).finiteNumbers, lengths.allSatisfy({ $0 >= 0 }),
      lengths.contains(where: { $0 > 0 })
    else { return nil }
    return lengths
  }

  static func style(_ lengths: [Double]) -> String {
    named.first { $0.lengths == lengths }?.name ?? custom + lengths.map(number).joined(separator: " ")
  }

  /// With the two decimals that Xournal++ writes, where these are enough.
  private static func number(_ length: Double) -> String {
    let hundredths = (length * 100).rounded()
    guard abs(hundredths / 100 - length) < 1e-9, hundredths < 1e9 else { return length.inkText }
    let (whole, rest) = Int(clamping: hundredths).quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension String {
  /// Whether all of its words are numbers, and one of them is finite and yet larger than any position.
  fileprivate var hasFarNumber: Bool {
    let numbers = split(whereSeparator: \.isWhitespace).map { Double($0) }
    return numbers.allSatisfy { $0?.isFinite ?? false } && numbers.contains { abs($0 ?? 0) >= InkMLFormat.farthest }
  }

  /// Removes the last word, which may be a part of one.
  fileprivate mutating func removeLastWord() {
    let end: String.Index = utf8.lastIndex { $0 <= 0x20 } ?? startIndex
    removeSubrange(end...)
  }
}
