package import TouchReelCanvas
import TouchReelDrawings

/// What the selected shapes have in common, for bars that mark it. A property is `nil` where they differ.
package struct SelectedLook: Hashable, Sendable {
  /// The tool that draws such a shape.
  package internal(set) var tool: Tool?
  package internal(set) var color: PixelColor?
  /// The width of their lines as they are shown, in board points.
  package internal(set) var width: Double?
  /// Whether any of them has lines, of a width that can be chosen.
  package internal(set) var hasLines = true
  /// How many times the width that they were given is shown; 1 where they differ.
  package internal(set) var scale = 1.0
  /// The texts among them; `nil` if there are none.
  package internal(set) var text: TextLook?
}

/// What texts have in common. A property is `nil` where they differ.
package struct TextLook: Hashable, Sendable {
  package internal(set) var family: String?
  package internal(set) var size: Double?
  package internal(set) var isBold: Bool?
  package internal(set) var isItalic: Bool?
  package internal(set) var align: TextParagraph.Alignment?

  /// That of texts that begin now.
  package init(_ settings: BoardSettings) {
    (family, size) = (settings.font.family, settings.font.size)
    (isBold, isItalic, align) = (settings.font.isBold, settings.font.isItalic, settings.textAlign)
  }

  /// `nil` if there is no text.
  init?(_ texts: [TextShape]) {
    guard !texts.isEmpty else { return nil }
    (family, size) = (texts.common(\.font.family), texts.common(\.font.size))
    (isBold, isItalic) = (texts.common(\.font.isBold), texts.common(\.font.isItalic))
    align = texts.common(\.paragraph.alignment)
  }
}

extension Board {
  /// More shapes than these are not compared, since bars ask before each display frame.
  private static let comparedShapes = 200

  /// `nil` if nothing is selected, or more than can be compared between two display frames.
  package var selectedLook: SelectedLook? {
    guard !selection.isEmpty, selection.count <= Self.comparedShapes else { return nil }
    let placed = selection.compactMap { committed.elements[$0]?.shape }
    let shapes = placed.map(\.shape)
    let texts = shapes.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let lined = placed.filter(\.shape.hasLines)
    return SelectedLook(
      tool: shapes.common(\.drawingTool) ?? nil, color: shapes.common(\.color),
      width: lined.common { $0.shape.strokeWidth * $0.transform.scale }, hasLines: !lined.isEmpty,
      scale: lined.common(\.transform.scale) ?? 1, text: TextLook(texts))
  }

  /// What the text that is edited looks like; `nil` if there is none.
  package var editedLook: TextLook? { editedText.flatMap { TextLook([$0]) } }
}

extension Board {
  /// Whether one image is selected, and nothing else.
  package var selectsOneImage: Bool {
    guard selection.count == 1, let id = selection.first, case .image? = committed.elements[id]?.shape?.shape
    else { return false }
    return true
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
  fileprivate var hasLines: Bool {
    switch self {
    case .text, .image: false
    case .pen, .line, .rectangle, .ellipse, .ngon, .star, .diamond, .path, .angle: true
    }
  }

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
