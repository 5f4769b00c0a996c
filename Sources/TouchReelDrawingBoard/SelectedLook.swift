package import TouchReelCanvas
import TouchReelDrawings

/// What the selected shapes have in common, for bars that mark it. A property is `nil` where they differ.
package struct SelectedLook: Hashable, Sendable {
  /// The tool that draws such a shape.
  package internal(set) var tool: Tool?
  package internal(set) var color: PixelColor?
  /// The width of their lines as they are shown, in board points.
  package internal(set) var width: Double?
  /// How many times the width that they were given is shown; 1 where they differ.
  package internal(set) var scale = 1.0
}

extension Board {
  /// More shapes than these are not compared, since bars ask before each display frame.
  private static let comparedShapes = 200

  /// `nil` if nothing is selected, or more than can be compared between two display frames.
  package var selectedLook: SelectedLook? {
    guard !selection.isEmpty, selection.count <= Self.comparedShapes else { return nil }
    let placed = selection.compactMap { committed.elements[$0]?.shape }
    let shapes = placed.map(\.shape)
    return SelectedLook(
      tool: shapes.common(\.drawingTool) ?? nil, color: shapes.common(\.color),
      width: placed.common { $0.shape.strokeWidth * $0.transform.scale }, scale: placed.common(\.transform.scale) ?? 1)
  }
}

extension Array {
  /// The value that all have; `nil` if they differ.
  fileprivate func common<Value: Equatable>(_ value: (Element) -> Value) -> Value? {
    guard let first else { return nil }
    let expected = value(first)
    return dropFirst().allSatisfy { value($0) == expected } ? expected : nil
  }
}

extension Shape {
  /// `nil` if none does.
  fileprivate var drawingTool: Tool? {
    switch self {
    case .pen: .pencil
    case .line(let line) where line.head == .arrow: .arrow
    case .line(let line): line.style.dashes.isEmpty ? .line : .dashedLine
    case .rectangle: .rectangle
    case .ellipse: .ellipse
    case .ngon(let shape) where shape.sides == 3: .triangle
    case .ngon(let shape) where shape.sides == 5: .pentagon
    case .ngon: .ngon
    case .star: .star
    case .diamond: .ngon
    case .path(let path) where path.isClosed:
      [3: .triangle, 5: .pentagon, 10: .star][path.points.count] ?? .ngon
    case .path(let path) where path.startHead != .none || path.endHead != .none: .arrow
    case .path(let path): path.style.dashes.isEmpty ? .line : .dashedLine
    case .angle: .angle
    case .text: .text
    case .image: nil
    }
  }
}
