/// What of shapes is brought into one line.
public enum ShapeAlignment: String, Hashable, Sendable, CaseIterable {
  case left
  /// The middles, above each other.
  case center
  case right, top
  /// The middles, beside each other.
  case middle
  case bottom
}
