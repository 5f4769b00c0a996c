package import TouchReelCanvas
package import TouchReelTouchTracking

/// A closed or open outline; some have a form of their own in other programs' files.
package enum VectorOutline: Hashable, Sendable {
  case path(VectorPath)
  case rectangle(from: BoardPoint, to: BoardPoint)
  case ellipse(from: BoardPoint, to: BoardPoint)
}

/// Ink in one colour as outlines; where they overlap it is not darker.
package struct VectorInk: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    /// The inside, by the nonzero rule.
    case filled(VectorOutline)
    case stroked(VectorOutline, StrokeStyle)
    /// A text, whose outlines are found only where they are needed.
    case text(TextShape)
    /// An image, for which the ink's colour has no meaning.
    case image(ImageShape)
  }

  package var color: PixelColor
  package var parts: [Part]

  package init(_ color: PixelColor, _ parts: [Part]) {
    self.color = color
    self.parts = parts
  }
}

extension VectorOutline {
  /// The outline that other programs are to draw with dashes: an open line does not reach to the end of its last gap.
  package func dashed(_ style: StrokeStyle) -> VectorOutline {
    guard case .path(let path) = self, let corners = path.openCorners,
      let dashes = DashPattern(style.dashes, phase: style.dashPhase)
    else { return self }
    let lengths = zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }
    var rest = dashes.end(ofLine: lengths.reduce(0, +))
    var shown = [corners[0]]
    for (corner, length) in zip(corners.dropFirst(), lengths) where rest > 0 {
      shown.append(length > rest ? shown[shown.count - 1].toward(corner, by: rest / length) : corner)
      rest -= length
    }
    return .path(VectorPath(shown))
  }
}

extension VectorPath {
  /// The corners from its beginning to its end; `nil` unless it is one open line with straight parts.
  fileprivate var openCorners: [BoardPoint]? {
    guard steps.count > 1, case .move = steps[0] else { return nil }
    let isOpen = steps.dropFirst().allSatisfy { step in
      if case .line = step { true } else { false }
    }
    return isOpen ? steps.flatMap(\.points) : nil
  }
}

extension BoardPoint {
  fileprivate func toward(_ other: BoardPoint, by share: Double) -> BoardPoint {
    BoardPoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}

extension StrokeStyle {
  /// A line that is too fine for its gaps is drawn without them.
  package var visibleDashes: [Double] { DashPattern(dashes, phase: dashPhase) == nil ? [] : dashes }
}
