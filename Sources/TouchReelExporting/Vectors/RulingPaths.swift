import TouchReelDrawings
import TouchReelTouchTracking

extension RulingMarks.DotRow {
  /// The distance between two dots; that of a row of one is any.
  var step: Double { count > 1 ? first.distance(to: last) / Double(count - 1) : 1 }
}

extension VectorPath {
  /// Lines apart from each other.
  init(_ lines: [RulingMarks.Line]) {
    self.init()
    for line in lines {
      move(to: line.start)
      self.line(to: line.end)
    }
  }

  /// Lines from the first dot of each row to a half step beyond its last one, so that this is not lost to rounding.
  init(_ rows: [RulingMarks.DotRow]) {
    self.init()
    for row in rows {
      let last = row.count > 1 ? row.last : BoardPoint(x: row.first.x, y: row.first.y + 1)
      let rest = row.count > 1 ? 0.5 / Double(row.count - 1) : -0.5
      move(to: row.first)
      line(
        to: BoardPoint(
          x: last.x + (last.x - row.first.x) * rest, y: last.y + (last.y - row.first.y) * rest))
    }
  }
}
