import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// Draws every point; one that never moves leaves a dot of the stroke's width.
struct PencilInteraction: Interaction {
  private let color: PixelColor
  private var order: InkOrder
  private var freehand: Freehand

  init(_ brush: Brush, at sample: TouchSample, on scene: Scene, ink: inout LiveInk) {
    color = brush.color
    order = InkOrder(brush, on: scene, at: sample.boardPoint)
    ink.beginStroke(order.stacking.paint(color))
    freehand = Freehand(brush: brush, from: sample, ink: &ink)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    freehand.move(to: sample, ink: &ink)
    if order.extend(to: sample.boardPoint) { redraw(ink: &ink) }
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) {
    freehand.resume(at: sample, ink: &ink)
    if order.resume(at: sample.boardPoint) { redraw(ink: &ink) }
  }

  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    freehand.finish(ink: &ink)
    return .operation(.add(.pen(shape(along: freehand.path.compact))))
  }

  var shown: BoardOperation? { .add(.pen(shape(along: freehand.path))) }

  private func shape(along path: StrokePath) -> PenShape {
    PenShape(path: path, color: color, stacking: order.stacking)
  }

  mutating func redraw(ink: inout LiveInk) {
    ink.beginStroke(order.stacking.paint(color))
    freehand.redraw(ink: &ink)
  }
}

/// Takes committed ink away along a stroke of constant width; never the background.
struct EraserInteraction: Interaction {
  private var freehand: Freehand

  init(_ brush: Brush, at sample: TouchSample, ink: inout LiveInk) {
    ink.beginStroke(.erasure)
    freehand = Freehand(brush: brush.constant, from: sample, ink: &ink)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) { freehand.move(to: sample, ink: &ink) }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) { freehand.resume(at: sample, ink: &ink) }

  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    freehand.finish(ink: &ink)
    return .operation(.erase(Erasure(path: freehand.path.compact)))
  }

  var shown: BoardOperation? { .erase(Erasure(path: freehand.path)) }

  mutating func redraw(ink: inout LiveInk) {
    ink.beginStroke(.erasure)
    freehand.redraw(ink: &ink)
  }
}
