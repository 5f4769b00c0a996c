import Drawings
import TouchTracking

/// The drawing as a touch finds it that begins.
struct Scene: Sendable {
  let elements: ElementList
  let selection: Set<ElementID>
  /// What other touches have taken.
  let held: Set<ElementID>

  /// The topmost shape that is hit, even if another touch holds it.
  ///
  /// - Parameter isWanted: whether a shape counts.
  /// - Complexity: as many steps as shapes nearby have points and, where erasures are near, some pixels for each shape
  ///   that is hit.
  func topmost(at point: BoardPoint, where isWanted: (Element) -> Bool = { _ in true }) -> Element? {
    var found: Element?
    // A little more than the farthest place at which a shape is hit.
    walkDown(elements.elements(touching: BoardRect(holding: [point], reach: HitArea.reach + 2))) {
      element, shape, erasures in
      if isWanted(element), shape.isHit(at: point), shape.isLeft(at: point, under: erasures) { found = element }
      return found == nil
    }
    return found
  }

  /// The shapes that lie wholly in a box, that were not erased wholly, and that no touch holds.
  func shapes(in box: BoardRect) -> Set<ElementID> {
    var found: Set<ElementID> = []
    walkDown(Array(elements.elements)) { element, shape, erasures in
      if shape.corners.isInside(box), shape.isLeft(under: erasures) { found.insert(element.id) }
      return true
    }
    return found.subtracting(held)
  }

  var frame: SelectionFrame? {
    SelectionFrame(selection.sorted().compactMap { elements[$0]?.shape })
  }

  /// Visits the shapes from the topmost down.
  ///
  /// - Parameter visit: receives a shape with the erasures above it; returns whether to continue.
  private func walkDown(_ elements: [Element], _ visit: (Element, PlacedShape, [Erasure]) -> Bool) {
    var erasures: [Erasure] = []
    for element in elements.reversed() {
      switch element.content {
      case .erasure(let erasure): erasures.append(erasure)
      case .shape(let shape): if !visit(element, shape, erasures) { return }
      }
    }
  }
}

extension [BoardPoint] {
  fileprivate func isInside(_ box: BoardRect) -> Bool { !isEmpty && allSatisfy(box.contains) }
}
