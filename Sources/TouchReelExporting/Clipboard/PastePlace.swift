package import TouchReelDrawings
package import TouchReelTouchTracking

/// Where on a board something is put that comes from outside.
package struct PastePlace: Sendable {
  /// How far what is pasted lies from what is there already, in board points.
  package static let offset = BoardPoint(x: 16, y: 16)
  /// How often it is tried farther away.
  private static let tries = 100

  /// The part of the board that is seen.
  private let view: BoardRect
  /// The point at which it was dropped; `nil` if it is pasted.
  private let target: BoardPoint?
  private let occupied: [PlacedShape]

  /// - Parameters:
  ///   - view: the part of the board that is seen.
  ///   - target: the point at which it was dropped; `nil` for the middle of what is seen.
  ///   - occupied: the shapes on the board.
  package init(in view: BoardRect, at target: BoardPoint? = nil, beside occupied: [PlacedShape] = []) {
    (self.view, self.target, self.occupied) = (view, target, occupied)
  }

  package var center: BoardPoint { target ?? view.center }

  /// The place for the next of several things, farther away.
  package func moved(_ steps: Int) -> PastePlace {
    guard steps > 0 else { return self }
    let (x, y) = (Double(steps) * Self.offset.x, Double(steps) * Self.offset.y)
    return PastePlace(in: view, at: BoardPoint(x: center.x + x, y: center.y + y), beside: occupied)
  }
  package var size: BoardSize { BoardSize(width: view.width, height: view.height) }

  /// The shapes where they lay, if that is seen, and else in the middle.
  package func shapes(of clipping: ShapeClipping) -> [PlacedShape] {
    let middle = clipping.center
    let isSeen = abs(middle.x - view.center.x) < view.width / 2 && abs(middle.y - view.center.y) < view.height / 2
    if target == nil, isSeen { return beside(clipping.shapes) }
    let way = ShapeTransform.move(byX: center.x - middle.x, y: center.y - middle.y)
    return beside(clipping.shapes.map { $0.transformed(by: way) })
  }

  /// The shapes beside what is there already, if the same is: several copies do not hide each other.
  func beside(_ shapes: [PlacedShape]) -> [PlacedShape] {
    guard let first = shapes.first else { return shapes }
    let alike = Set(occupied.lazy.filter { $0.shape == first.shape }.map(\.transform))
    let steps = (0..<Self.tries).lazy.map { step in
      ShapeTransform.move(byX: Double(step) * Self.offset.x, y: Double(step) * Self.offset.y)
    }
    guard let way = steps.first(where: { !alike.contains($0.after(first.transform)) }) else { return shapes }
    return shapes.map { $0.transformed(by: way) }
  }
}
