import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// A touch that is down: what it does, and its ink.
struct LiveTouch: Sendable {
  let touch: Touch
  let actsOnShapes: Bool
  private var interaction: any Interaction
  /// What it follows, if it began at the edge of a guide.
  private var course: GuidedCourse?
  private(set) var ink: LiveInk
  private var dragging: Dragging

  init(
    _ touch: Touch, at sample: TouchSample, _ brush: Brush, on scene: Scene,
    in pendingAngles: inout PendingAngles, ink: LiveInk
  ) {
    self.touch = touch
    self.ink = ink
    dragging = brush.rules.dragging
    course = brush.guide?.course(from: sample.boardPoint)
    let sample = course?.guided(sample) ?? sample
    interaction = brush.tool.begin(brush, at: sample, on: scene, in: &pendingAngles, ink: &self.ink)
    actsOnShapes = interaction.actsOnShapes
  }

  /// The arm that it took, to be put back if the touch leaves nothing.
  var firstArm: PendingAngle? { interaction.firstArm }
  var claim: ShapeClaim? { interaction.claim }
  var marquee: [BoardPoint]? { interaction.marquee }
  var shown: BoardOperation? { interaction.shown }

  mutating func keepShapes(where exists: (ElementID) -> Bool) { interaction.keepShapes(where: exists) }

  /// - Parameter damage: takes in what it changed.
  mutating func move(to sample: TouchSample, damage: inout Damage) {
    interaction.move(to: course?.guided(sample) ?? sample, ink: &ink)
    ink.moveDamage(to: &damage)
  }

  var constrainsOthers: Bool { interaction.constrainsOthers }

  /// - Returns: whether that is another than before.
  mutating func follow(_ new: Dragging, damage: inout Damage) -> Bool {
    guard new != dragging else { return false }
    dragging = new
    interaction.follow(dragging, ink: &ink)
    ink.moveDamage(to: &damage)
    return true
  }

  mutating func resume(at sample: TouchSample, damage: inout Damage) {
    interaction.resume(at: course?.guided(sample) ?? sample, ink: &ink)
    ink.moveDamage(to: &damage)
  }

  mutating func end() -> TouchOutcome { interaction.end(ink: &ink) }

  /// What it has drawn, for the operation that it leaves.
  mutating func finishedInk(damage: inout Damage) -> NewInk {
    let finished = ink.finished()
    ink.moveDamage(to: &damage)
    return finished
  }

  mutating func collectDamage(into damage: inout Damage) { ink.moveDamage(to: &damage) }

  mutating func settle(damage: inout Damage) {
    ink.settle()
    ink.moveDamage(to: &damage)
  }

  mutating func damageAll(into damage: inout Damage) {
    ink.damageAll()
    ink.moveDamage(to: &damage)
  }

  /// What it shows in tiles where other ink is as well has changed.
  mutating func damage(where other: LiveInk, into damage: inout Damage) {
    ink.damage(where: other)
    ink.moveDamage(to: &damage)
  }

  mutating func redraw(on fresh: LiveInk) {
    ink = fresh
    interaction.redraw(ink: &ink)
  }
}

/// The touches that are down, in order of beginning. They are few, so that a search costs less than a hash.
struct LiveTouches: Sendable {
  var touches: [LiveTouch] = []

  var isEmpty: Bool { touches.isEmpty }

  func index(of id: Touch.ID) -> Int? { touches.firstIndex { $0.touch.id == id } }

  mutating func insert(_ touch: LiveTouch) {
    let later = touches.lastIndex { $0.touch.id < touch.touch.id }.map { $0 + 1 } ?? 0
    touches.insert(touch, at: later)
  }

  /// Their ink, bottom to top.
  func appendLayers(to layers: inout [InkLayer]) {
    layers.reserveCapacity(layers.count + touches.count)
    for index in touches.indices {
      layers.append(contentsOf: touches[index].ink.shapeLayers)
      if let stroke = touches[index].ink.stroke { layers.append(stroke.layer) }
    }
  }

  mutating func remove(_ id: Touch.ID) -> LiveTouch? { index(of: id).map { touches.remove(at: $0) } }
}
