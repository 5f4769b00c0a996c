/// What a touch draws with, or does instead.
public enum Tool: String, Hashable, Sendable, CaseIterable {
  /// Ink along the way of the touch.
  case pencil
  /// Takes ink away along the way of the touch.
  case eraser
  /// A straight line from where the touch began to where it ended, as every shape below.
  case line
  case dashedLine
  /// A line with a head where the touch ended.
  case arrow
  /// Between two corners: where the touch began, and where it ended. So are the shapes up to the star.
  case rectangle
  case ellipse
  case triangle
  case pentagon
  /// A polygon with ``BoardSettings/sides``.
  case ngon
  case star
  /// Two arms, a touch for each, and how many degrees lie between them.
  case angle
  /// A tap begins a text there, which is then typed.
  case text
  /// Selects shapes, by a tap or a frame around them, and moves, turns and scales them.
  case selection
  /// A selection with a line around shapes instead of a frame.
  case lasso

  /// Whether it selects, moves, turns and scales shapes.
  package var selects: Bool { self == .selection || self == .lasso }

  /// Whether its drags may be held to directions and proportions.
  package var drags: Bool {
    switch self {
    case .pencil, .eraser, .text: false
    case .line, .dashedLine, .arrow, .rectangle, .ellipse, .triangle, .pentagon, .ngon, .star, .angle, .selection,
      .lasso:
      true
    }
  }
}
