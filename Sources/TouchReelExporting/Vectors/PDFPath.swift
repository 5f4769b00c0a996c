import TouchReelDrawings
import TouchReelTouchTracking

extension VectorText {
  /// A path by the operators of PDF, which has cubic curves alone.
  mutating func append(inPDF path: VectorPath) {
    var pen = BoardPoint(x: 0, y: 0)
    for step in path.steps {
      switch step {
      case .move(let end):
        append([end], "m\n")
        pen = end
      case .line(let end):
        append([end], "l\n")
        pen = end
      case .quadratic(let control, let end):
        append([pen.toward(control), end.toward(control), end], "c\n")
        pen = end
      case .cubic(let first, let second, let end):
        append([first, second, end], "c\n")
        pen = end
      case .close: append("h\n")
      }
    }
  }

  private mutating func append(_ points: [BoardPoint], _ command: StaticString) {
    for point in points {
      append(point.x)
      append(" ")
      append(point.y)
      append(" ")
    }
    append(command)
  }
}

extension BoardPoint {
  /// Two thirds of the way: the control point of a cubic curve that is the quadratic one.
  fileprivate func toward(_ control: BoardPoint) -> BoardPoint {
    BoardPoint(x: x + (control.x - x) * 2 / 3, y: y + (control.y - y) * 2 / 3)
  }
}
