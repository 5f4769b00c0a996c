internal import Canvas

/// Which fonts were wanted in vain, each told once.
struct FontNotes: Hashable, Sendable {
  private var families: Set<String> = []
  private var warnings: [BoardWarning] = []

  mutating func note(_ shape: TextShape) {
    guard let found = shape.layout?.fallbackFamily, families.insert(shape.font.family).inserted else { return }
    warnings.append(.fontReplaced(shape.font.family, by: found))
  }

  mutating func takeWarnings() -> [BoardWarning] {
    defer { warnings = [] }
    return warnings
  }
}
