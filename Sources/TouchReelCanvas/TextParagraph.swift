/// How the lines of a text stand to each other.
public struct TextParagraph: Hashable, Sendable {
  /// The side on which the lines of a text meet.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Where they begin: on the left, or on the right if the text reads from right to left.
    case start
    /// Their middles below each other.
    case center
    /// Where they end.
    case end
  }

  /// The heights of a line that a text may have, in sizes of the font.
  package static let lineHeights = 0.1...5.0

  package var alignment: Alignment
  /// The distance from line to line in sizes of the font, within ``lineHeights``; `nil` for the font's own.
  package var lineHeight: Double?

  package init(alignment: Alignment = .start, lineHeight: Double? = nil) {
    self.alignment = alignment
    self.lineHeight = lineHeight
  }
}
