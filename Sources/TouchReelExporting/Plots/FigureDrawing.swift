import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// Lines, areas and texts of a figure, in points of print.
struct FigureDrawing: Sendable {
  struct Stroke: Sendable {
    var color: PixelColor
    var width = 0.75
    var dashes: [Double] = []

    fileprivate var style: StrokeStyle {
      var style = StrokeStyle(color: color, width: width)
      style.dashes = dashes
      return style
    }
  }

  /// How a text looks, and which of its sides is at its position.
  struct TextLook: Sendable {
    enum Side { case left, middle, right }

    var size = 8.0
    var color: PixelColor
    var side = Side.left
    var isBold = false

    fileprivate var font: TextFont { TextFont(family: "Sans", size: size, isBold: isBold) }
  }

  let theme: PlotTheme
  /// The width of lines of data.
  let lineWidth: Double
  private(set) var shapes: [Shape] = []

  init(_ theme: PlotTheme, lineWidth: Double = 0.75) { (self.theme, self.lineWidth) = (theme, lineWidth) }

  /// A text in the colour of ink.
  func look(_ size: Double, _ side: TextLook.Side = .left) -> TextLook {
    TextLook(size: size, color: theme.ink, side: side)
  }

  /// A text that explains.
  func dimLook(_ size: Double, _ side: TextLook.Side = .left) -> TextLook {
    TextLook(size: size, color: theme.dimInk, side: side)
  }

  mutating func line(_ start: BoardPoint, _ end: BoardPoint, _ stroke: Stroke) {
    shapes.append(.line(LineShape(from: start, to: end, style: stroke.style)))
  }

  /// A line through points; a dot where there is a single one.
  mutating func line(_ points: [BoardPoint], _ stroke: Stroke) {
    guard let first = points.first else { return }
    var stroke = stroke
    guard points.count > 1 else {
      (stroke.width, stroke.dashes) = (max(stroke.width * 2, 1.5), [])
      return line(first, first, stroke)
    }
    shapes.append(.path(PathShape(points, style: stroke.style)))
  }

  mutating func area(_ corners: [BoardPoint], _ color: PixelColor) {
    var shape = PathShape(corners, style: StrokeStyle(color: color, width: 0.1), fill: color)
    shape.isClosed = true
    shapes.append(.path(shape))
  }

  mutating func rectangle(_ area: FigureArea, _ color: PixelColor) {
    shapes.append(
      .rectangle(
        RectShape(
          from: BoardPoint(x: area.left, y: area.top), to: BoardPoint(x: area.right, y: area.bottom),
          style: StrokeStyle(color: color, width: 0.1), fill: color)))
  }

  /// Fills parts of a row as one shape: there may be a thousand of them.
  ///
  /// - Parameters:
  ///   - parts: from left to right, in order.
  ///   - row: above and below.
  mutating func row(_ parts: [ClosedRange<Double>], _ row: ClosedRange<Double>, _ color: PixelColor) {
    guard !parts.isEmpty else { return }
    let (top, bottom) = (row.lowerBound, row.upperBound)
    let points = parts.flatMap { part in
      let (left, right) = (part.lowerBound, part.upperBound)
      return [(left, bottom), (left, top), (right, top), (right, bottom)].map { BoardPoint(x: $0.0, y: $0.1) }
    }
    // The way along the lower edge has no area, and would be seen as a line.
    var shape = PathShape(points, style: StrokeStyle(color: .clear, width: 0.1), fill: color)
    shape.isClosed = true
    shapes.append(.path(shape))
  }

  /// Writes a line whose letters stand around a height.
  mutating func text(_ text: String, at point: BoardPoint, _ look: TextLook) {
    guard !text.isEmpty else { return }
    let shape = TextShape(text, font: look.font, color: look.color, at: point, .start, width: Self.endless)
    let width = shape.layout?.width ?? 0
    let offset =
      switch look.side {
      case .left: 0.0
      case .middle: width / 2
      case .right: width
      }
    // A text that reads from right to left is at its right end.
    let start = shape.layout?.isRightToLeft == true ? width : 0
    shapes.append(.text(shape.anchored(at: BoardPoint(x: point.x - offset + start, y: point.y))))
  }

  /// Writes lines of a width below a height, on the left, or on the right where they read from right to left.
  /// - Returns: how high they are.
  mutating func paragraph(_ text: String, at corner: BoardPoint, width: Double, _ look: TextLook) -> Double {
    let anchor = BoardPoint(x: corner.x, y: corner.y + look.size * 0.65)
    let shape = TextShape(
      text, font: look.font, color: look.color, at: anchor, .start, width: .fitting(limit: max(width, 1)))
    let isRightToLeft = shape.layout?.isRightToLeft == true
    shapes.append(.text(isRightToLeft ? shape.anchored(at: BoardPoint(x: anchor.x + width, y: anchor.y)) : shape))
    return shape.layout?.height ?? 0
  }

  static func width(of text: String, _ look: TextLook) -> Double {
    TextLayout(text, font: look.font, width: endless, isSnug: true)?.width ?? 0
  }

  private static let endless = TextWidth.fitting(limit: 65_536)
}

/// A rectangle of a figure.
struct FigureArea: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
}

/// An axis along a side of an area: where on it a value lies.
struct FigureScale: Hashable, Sendable {
  let range: ClosedRange<Double>
  let start: Double
  let end: Double

  subscript(value: Double) -> Double {
    start + (end - start) * ((value - range.lowerBound) / (range.upperBound - range.lowerBound))
  }
}
