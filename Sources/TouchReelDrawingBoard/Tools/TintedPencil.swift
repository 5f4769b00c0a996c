import TouchReelDrawings
import TouchReelTouchTracking

/// The pencil, in colours that follow the touch. It is drawn anew where it is looked at, which takes longer than
/// drawing only what is new, but colours of one stroke have no order in which they could be added.
struct TintedPencilInteraction: Interaction {
  private var shaper: VertexShaper
  private var meter: TintMeter
  private var order: InkOrder
  private var shape: PenShape

  /// `nil` if strokes are not tinted, or this touch has not what tints them.
  init?(_ brush: Brush, at sample: TouchSample, on scene: Scene, ink: inout LiveInk) {
    guard let tinting = brush.tinting else { return nil }
    shaper = VertexShaper(brush: brush)
    meter = TintMeter(tinting)
    guard let step = meter.step(at: sample) else { return nil }
    order = InkOrder(brush, on: scene, at: sample.boardPoint)
    let path = StrokePath(course: brush.smoothing.course, from: shaper.vertex(of: sample))
    let tint = StrokeTint(from: step, in: tinting.colors)
    shape = PenShape(path: path, color: brush.color, tint: tint, stacking: order.stacking)
    show(in: &ink)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    release(&ink)
    let step = step(at: sample)
    if meter.needsTwoSamples, shape.tint?.runs.last?.count == 1 { shape.tint?.correctBeginning(to: step) }
    shape.tint?.extend(to: step)
    shape.path.extend(to: shaper.vertex(of: sample))
    if order.extend(to: sample.boardPoint) { shape.stacking = order.stacking }
    show(in: &ink)
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) {
    release(&ink)
    shaper.forgetMotion()
    meter.forgetMotion()
    let step = step(at: sample)
    shape.tint?.resume(at: step)
    shape.path.resume(at: shaper.vertex(of: sample))
    if order.resume(at: sample.boardPoint) { shape.stacking = order.stacking }
    show(in: &ink)
  }

  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    shape.path = shape.path.compact
    ink.replaceShape(by: .pen(shape))
    return .operation(.add(.pen(shape)))
  }

  var shown: BoardOperation? { .add(.pen(shape)) }

  mutating func redraw(ink: inout LiveInk) { show(in: &ink) }

  /// What the ink shows shares the path, which would be copied for each sample.
  private func release(_ ink: inout LiveInk) { ink.replaceShape(by: nil) }

  private func show(in ink: inout LiveInk) { ink.replaceShape(by: .pen(shape)) }

  /// That of before where the sample has no value.
  private mutating func step(at sample: TouchSample) -> UInt8 {
    meter.step(at: sample) ?? shape.tint?.runs.last?.last ?? 0
  }
}
