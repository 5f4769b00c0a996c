import Drawings
import TouchTracking

/// Removes whole shapes that the touch comes within half the eraser's width of, all in one operation. They are hidden
/// at once, and back if the touch is cancelled.
struct ShapeEraserInteraction: Interaction {
  private let scene: Scene
  /// In board points.
  private let reach: Double
  private var place: BoardPoint
  private var shapes: Set<ElementID> = []

  init(_ brush: Brush, at sample: TouchSample, on scene: Scene) {
    self.scene = scene
    reach = brush.width / 2
    place = sample.boardPoint.onGrid
    touch(from: place)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    let start = place
    place = sample.boardPoint.onGrid
    touch(from: start)
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) {
    place = sample.boardPoint.onGrid
    touch(from: place)
  }

  mutating func redraw(ink: inout LiveInk) {}

  mutating func end(ink: inout LiveInk) -> TouchOutcome { removal.map { .change($0) } ?? .nothing }

  mutating func keepShapes(where isThere: (ElementID) -> Bool) { shapes = shapes.filter(isThere) }

  var actsOnShapes: Bool { true }

  var claim: ShapeClaim? { removal.map { ShapeClaim(shapes: shapes, change: $0) } }

  private var removal: BoardOperation? { shapes.isEmpty ? nil : .remove(shapes) }

  private mutating func touch(from start: BoardPoint) {
    shapes.formUnion(scene.shapes(touchedFrom: start, to: place, reach: reach))
  }
}
