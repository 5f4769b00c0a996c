internal import TouchTracking

/// The drawing as a touch finds it that begins.
struct Scene: Sendable {
  let elements: [Element]
  let selection: Set<ElementID>
  /// What other touches have taken.
  let held: Set<ElementID>

  /// The topmost shape that is hit, whoever has taken it.
  func topmost(at point: BoardPoint) -> Element? {
    elements.last { $0.shape?.isHit(at: point) ?? false }
  }

  /// The shapes that lie wholly in a box and that nobody has taken.
  func shapes(in box: Box) -> Set<ElementID> {
    let inside = elements.filter { $0.shape?.corners.isInside(box) ?? false }
    return Set(inside.map(\.id)).subtracting(held)
  }

  var frame: SelectionFrame? {
    SelectionFrame(elements.filter { selection.contains($0.id) }.compactMap(\.shape))
  }
}

extension PlacedShape {
  /// Within 8 points of the middle of the outline, or half its width where that is more, or inside what is filled.
  func isHit(at point: BoardPoint) -> Bool {
    guard transform.isUsable else { return false }
    return shape.hitArea.isHit(at: transform.inverse.applied(to: point), reach: HitArea.reach / transform.scale)
  }

  /// Of its box, which is turned with it; none where nothing is drawn.
  var corners: [BoardPoint] { shape.hitArea.box?.corners.map(transform.applied(to:)) ?? [] }
}

extension [BoardPoint] {
  fileprivate func isInside(_ box: Box) -> Bool { !isEmpty && allSatisfy(box.contains) }
}
