public import TouchReelCanvas

/// Lines or dots that are printed on paper: a part of a ``Background``.
///
/// Lengths are points of paper, 1/72 inch, of which ``scale`` gives board points. What is `nil` is as usual for the
/// pattern: as Xournal++ draws it, whose papers these are.
public struct Ruling: Hashable, Sendable {
  /// The pattern of a ruling.
  public enum Pattern: String, Hashable, Sendable, CaseIterable {
    /// Across, from 80 points below the upper edge to 60 above the lower one.
    case lines
    case squares
    /// Dots at the corners of squares.
    case dots
    /// Triangles with equal sides, of which one is upright, in the middle of the paper.
    case isometric
    /// Dots at the corners of such triangles.
    case isometricDots
    /// Five lines for music, again and again.
    case staves
  }

  /// The pattern of the lines.
  public var pattern: Pattern
  /// Board points for each point of paper, within ``scales``.
  public var scale = 1.0
  /// The distance from one line or dot to the next, within ``spacings``. Staves have no other than 5.
  public var spacing: Double?
  /// The width of lines, the diameter of dots, within ``widths``.
  public var width: Double?
  /// The margin. Lines have one behind a line down the paper, from the left edge, or from the right one if it is
  /// negative. Squares stay as far from the edges; `nil` if they reach them. Other patterns have none.
  public var margin: Double?
  /// Whether squares at the margin are whole.
  package var hasWholeSquares = false
  /// The colours of the lines.
  public var colors = Colors()
  /// The colours of the line that separates the margin.
  public var marginColors = Colors()

  /// A colour for each kind of paper, so that the ruling can be seen on either.
  public struct Colors: Hashable, Sendable {
    /// The colour on a light background; `nil` for the usual one.
    public var onLight: PixelColor?
    /// The colour on a dark background; `nil` for the usual one.
    public var onDark: PixelColor?

    /// Colours for light and for dark backgrounds; `nil` for the usual ones.
    public init(onLight: PixelColor? = nil, onDark: PixelColor? = nil) {
      (self.onLight, self.onDark) = (onLight, onDark)
    }

    func color(on paper: PixelColor, usual: (light: PixelColor, dark: PixelColor)) -> PixelColor {
      paper.isLight ? onLight ?? usual.light : onDark ?? usual.dark
    }
  }

  /// The scales that a ruling may have.
  public static let scales = 0.001...1000.0
  /// The spacings that a ruling may have, in board points.
  public static let spacings = 1.0...10_000.0
  /// The widths that lines may have, in board points.
  public static let widths = 0.01...1000.0
  /// The magnitudes of margins.
  public static let margins = 0.0...20_000.0
  /// Where the line that separates the margin usually is: an inch from the left.
  package static let usualMargin = 72.0

  /// A ruling of usual spacing and width.
  public init(_ pattern: Pattern) { self.pattern = pattern }
}

extension Ruling {
  /// The spacing, as drawn.
  package var drawnSpacing: Double {
    switch pattern {
    case .lines: spacing ?? 24
    case .squares, .dots, .isometric, .isometricDots: spacing ?? 14.17
    case .staves: 5
    }
  }

  /// The width, as drawn.
  package var drawnWidth: Double {
    if let width { return width }
    return switch pattern {
    case .lines, .squares, .staves: 0.5
    case .isometric: 1
    case .dots, .isometricDots: 1.5
    }
  }

  /// The colour of lines and dots on paper of a colour.
  package func color(on paper: PixelColor) -> PixelColor {
    let dark = PixelColor(red: 0x43, green: 0x43, blue: 0x43)
    return switch pattern {
    case .lines: colors.color(on: paper, usual: (PixelColor(red: 0x40, green: 0xA0, blue: 0xFF), dark))
    case .squares, .dots, .isometric, .isometricDots:
      colors.color(on: paper, usual: (PixelColor(red: 0xBD, green: 0xBD, blue: 0xBD), dark))
    case .staves: colors.color(on: paper, usual: (.black, .white))
    }
  }

  /// The colour of the line that separates the margin.
  package func marginColor(on paper: PixelColor) -> PixelColor {
    let usual = (PixelColor(red: 0xFF, green: 0, blue: 0x80), PixelColor(red: 0x22, green: 0, blue: 0x80))
    return marginColors.color(on: paper, usual: usual)
  }
}

extension PixelColor {
  /// Whether the components are half of what they can be, on average.
  fileprivate var isLight: Bool { Int(red) + Int(green) + Int(blue) >= 3 * 128 }
}
