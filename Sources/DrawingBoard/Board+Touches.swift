internal import Canvas
public import TouchTracking

extension Board {
  /// Takes one step of a touch.
  ///
  /// What cannot be is passed over: a step of a touch that is not down, a second beginning, a point that is no number.
  public mutating func handle(_ event: TouchEvent) {
    let id = event.touch.id
    switch event.phase {
    case .began:
      guard live[id] == nil, event.sample.boardPoint.isUsable else { return }
      begin(event)
    case .moved(let gap):
      guard live[id] != nil, event.sample.boardPoint.isUsable else { return }
      if gap {
        live[id]?.resume(at: event.sample, damage: &damage)
      } else {
        live[id]?.move(to: event.sample, damage: &damage)
      }
    case .ended: end(id)
    case .cancelled: cancel(id)
    }
    lines.handle(event)
  }

  private mutating func begin(_ event: TouchEvent) {
    var touch = LiveTouch(event.touch, at: event.sample, settings, ink: LiveInk(raster: raster, pace: pace))
    touch.collectDamage(into: &damage)
    live[event.touch.id] = touch
  }

  /// The ink goes under that of all touches still down, so that it may look different from before.
  private mutating func end(_ id: Touch.ID) {
    guard var touch = live.removeValue(forKey: id) else { return }
    guard let operation = touch.end(damage: &damage) else { return touch.damageAll(into: &damage) }
    if !live.isEmpty || settings.theme != .ownColor { touch.damageAll(into: &damage) }
    history.commit(operation, touch.ink.layers, to: &sheet)
  }

  mutating func cancel(_ id: Touch.ID) {
    guard var touch = live.removeValue(forKey: id) else { return }
    touch.damageAll(into: &damage)
    guard settings.cancelledInk == .shown, case .add(let shape)? = touch.end(damage: &damage) else { return }
    cancelled.add(shape, touch.ink.layers)
  }
}
