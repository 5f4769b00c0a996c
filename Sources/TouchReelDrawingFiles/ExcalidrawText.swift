import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// Texts of a scene.
extension ExcalidrawElement {
  /// The families that Excalidraw numbers, newest last.
  private static let families = [
    1: "Virgil", 2: "Helvetica", 3: "Cascadia, monospace", 4: "Helvetica", 5: "Excalifont", 6: "Nunito",
    7: "Lilita One", 8: "Comic Shanns, monospace", 9: "Liberation Sans", 10: "Assistant",
  ]

  /// `nil` if Excalidraw has no such font.
  static func number(ofFamily family: String) -> Int? {
    families.filter { $0.value == family }.keys.min()
  }

  static func hasFamily(_ number: Int) -> Bool { families[number] != nil }

  /// The size of the font, in the scene's units, and its family.
  private var usedFont: TextFont {
    let old = font?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    let size = old.first.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? fontSize ?? 20
    let family = old.count == 2 ? old[1] : fontFamily.map { Self.families[$0] ?? "Excalifont" } ?? "Excalifont"
    return TextFont(family: family, size: min(max(size, TextFont.sizes.lowerBound), TextFont.sizes.upperBound))
  }

  /// On the left of texts that read from right to left, lines end.
  private func alignment(isRightToLeft: Bool) -> TextParagraph.Alignment {
    switch textAlign {
    case "center": .center
    case "right": isRightToLeft ? .start : .end
    default: isRightToLeft ? .end : .start
    }
  }

  /// The line height in sizes of the font, for lines of which each takes as much of the height as the others.
  private func usedLineHeight(_ text: String, _ font: TextFont) -> Double {
    let lines = Double(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count)
    let ofBox = height.flatMap { $0 > 0 ? $0 / lines / font.size : nil }
    let used = lineHeight.flatMap { $0 > 0 ? $0 : nil } ?? ofBox ?? 1.25
    return min(max(used, TextParagraph.lineHeights.lowerBound), TextParagraph.lineHeights.upperBound)
  }

  /// - Parameters:
  ///   - first: the upper left corner of its box, and the lower right one.
  ///   - container: the element that it is bound to.
  func textShape(_ first: BoardPoint, _ last: BoardPoint, _ container: ExcalidrawElement?) -> TextShape? {
    guard let text = text ?? originalText, !text.isEmpty else { return nil }
    let font = usedFont
    var paragraph = TextParagraph(
      alignment: alignment(isRightToLeft: false), lineHeight: usedLineHeight(text, font))
    var shape = TextShape(
      text, font: font, color: ink, at: first, width: .fitting(limit: TextWidth.range.upperBound)
    ).set(as: paragraph)
    guard let layout = shape.layout else { return shape }
    if layout.isRightToLeft {
      paragraph.alignment = alignment(isRightToLeft: true)
      shape = shape.set(as: paragraph)
    }
    let box = box(first, last, container, layout)
    let y = box.minY + layout.height / 2
    switch textAlign {
    case "center": return shape.centered(at: BoardPoint(x: box.center.x, y: y))
    case "right": return shape.centered(at: BoardPoint(x: box.maxX - layout.width / 2, y: y))
    default: return Self.leftAligned(shape, layout, box)
    }
  }

  /// A text that is edited grows to the right.
  private static func leftAligned(_ shape: TextShape, _ layout: TextLayout, _ box: BoardRect) -> TextShape {
    guard !layout.isRightToLeft, let line = layout.lines.first else {
      return shape.centered(at: BoardPoint(x: box.minX + layout.width / 2, y: box.minY + layout.height / 2))
    }
    let anchor = BoardPoint(x: box.minX, y: box.minY + line.baseline - TextOrigin.baseline * shape.font.size)
    return shape.starting(at: anchor, width: shape.width)
  }

  /// The box of its lines. That of a label of a line lies about the line's middle.
  private func box(
    _ first: BoardPoint, _ last: BoardPoint, _ container: ExcalidrawElement?, _ layout: TextLayout
  ) -> BoardRect {
    guard let container, container.isLine, let middle = container.middle else {
      return BoardRect(from: first, to: last)
    }
    let (width, height) = (last.x - first.x, layout.height)
    return BoardRect(
      from: BoardPoint(x: middle.x - width / 2, y: middle.y - height / 2),
      to: BoardPoint(x: middle.x + width / 2, y: middle.y + height / 2))
  }

  /// The middle of a line: its middle point, or what lies halfway between the two in the middle.
  private var middle: BoardPoint? {
    guard let shape = placed().first?.shape else { return nil }
    let points: [BoardPoint] =
      switch shape {
      case .line(let line): [line.start, line.end]
      case .path(let path): path.points
      default: []
      }
    guard points.count > 1 else { return nil }
    let (before, after) = (points[(points.count - 1) / 2], points[points.count / 2])
    return BoardPoint(x: (before.x + after.x) / 2, y: (before.y + after.y) / 2)
  }
}
