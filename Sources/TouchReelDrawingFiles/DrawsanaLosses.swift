import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

extension Shape {
  /// What Drawsana does not show of it, in words.
  var hiddenInDrawsana: [String] {
    switch self {
    case .pen(let pen):
      (pen.path.course == .straight && pen.path.runs.contains { $0.count > 2 }
        ? ["the corners of a freehand stroke"] : [])
        + (pen.stacking == .underInk ? ["that a highlighter lies below ink"] : [])
    case .rectangle(let shape): shape.cornerRadius > 0 ? ["the round corners of a rectangle"] : []
    case .diamond(let shape):
      ["the corners of a line"] + Self.hidden(shape.style, shape.fill)
    case .path(let path):
      (path.course == .straight && path.points.count > 2 ? ["the corners of a line"] : [])
        + (path.startHead != .none || path.endHead != .none ? ["the heads of an arrow"] : [])
        + Self.hidden(path.style, path.fill)
    case .text(let text): Self.hidden(text)
    case .image: ["an image"]
    case .line, .ellipse, .ngon, .star, .angle: []
    }
  }

  /// What is not seen of a line for which Drawsana has no shape, and which is a stroke there.
  private static func hidden(_ style: StrokeStyle, _ fill: PixelColor?) -> [String] {
    (fill == nil ? [] : ["what a shape is filled with"]) + (style.dashes.isEmpty ? [] : ["the dashes of a line"])
      + (style.cap == .round && style.join == .round ? [] : ["the ends and corners of a line"])
  }

  private static func hidden(_ text: TextShape) -> [String] {
    let style = text.font.isBold || text.font.isItalic ? ["that the letters of a text are bold or lean"] : []
    guard let layout = text.layout, layout.lines.count > 1 else { return style }
    return style + (text.paragraph.alignment == .start ? [] : ["the alignment of a text"])
      + (text.paragraph.lineHeight == nil ? [] : ["the distance of a text's lines"])
  }
}
