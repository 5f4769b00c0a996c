import TouchReelDrawings
import TouchReelTouchTracking

/// How what is selected is mirrored, aligned and distributed, as operations.
extension Board {
  /// The selected shapes with the smallest upright boxes around them, the widths of lines included. What is erased
  /// wholly or has no ink has none.
  private var selectedBoxes: [(id: ElementID, box: BoardRect)] {
    selection.sorted().compactMap { id in committed.elements[id]?.shape?.bounds.map { (id, $0) } }
  }

  /// Mirrors the selection about the middle of the box around it.
  ///
  /// - Parameter axis: along which what is on one side goes to the other.
  mutating func flipSelection(_ axis: BoardAxis) throws(BoardError) {
    guard let box = BoardRect(around: selectedBoxes.flatMap(\.box.corners)) else { return }
    let (x, y) = axis == .horizontal ? (-1.0, 1.0) : (1, -1)
    try changeSelection { .stretch($0, by: ShapeStretch(x: x, y: y, about: box.center.onGrid)) }
  }

  /// Moves each selected shape to the edge of the box around all, or its middle to the box's.
  mutating func alignSelection(_ alignment: ShapeAlignment) throws(BoardError) {
    let boxes = selectedBoxes
    guard let all = BoardRect(around: boxes.flatMap(\.box.corners)) else { return }
    try arrange(boxes.map { ($0.id, alignment.way(of: $0.box, in: all)) })
  }

  /// Moves the selected shapes between the first and the last so that the gaps between all are equal.
  mutating func distributeSelection(_ axis: BoardAxis) throws(BoardError) {
    var boxes = selectedBoxes
    // The numbers of shapes decide between middles that are equal, as they are in order.
    let middles = boxes.map { axis == .horizontal ? $0.box.center.x : $0.box.center.y }
    boxes = zip(boxes, middles).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    guard boxes.count > 2 else { return }
    let spans = boxes.map { axis == .horizontal ? ($0.box.minX, $0.box.maxX) : ($0.box.minY, $0.box.maxY) }
    let start = spans[0].0
    let end = spans[spans.count - 1].1
    let gap = (end - start - spans.reduce(0) { $0 + $1.1 - $1.0 }) / Double(spans.count - 1)
    var next = start
    let ways = spans.map { span in
      defer { next += span.1 - span.0 + gap }
      return next - span.0
    }
    try arrange(
      zip(boxes, ways).map { ($0.id, axis == .horizontal ? BoardPoint(x: $1, y: 0) : BoardPoint(x: 0, y: $1)) })
  }

  /// Ways are rounded to 1/256 point; where there is none, nothing is done.
  private mutating func arrange(_ ways: [(ElementID, BoardPoint)]) throws(BoardError) {
    finishText()
    let moves = ways.map { ($0, $1.onGrid) }.filter { $1 != BoardPoint(x: 0, y: 0) }
    guard !moves.isEmpty else { return }
    try perform(.arrange(Dictionary(moves.map { ($0, .move(byX: $1.x, y: $1.y)) }) { $1 }))
  }
}

extension ShapeAlignment {
  fileprivate func way(of box: BoardRect, in all: BoardRect) -> BoardPoint {
    switch self {
    case .left: BoardPoint(x: all.minX - box.minX, y: 0)
    case .center: BoardPoint(x: all.center.x - box.center.x, y: 0)
    case .right: BoardPoint(x: all.maxX - box.maxX, y: 0)
    case .top: BoardPoint(x: 0, y: all.minY - box.minY)
    case .middle: BoardPoint(x: 0, y: all.center.y - box.center.y)
    case .bottom: BoardPoint(x: 0, y: all.maxY - box.maxY)
    }
  }
}
