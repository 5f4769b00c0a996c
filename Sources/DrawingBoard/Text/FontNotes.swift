internal import Canvas

/// Which fonts were wanted in vain, each told once.
struct FontNotes: Hashable, Sendable {
  private var families: Set<String> = []
  private var warnings: [BoardWarning] = []

  mutating func note(_ shape: TextShape) {
    let isThere = shape.layout.map { $0.fallbackFamily == nil } ?? false
    guard !isThere, families.insert(shape.font.family).inserted else { return }
    warnings.append(shape.layout?.fallbackFamily.map { .fontReplaced(shape.font.family, by: $0) } ?? .noFont)
  }

  mutating func takeWarnings() -> [BoardWarning] {
    defer { warnings = [] }
    return warnings
  }
}
