import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

extension Drawing {
  /// What is said of coordinates that are farther out than a drawing goes: they are drawn at its edge.
  var notesOfFarCoordinates: [String] {
    let count = elements.reduce(0) { $0 + $1.farCoordinateCount }
    guard count > 0 else { return [] }
    return [
      "\(count) \u{d7} a coordinate beyond \(Int(clamping: BoardPoint.edge)) points is moved to the edge of what a drawing holds"
    ]
  }
}

extension Element {
  fileprivate var farCoordinateCount: Int {
    switch content {
    case .erasure(let erasure): erasure.path.farCoordinateCount(.identity)
    case .shape(let placed):
      switch placed.shape {
      case .pen(let pen): pen.path.farCoordinateCount(placed.transform)
      // Its box is known only when it is set.
      case .text(let text): placed.transform.applied(to: text.anchor).farCoordinateCount
      case .path(let path): path.points.reduce(0) { $0 + placed.transform.applied(to: $1).farCoordinateCount }
      default: placed.shape.extremes.reduce(0) { $0 + placed.transform.applied(to: $1).farCoordinateCount }
      }
    }
  }
}

extension StrokePath {
  fileprivate func farCoordinateCount(_ transform: ShapeTransform) -> Int {
    runs.reduce(0) { count, run in
      run.reduce(count) { $0 + transform.applied(to: $1.point).farCoordinateCount }
    }
  }
}

extension BoardPoint {
  /// The largest magnitude of a coordinate that is drawn where it is.
  fileprivate static let edge = BoardPoint(x: .greatestFiniteMagnitude, y: 0).onGrid.x

  fileprivate var farCoordinateCount: Int { (abs(x) > Self.edge ? 1 : 0) + (abs(y) > Self.edge ? 1 : 0) }
}
