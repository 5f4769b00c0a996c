import TouchReelCanvas
public import TouchReelTouchTracking

/// A straight line, or an arrow.
public struct LineShape: Hashable, Sendable {
  /// The head of an arrow.
  public enum Head: String, Hashable, Sendable, CaseIterable {
    case none
    /// A filled triangle whose tip lies 2 widths beyond the end, and whose wings lie 4 widths from the tip, 22.5° to
    /// both sides of the line. A line without length has no direction and so no head.
    case arrow
  }

  /// The start of the line, in board points.
  public var start: BoardPoint
  /// The end of the line, in board points.
  public var end: BoardPoint
  /// The look of the line.
  public var style: StrokeStyle
  /// The head at the end.
  public var head: Head

  /// A line or an arrow between two points, in board points.
  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, head: Head = .none) {
    self.start = start
    self.end = end
    self.style = style
    self.head = head
  }

  /// Where the line of an arrow ends whose tip is at a point.
  package static func shaft(from start: BoardPoint, tip: BoardPoint, width: Double) -> BoardPoint {
    let length = start.distance(to: tip)
    guard length > 0 else { return tip }
    // Shorter than its head, it has at least a direction.
    let part = max(length - 2 * width, min(length, 1 / 64)) / length
    return BoardPoint(x: start.x + (tip.x - start.x) * part, y: start.y + (tip.y - start.y) * part).onGrid
  }

  /// Tip and wings; empty without a head.
  var headCorners: [BoardPoint] {
    let (start, end) = (start.onGrid, end.onGrid)
    let length = start.distance(to: end)
    guard head == .arrow, length > 0 else { return [] }
    let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length)
    let tip = BoardPoint(x: end.x + 2 * style.width * x, y: end.y + 2 * style.width * y)
    return [tip]
      + [-1.0, 1.0].map { side in
        let wing = UnitDirection(radians: side * .pi / 8)
        return BoardPoint(
          x: tip.x - 4 * style.width * (x * wing.x - y * wing.y), y: tip.y - 4 * style.width * (x * wing.y + y * wing.x)
        )
      }
  }
}

extension LineShape: ShapeContent {
  var color: PixelColor { style.color }
  var strokeWidth: Double { style.width }
  var inkBounds: BoardRect { BoardRect(holding: [start, end], reach: style.reach) }
  var shape: Shape { .line(self) }

  var hitArea: HitArea {
    var area = HitArea()
    area.addLine([start.onGrid, end.onGrid], width: style.width)
    area.addLine(headCorners + headCorners.prefix(1), width: 0)
    area.addInside(of: headCorners)
    return area
  }

  func ink(on placement: Placement) -> [ShapeInk] {
    let line = Polyline(points: [placement.subpixel(start), placement.subpixel(end)])
    var ink = style.ink(along: line, on: placement)
    if let head = Polyline(headCorners, on: placement, isClosed: true) { ink.addInside(of: head.path) }
    return [ink]
  }

  var vectors: [VectorInk] {
    let line = VectorInk.Part.stroked(.path(VectorPath([start.onGrid, end.onGrid])), style)
    let head = headCorners
    return [VectorInk(color, head.isEmpty ? [line] : [line, .filled(.path(VectorPath(head, isClosed: true)))])]
  }

  func restyled(_ change: Restyling) -> LineShape {
    var shape = self
    shape.style = style.restyled(change)
    return shape
  }
}
