import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

extension Board {
  /// What is wrong with the board's state, which nothing that touches and commands do may bring about.
  var faults: [String] {
    let shapes = Set(committed.elements.elements.filter { $0.shape != nil }.map(\.id))
    let held = live.touches.compactMap(\.claim?.shapes)
    let numbers = history.operations.map(\.id)
    let added = history.operations.flatMap(\.added)
    let checks: [(String, Bool)] = [
      ("operations out of order", zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }),
      ("a number that would be given again", history.operations.allSatisfy { $0.nextID <= history.nextID }),
      ("elements out of order", committed.pages.layers.layers.allSatisfy(\.isInOrder)),
      ("an element twice", Set(elements.map(\.id)).count == elements.count),
      ("elements that no operation has added", Set(elements.map(\.id)).isSubset(of: added)),
      ("a shape without a usable transform", elements.allSatisfy { $0.shape?.transform.isUsable ?? true }),
      ("a selected shape that is not there", selection.isSubset(of: shapes)),
      ("an edited text that is not there", editing?.id.map(shapes.contains) ?? true),
      ("a held shape that is not there", held.allSatisfy { $0.isSubset(of: shapes) }),
      ("a shape in two hands", held.reduce(0) { $0 + $1.count } == held.reduce(into: Set()) { $0.formUnion($1) }.count),
      ("lines of other touches", Set(lines.linesInProgress.keys) == Set(openTouches.map(\.id))),
      ("a lift of what is not there", lift?.shapes.isSubset(of: shapes) ?? true),
    ]
    return checks.filter { !$0.1 }.map(\.0)
  }

  /// What the drawing says otherwise than the board shows it.
  func faultsOfDrawing() throws -> [String] {
    var again = committed
    again.redraw(on: raster, threads: 1)
    var drawing = Drawing(size: raster.board, background: ground)
    for operation in history.operations { try drawing.append(operation) }
    let checks = [
      ("ink that is not that of the elements", again.ink == committed.settledInk(on: raster)),
      ("elements that are not those of the operations", drawing.elements == elements),
      ("a background that is not that of the operations", drawing.finalBackground == background),
      ("a document that is not its operations", drawing == self.drawing),
    ]
    return checks.filter { !$0.1 }.map(\.0)
  }
}

extension Layer {
  fileprivate var isInOrder: Bool {
    let elements = Array(elements.elements)
    return zip(elements, elements.dropFirst()).allSatisfy { $0.position < $1.position }
  }
}
