import Glibc
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

// Curves as straight lines, for files that have nothing else.

extension [StrokePath.Vertex] {
  /// Points on the curves through the midpoints, so many that lines between them lie within a tenth of a point of the
  /// curve.
  var flattened: [StrokePath.Vertex] {
    guard count > 2 else { return tapered }
    var result = [self[0], self[0].middle(self[1], 0.5)]
    for index in 1..<count - 1 {
      let (start, end) = (self[index - 1].middle(self[index], 0.5), self[index].middle(self[index + 1], 0.5))
      let steps = Self.steps(start.point, self[index].point, end.point)
      for step in 1...steps {
        let share = Double(step) / Double(steps)
        result.append(start.middle(self[index], share).middle(self[index].middle(end, share), share))
      }
    }
    return result + [self[count - 1]]
  }

  /// A line of two points in so many pieces that its width is seen to change, as each piece has one.
  private var tapered: [StrokePath.Vertex] {
    guard count == 2, self[0].width != self[1].width else { return self }
    let pieces = Swift.min(Swift.max(Int(clamping: abs(self[1].width - self[0].width).rounded(.up)), 2), 32)
    return (0...pieces).map { self[0].middle(self[1], Double($0) / Double(pieces)) }
  }

  /// Lines along n equal parts of a quadratic Bézier curve of the points a, b and c deviate by |a − 2b + c|/4n².
  private static func steps(_ a: BoardPoint, _ b: BoardPoint, _ c: BoardPoint) -> Int {
    let (x, y) = (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
    return Swift.min(Swift.max(Int(clamping: ((x * x + y * y).squareRoot() / 0.4).squareRoot().rounded(.up)), 1), 32)
  }
}

extension StrokePath.Vertex {
  fileprivate func middle(_ other: StrokePath.Vertex, _ share: Double) -> StrokePath.Vertex {
    StrokePath.Vertex(
      BoardPoint(
        x: point.x + (other.point.x - point.x) * share, y: point.y + (other.point.y - point.y) * share),
      width: width + (other.width - width) * share)
  }
}

extension VectorOutline {
  /// Whether its corners are points of a curve.
  var isRound: Bool { if case .ellipse = self { true } else { false } }

  /// The lines from corner to corner.
  var lines: [[BoardPoint]] {
    switch self {
    case .rectangle(let from, let to):
      return [[from, BoardPoint(x: to.x, y: from.y), to, BoardPoint(x: from.x, y: to.y), from]]
    case .ellipse(let from, let to):
      let (x, y) = ((from.x + to.x) / 2, (from.y + to.y) / 2)
      // Clockwise from the right, wherever it was drawn from: its dashes begin there.
      let (radiusX, radiusY) = (abs(to.x - from.x) / 2, abs(to.y - from.y) / 2)
      return [
        (0...72).map { step in
          let angle = Double(step) * .pi / 36
          return BoardPoint(x: x + radiusX * cos(angle), y: y + radiusY * sin(angle))
        }
      ]
    case .path(let path): return path.lines
    }
  }
}

extension VectorPath {
  fileprivate var lines: [[BoardPoint]] {
    var lines: [[BoardPoint]] = []
    for step in steps {
      if case .move(let start) = step {
        lines.append([start])
      } else if case .close = step, let first = lines.last?.first {
        lines[lines.count - 1].append(first)
      } else if let end = step.points.last, !lines.isEmpty {
        // Outlines of shapes are straight; curves are of letters and of strokes, which come as their points.
        lines[lines.count - 1].append(end)
      }
    }
    return lines
  }
}
