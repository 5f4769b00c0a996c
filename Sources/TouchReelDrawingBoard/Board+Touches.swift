import TouchReelCanvas
import TouchReelDrawings
public import TouchReelTouchTracking

extension Board {
  /// Takes one step of a touch.
  ///
  /// Steps that make no sense are ignored: of a touch that is not down, a second beginning, a coordinate that is NaN or
  /// infinite.
  ///
  /// - Parameter event: its `TouchSample.boardPoint` in board points; its time, which tools use for speed, may stand
  ///   still or go back.
  /// - Complexity: of freehand ink, the pixels near the new piece; of a shape, its own pixels; of a selection, nothing
  ///   until ``drainDamage(threads:)``. Beginning and ending with the selection or text tool look at all elements.
  public mutating func handle(_ event: TouchEvent) {
    let id = event.touch.id
    switch event.phase {
    case .began:
      guard live.index(of: id) == nil, event.sample.boardPoint.isUsable, isLayerOpen, !hides(id) else { return }
      begin(event)
    case .moved(let gap):
      guard let index = live.index(of: id), event.sample.boardPoint.isUsable else { return }
      if gap {
        live.touches[index].resume(at: event.sample, damage: &damage)
      } else {
        live.touches[index].move(to: event.sample, damage: &damage)
      }
      if live.touches[index].actsOnShapes {
        leaveWhatIsTaken(index)
        showChanges()
      }
    case .ended: end(id)
    case .cancelled: cancel(id)
    }
    if settings.handles != .turning, !event.phase.isMove { followDragging() }
    switch keptLines {
    case .all: lines.handle(event)
    case .inProgress:
      lines.handle(event)
      lines.forgetFinished()
    case .none: break
    }
  }

  /// Holds the drags that are under way to what the settings, and touches that hold others, say now.
  mutating func followDragging() {
    let isHeld = live.touches.contains(where: \.constrainsOthers)
    let dragging = isHeld ? .constrained : settings.dragging
    var isFollowed = false
    for index in live.touches.indices where live.touches[index].follow(dragging, damage: &damage) { isFollowed = true }
    if isFollowed, live.touches.contains(where: \.actsOnShapes) { showChanges() }
  }

  private mutating func begin(_ event: TouchEvent) {
    let brush = Brush(settings, tinting, for: event.touch).with(touchLooks[event.touch.id])
    if brush.looksForShapes { committed.updateIndex() }
    let scene = scene
    var touch = LiveTouch(
      event.touch, at: event.sample, brush, on: scene, in: &pendingAngles, ink: LiveInk(raster: raster, mode: mode))
    touch.collectDamage(into: &damage)
    live.insert(touch)
    if touch.claim?.change != nil { showChanges() }
  }

  /// A touch that takes shapes as it goes leaves those that others took since it began, and what is on another layer
  /// now or gone.
  private mutating func leaveWhatIsTaken(_ index: Int) {
    guard let taken = live.touches[index].claim?.shapes, !taken.isEmpty else { return }
    let others = live.touches.indices.filter { $0 != index }.compactMap { live.touches[$0].claim?.shapes }
    let elements = committed.elements
    live.touches[index].keepShapes { id in
      elements[id]?.shape != nil && !others.contains { $0.contains(id) }
    }
  }

  /// The ink goes under that of all touches still down. On a layer that has been closed, nothing is left.
  private mutating func end(_ id: Touch.ID) {
    guard isLayerOpen else { return cancel(id) }
    guard var touch = live.remove(id) else { return }
    let outcome = touch.end()
    let ink = touch.finishedInk(damage: &damage)
    damageWhatLooksDifferent(&touch)
    switch outcome {
    case .operation(let operation): commit(operation, ink)
    case .change(let operation):
      commitIfPossible(operation)
      showChanges()
    case .firstArm(let arm):
      // With another tool, no second drag would ever complete it.
      if settings.tool == .angle { pendingAngles.leave(arm) } else { touch.damageAll(into: &damage) }
    case .select(let shapes, then: let operation):
      if let operation { commitIfPossible(operation) }
      select(shapes)
      showChanges()
    case .edit(let text, at: let point): edit(text, at: point)
    case .nothing:
      touch.damageAll(into: &damage)
      putBack(touch.firstArm)
    }
  }

  /// That is where ink which was under that of an ended touch is now above it, and where an eraser in progress reaches
  /// it.
  private mutating func damageWhatLooksDifferent(_ touch: inout LiveTouch) {
    guard settings.theme == .ownColor, pendingAngles.firstArms.isEmpty else { return touch.damageAll(into: &damage) }
    for index in live.touches.indices {
      let isAboveNow = live.touches[index].touch.id < touch.touch.id
      guard isAboveNow || live.touches[index].ink.isErasing else { continue }
      touch.damage(where: live.touches[index].ink, into: &damage)
    }
  }

  /// Takes the touches away that are down, as if they had never been.
  package mutating func leaveOutTouches() {
    for touch in openTouches { _ = remove(touch.id) }
  }

  private mutating func remove(_ id: Touch.ID) -> LiveTouch? {
    guard var touch = live.remove(id) else { return nil }
    touch.damageAll(into: &damage)
    putBack(touch.firstArm)
    if touch.actsOnShapes { showChanges() }
    return touch
  }

  mutating func cancel(_ id: Touch.ID) {
    guard var touch = remove(id) else { return }
    guard settings.cancelledInk == .shown, case .operation(.add(let shape)) = touch.end() else { return }
    touch.settle(damage: &damage)
    cancelled.add(shape, touch.ink.layers)
  }

  /// An arm of an angle waits again for its second drag.
  private mutating func putBack(_ arm: PendingAngle?) {
    guard let arm else { return }
    pendingAngles.putBack(arm)
    damageAll(of: arm)
  }

  mutating func damageAll(of arm: PendingAngle) {
    for layer in arm.shape.layers(on: raster) { damage.formUnion(layer.coverage) }
  }
}

extension TouchPhase {
  fileprivate var isMove: Bool {
    if case .moved = self { true } else { false }
  }
}
