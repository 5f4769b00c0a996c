import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelTouchTracking

/// Counts touches as they begin and end.
struct TouchCount: ReplaySink {
  private(set) var touches = RecordingFacts.Touches()

  mutating func handle(_ event: TouchEvent) {
    switch event.phase {
    case .began: touches.began += 1
    case .moved: return
    case .ended: touches.ended += 1
    case .cancelled(let reason): touches.cancelled[reason, default: 0] += 1
    }
    let open = touches.began - touches.ended - touches.cancelled.values.reduce(0, +)
    touches.maximumSimultaneous = max(touches.maximumSimultaneous, open)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}
