/// Whether the outlines of shapes have gaps.
public enum LinePattern: String, Hashable, Sendable, CaseIterable {
  case solid
  /// Dashes three widths long with as much between them, of which round caps take one width.
  case dashed

  func dashes(forWidth width: Double) -> [Double] {
    self == .dashed ? [3 * width, 3 * width] : []
  }
}
