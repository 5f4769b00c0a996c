import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

extension Drawing {
  /// What is said of coordinates that are farther out than a drawing goes: they are drawn at its edge.
  var notesOfFarCoordinates: [String] {
    let count = (0..<pageCount).reduce(0) { count, page in
      showing(page).elements.reduce(count) { $0 + $1.farCoordinateCount }
    }
    guard count > 0 else { return [] }
    return ["\(count) \u{d7} \(Self.noteOfFarCoordinates)"]
  }

  static let noteOfFarCoordinates =
    "a coordinate beyond \(Int(clamping: BoardPoint.edge)) points is moved to the edge of what a drawing holds"
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
      default: placed.shape.definingPoints.reduce(0) { $0 + placed.transform.applied(to: $1).farCoordinateCount }
      }
    }
  }
}

extension Shape {
  /// The points that it is given by: two corners, and not all four.
  fileprivate var definingPoints: [BoardPoint] {
    switch self {
    case .rectangle(let box): [box.start, box.end]
    case .ellipse(let box): [box.start, box.end]
    case .ngon(let box): [box.start, box.end]
    case .star(let box): [box.start, box.end]
    case .diamond(let box): [box.start, box.end]
    case .image(let box): [box.start, box.end]
    default: extremes
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
