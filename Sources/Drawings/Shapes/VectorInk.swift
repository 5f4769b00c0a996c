package import Canvas
package import TouchTracking

/// A closed or open outline; some have a form of their own in other programs' files.
package enum VectorOutline: Hashable, Sendable {
  case path(VectorPath)
  case rectangle(from: BoardPoint, to: BoardPoint)
  case ellipse(from: BoardPoint, to: BoardPoint)
}

/// Ink in one colour as outlines; where they overlap it is not darker.
package struct VectorInk: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    /// By the nonzero rule.
    case filled(VectorOutline)
    case stroked(VectorOutline, StrokeStyle)
    /// Whose outlines are found only where they are needed.
    case text(TextShape)
  }

  package var color: PixelColor
  package var parts: [Part]

  package init(_ color: PixelColor, _ parts: [Part]) {
    self.color = color
    self.parts = parts
  }
}

extension StrokeStyle {
  /// A line that is too fine for its gaps is drawn without them.
  package var visibleDashes: [Double] { DashPattern(dashes, phase: dashPhase) == nil ? [] : dashes }
}
