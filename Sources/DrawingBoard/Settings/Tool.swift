/// What a touch draws with, or does instead.
public enum Tool: String, Hashable, Sendable, CaseIterable {
  case pencil, eraser, line, dashedLine, arrow, rectangle, ellipse, triangle, pentagon, ngon, star, angle, text,
    selection
}
