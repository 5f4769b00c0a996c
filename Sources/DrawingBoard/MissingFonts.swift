import Canvas
import Drawings

/// Which fonts were wanted in vain, each told once.
struct MissingFonts: Hashable, Sendable {
  private var families: Set<String> = []
  private var warnings: [BoardWarning] = []

  /// A family is looked at once, whatever the text says.
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
