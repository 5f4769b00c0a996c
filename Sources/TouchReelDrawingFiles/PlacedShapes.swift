import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

extension Shape {
  /// Elsewhere, in its own coordinates.
  func moved(byX x: Double, y: Double) -> Shape {
    func moved(_ point: BoardPoint) -> BoardPoint { BoardPoint(x: point.x + x, y: point.y + y) }
    switch self {
    case .pen(var pen):
      pen.path = pen.path.moved(moved)
      return .pen(pen)
    case .line(var line):
      (line.start, line.end) = (moved(line.start), moved(line.end))
      return .line(line)
    case .rectangle(var box):
      (box.start, box.end) = (moved(box.start), moved(box.end))
      return .rectangle(box)
    case .ellipse(var box):
      (box.start, box.end) = (moved(box.start), moved(box.end))
      return .ellipse(box)
    case .ngon(var box):
      (box.start, box.end) = (moved(box.start), moved(box.end))
      return .ngon(box)
    case .star(var box):
      (box.start, box.end) = (moved(box.start), moved(box.end))
      return .star(box)
    case .diamond(var box):
      (box.start, box.end) = (moved(box.start), moved(box.end))
      return .diamond(box)
    case .path(var path):
      path.points = path.points.map(moved)
      return .path(path)
    case .angle(var angle):
      (angle.vertex, angle.firstEnd, angle.secondEnd) = (
        moved(angle.vertex), moved(angle.firstEnd), moved(angle.secondEnd)
      )
      return .angle(angle)
    case .text(let text): return .text(text.anchored(at: moved(text.anchor)))
    case .image(var box):
      (box.start, box.end) = (moved(box.start), moved(box.end))
      return .image(box)
    }
  }

  /// Points around which it lies, without the width of its lines.
  var extremes: [BoardPoint] {
    switch self {
    case .pen(let pen): pen.path.runs.flatMap { $0.map(\.point) }
    case .line(let line): [line.start, line.end]
    case .rectangle(let box): BoardRect(from: box.start, to: box.end).corners
    case .ellipse(let box): BoardRect(from: box.start, to: box.end).corners
    case .ngon(let box): BoardRect(from: box.start, to: box.end).corners
    case .star(let box): BoardRect(from: box.start, to: box.end).corners
    case .diamond(let box): BoardRect(from: box.start, to: box.end).corners
    case .path(let path): path.exactLine
    case .angle(let angle): [angle.vertex, angle.firstEnd, angle.secondEnd]
    case .text(let text): text.box
    case .image(let box): BoardRect(from: box.start, to: box.end).corners
    }
  }
}

extension TextShape {
  /// The corners of its box; its anchor if it cannot be set.
  fileprivate var box: [BoardPoint] {
    guard let layout, let corner else { return [anchor] }
    return BoardRect(from: corner, to: BoardPoint(x: corner.x + layout.width, y: corner.y + layout.height)).corners
  }
}

extension StrokePath {
  fileprivate func moved(_ moving: (BoardPoint) -> BoardPoint) -> StrokePath {
    func moved(_ vertex: Vertex) -> Vertex { Vertex(moving(vertex.point), width: vertex.width) }
    var path = StrokePath(course: course, runs: runs.map { $0.map(moved) })
    path.isFinished = isFinished
    return path
  }
}
