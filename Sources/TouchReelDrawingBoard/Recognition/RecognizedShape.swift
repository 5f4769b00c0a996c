import Glibc
package import TouchReelDrawings
package import TouchReelTouchTracking

/// What a freehand stroke was meant to be.
package enum RecognizedShape: Hashable, Sendable {
  case line(BoardPoint, BoardPoint)
  /// Its start and its tip.
  case arrow(BoardPoint, BoardPoint)
  case ellipse(BoardRect)
  case rectangle(BoardRect)
  case triangle(BoardPoint, BoardPoint, BoardPoint)

  /// Points along it, closed if it is.
  package var outline: [BoardPoint] {
    switch self {
    case .line(let start, let end), .arrow(let start, let end): return [start, end]
    case .rectangle(let box): return box.corners + box.corners.prefix(1)
    case .triangle(let first, let second, let third): return [first, second, third, first]
    case .ellipse(let box):
      return (0...48).map { step in
        let angle = Double(step) * .pi / 24
        return BoardPoint(
          x: box.center.x + box.width / 2 * cos(angle), y: box.center.y + box.height / 2 * sin(angle))
      }
    }
  }

  /// The shape with the look of a stroke. A line of a highlighter is a stroke like it, and so lies below ink as well.
  ///
  /// - Returns: `nil` if there is no such shape: of a highlighter, there are lines alone.
  package func shape(inPlaceOf pen: PenShape) -> Shape? {
    let style = StrokeStyle(color: pen.color, width: StrokeStyle.clampedWidth(Shape.pen(pen).strokeWidth))
    if pen.stacking == .underInk { return highlighted(pen, style.width) }
    switch self {
    case .line(let start, let end): return .line(LineShape(from: start.onGrid, to: end.onGrid, style: style))
    case .arrow(let start, let end):
      let shaft = LineShape.shaft(from: start, tip: end, width: style.width)
      return .line(LineShape(from: start.onGrid, to: shaft, style: style, head: .arrow))
    case .ellipse(let box):
      return .ellipse(EllipseShape(from: box.corners[0].onGrid, to: box.corners[2].onGrid, style: style, fill: nil))
    case .rectangle(let box):
      return .rectangle(RectShape(from: box.corners[0].onGrid, to: box.corners[2].onGrid, style: style, fill: nil))
    case .triangle(let first, let second, let third):
      var path = PathShape([first.onGrid, second.onGrid, third.onGrid], style: style)
      path.isClosed = true
      return .path(path)
    }
  }

  private func highlighted(_ pen: PenShape, _ width: Double) -> Shape? {
    guard case .line(let start, let end) = self else { return nil }
    var path = StrokePath(course: .straight, from: StrokePath.Vertex(start.onGrid, width: width))
    path.extend(to: StrokePath.Vertex(end.onGrid, width: width))
    return .pen(PenShape(path: path, color: pen.color, stacking: pen.stacking))
  }
}
