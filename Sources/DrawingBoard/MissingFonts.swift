import Canvas
import Drawings

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
