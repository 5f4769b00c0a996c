import TouchReelDrawings
import TouchReelTouchTracking

/// Removes whole shapes that the touch comes within half the eraser's width of, all in one operation. They are hidden
/// at once, and back if the touch is cancelled.
struct ShapeEraserInteraction: Interaction {
  private let scene: Scene
  /// The reach, in board points.
  private let reach: Double
  private var position: BoardPoint
  private var shapes: Set<ElementID> = []

  init(_ brush: Brush, at sample: TouchSample, on scene: Scene) {
    self.scene = scene
    reach = brush.width / 2
    position = sample.boardPoint.onGrid
    touch(from: position)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    let start = position
    position = sample.boardPoint.onGrid
    touch(from: start)
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) {
    position = sample.boardPoint.onGrid
    touch(from: position)
  }

  mutating func redraw(ink: inout LiveInk) {}

  mutating func end(ink: inout LiveInk) -> TouchOutcome { removal.map { .change($0) } ?? .nothing }

  mutating func keepShapes(where exists: (ElementID) -> Bool) { shapes = shapes.filter(exists) }

  var actsOnShapes: Bool { true }

  var claim: ShapeClaim? { removal.map { ShapeClaim(shapes: shapes, change: $0) } }

  private var removal: BoardOperation? { shapes.isEmpty ? nil : .remove(shapes) }

  private mutating func touch(from start: BoardPoint) {
    shapes.formUnion(scene.shapes(touchedFrom: start, to: position, reach: reach))
  }
}
