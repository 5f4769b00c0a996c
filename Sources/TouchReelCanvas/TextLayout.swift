import Synchronization
import TouchReelClampedNumbers

/// A font, by family, size and style.
public struct TextFont: Hashable, Sendable {
  /// The sizes that text may have, in points.
  public static let sizes = 1.0...500.0

  /// A name that the system's fonts know, such as `DejaVu Serif`, or `Sans`, `Serif` and `Monospace`.
  public var family: String
  /// The size of the em, in points; clamped to ``sizes``.
  public var size: Double
  /// Whether its letters are heavier than those of the family.
  public var isBold: Bool
  /// Whether its letters lean.
  public var isItalic: Bool

  /// A font by the name of its family and its size in board points.
  public init(family: String, size: Double, isBold: Bool = false, isItalic: Bool = false) {
    (self.family, self.size) = (family, size)
    (self.isBold, self.isItalic) = (isBold, isItalic)
  }

  /// The name that Pango has for the family in this style, without its size.
  package var styledName: String { family + (isBold ? " Bold" : "") + (isItalic ? " Italic" : "") }
}

/// How wide lines of text may be, in points.
public enum TextWidth: Hashable, Sendable {
  /// A box as wide as the longest line, which is wrapped where it would be wider than this.
  case fitting(limit: Double)
  /// This wide, whatever the text.
  case fixed(Double)

  /// The least that text is wrapped to, and the most.
  package static let range = 1.0...65_536.0

  var points: Double {
    switch self {
    case .fitting(let limit): limit
    case .fixed(let width): width
    }
  }
}

/// Text set in lines, as outlines in points: scaled and turned, it is the same text.
///
/// The work of Pango. Without hinting, so that lines break alike at every scale.
package struct TextLayout: Hashable, Sendable {
  /// A position in points from the upper left corner of the text's box; y grows downward.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, to: Point)
    case close
  }

  /// A line of the text as it was set.
  package struct Line: Hashable, Sendable {
    package var text: String
    /// Where it begins on the left, and where its letters stand, from the upper left corner of the box; y grows
    /// downward.
    package var x: Double
    package var baseline: Double
    package var width: Double
  }

  /// The box: the lines' advance and height.
  package internal(set) var width: Double
  package internal(set) var height: Double
  /// Whether its lines begin on the right: the direction of its first letter that has one.
  package internal(set) var isRightToLeft: Bool
  /// Whether some paragraphs begin on the left and others on the right, so that the box is as wide as lines may be.
  package internal(set) var readsBothWays: Bool
  /// The family that is used for the one wanted, if that one is not installed.
  package internal(set) var fallbackFamily: String?
  package internal(set) var lines: [Line]
  var elements: [Element]
  /// The glyphs that are no part of the path, since they have colours of their own.
  package internal(set) var pictures: [GlyphPicture]

  /// The path of all glyphs in the text's colour, to be filled by the nonzero rule.
  ///
  /// - Parameter position: where a position in points from the upper left corner of the box lies on the canvas.
  package func path(_ position: (_ x: Double, _ y: Double) -> SubpixelPoint) -> CanvasPath {
    func placed(_ point: Point) -> SubpixelPoint { position(point.x, point.y) }
    return CanvasPath(
      elements.map { element in
        switch element {
        case .move(let point): .move(placed(point))
        case .line(let point): .line(placed(point))
        case .curve(let first, let second, to: let end): .curve(placed(first), placed(second), to: placed(end))
        case .close: .close
        }
      })
  }
}

extension TextLayout {
  /// Longer texts are cut: at so many characters (Unicode scalars), or earlier where a column of them would be too
  /// tall.
  package static let characterLimit = 10_000
  fileprivate static let heightLimit = 400_000.0

  /// Pango 1.50 is not safe in threads whatever its manual says: where several set their first text at once, some take
  /// U+200B for a character without a glyph and give it a box and a line of its own.
  static let typesetting = Mutex(DrawnGlyphs())

  /// Sets a text; `nil` if there is no memory for it, or no font at all.
  ///
  /// - Parameters:
  ///   - text: no more than ``characterLimit`` of it is set.
  ///   - font: which of those that are there comes nearest is used.
  ///   - width: clamped to ``TextWidth/range``.
  ///   - paragraph: how the lines stand to each other.
  ///   - isSnug: whether a box that fits the text is never wider than its longest line. Otherwise it is where
  ///     paragraphs read both ways: then some begin on the right of the limit.
  package init?(
    _ text: String, font: TextFont, width: TextWidth, paragraph: TextParagraph = TextParagraph(), isSnug: Bool = false
  ) {
    self.init(TextOrder(text, font: font, width: width, paragraph: paragraph, isSnug: isSnug))
  }

  /// Sets a text; `nil` if there is no memory for it, or no font at all.
  package init?(_ order: TextOrder) {
    guard let layout = Self.typesetting.withLock({ Self.set(order, &$0) }) else { return nil }
    self = layout
  }

  private static func set(_ order: TextOrder, _ drawn: inout DrawnGlyphs) -> Self? {
    guard let typesetter = Typesetter.setting(order) else { return nil }
    let box = typesetter.paddedBox
    let lines = typesetter.lines(fromX: box.x, y: box.y)
    let pictures = typesetter.takePictures(fromX: box.x, y: box.y, em: order.size, &drawn)
    var layout = Self(
      width: box.width, height: box.height, isRightToLeft: typesetter.isRightToLeft,
      readsBothWays: typesetter.readsBothWays, fallbackFamily: typesetter.fallbackFamily, lines: lines,
      elements: typesetter.outline(fromX: box.x, y: box.y), pictures: pictures)
    if let width = order.fixedWidth { layout.fix(to: width, shiftedBy: box.x) }
    return layout
  }

  /// Lines that are aligned to the right keep their distance from the left side.
  private mutating func fix(to width: Double, shiftedBy x: Double) {
    self.width = width
    guard x != 0 else { return }
    elements = elements.map { $0.moved(byX: x) }
    for line in lines.indices { lines[line].x += x }
    for picture in pictures.indices { pictures[picture].x += x }
  }
}

extension TextOrder {
  /// The part of the text that is set.
  var settableText: String {
    let count = min(TextLayout.characterLimit, Int(clamping: TextLayout.heightLimit / size))
    return String(text.unicodeScalars.prefix(count))
  }
}

extension TextLayout.Element {
  fileprivate func moved(byX x: Double) -> Self {
    func moved(_ point: TextLayout.Point) -> TextLayout.Point { TextLayout.Point(x: point.x + x, y: point.y) }
    return switch self {
    case .move(let point): .move(moved(point))
    case .line(let point): .line(moved(point))
    case .curve(let first, let second, to: let end): .curve(moved(first), moved(second), to: moved(end))
    case .close: .close
    }
  }
}
