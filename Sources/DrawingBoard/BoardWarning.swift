import Canvas
public import Drawings

/// What a board reports that is not an error.
public enum BoardWarning: Hashable, Sendable, CustomStringConvertible {
  /// The drawing is whole, and every step can be undone; the oldest take longer.
  case undoTilesLost(TileSpillError)
  /// A text is drawn in another font than the one it names.
  case fontReplaced(String, by: String)
  /// Texts are not drawn.
  case noFont

  public var description: String {
    switch self {
    case .noFont: "there is no font on this system, so texts are not drawn; Debian's package fonts-dejavu-core has some"
    case .fontReplaced(let wanted, let found): "the font \(wanted) is not here; \(found) takes its place"
    case .undoTilesLost(let error):
      "pixels for undo could not be kept on disk (\(error)); older steps are undone by drawing again"
    }
  }
}

/// The fonts that texts ask for and the system lacks, each reported once.
struct MissingFonts: Hashable, Sendable {
  private var families: Set<String> = []
  private var warnings: [BoardWarning] = []

  /// Looks each family up once, whatever the text.
  mutating func note(_ shape: TextShape) {
    let family = shape.font.family
    guard families.insert(family).inserted else { return }
    guard let layout = TextLayout("x", font: shape.font, width: shape.width) else { return warnings.append(.noFont) }
    if let found = layout.fallbackFamily { warnings.append(.fontReplaced(family, by: found)) }
  }

  mutating func takeWarnings() -> [BoardWarning] {
    defer { warnings = [] }
    return warnings
  }
}
