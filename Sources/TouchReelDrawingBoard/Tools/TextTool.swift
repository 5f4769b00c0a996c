import TouchReelDrawings
import TouchReelTouchTracking

/// A tap on a text edits it, a tap on an empty spot begins a new one; drags do nothing.
struct TextInteraction: Interaction {
  private let start: BoardPoint
  private let hit: Element?
  private var isTap = true

  init(on scene: Scene, at start: BoardPoint) {
    self.start = start.onGrid
    hit = scene.topmostText(at: start.onGrid)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    if start.distance(to: sample.boardPoint.onGrid) > DragThreshold.points { isTap = false }
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) { move(to: sample, ink: &ink) }

  mutating func redraw(ink: inout LiveInk) {}

  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    guard isTap else { return .nothing }
    return .edit(hit?.id, at: start)
  }
}

extension Scene {
  fileprivate func topmostText(at point: BoardPoint) -> Element? {
    topmost(at: point) { element in
      if case .text? = element.shape?.shape { !held.contains(element.id) } else { false }
    }
  }
}
