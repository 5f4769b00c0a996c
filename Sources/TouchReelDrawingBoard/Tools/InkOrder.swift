import TouchReelDrawings
import TouchReelTouchTracking

/// Whether the ink of a touch lies above or below what was there: below, as a highlighter's, until it meets an image,
/// which would hide it.
struct InkOrder: Sendable {
  private(set) var stacking: Stacking
  private let images: [PlacedShape]
  private let reach: Double
  private var last: BoardPoint

  /// - Parameter point: where the touch begins.
  init(_ brush: Brush, on scene: Scene, at point: BoardPoint) {
    stacking = brush.stacking
    images = stacking == .underInk ? scene.images : []
    reach = brush.width / 2
    last = point
    _ = extend(to: point)
  }

  /// Follows the touch to its next point, and returns whether its ink lies elsewhere from now on.
  mutating func extend(to point: BoardPoint) -> Bool {
    let start = last
    last = point
    guard stacking == .underInk,
      images.contains(where: { !$0.points(touchedFrom: start, to: point, reach: reach).isEmpty })
    else { return false }
    stacking = .overInk
    return true
  }

  /// The same after lost events: there was no line to this point.
  mutating func resume(at point: BoardPoint) -> Bool {
    last = point
    return extend(to: point)
  }
}

extension Scene {
  /// - Complexity: as many steps as there are elements.
  fileprivate var images: [PlacedShape] {
    elements.elements.compactMap { element in
      guard let shape = element.shape, case .image = shape.shape else { return nil }
      return shape
    }
  }
}
