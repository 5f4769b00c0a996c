import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelLiveDrawing

struct ClickRecognizerTests {
  private func event(
    _ pointer: PointerEvent.Pointer, _ phase: PointerEvent.Phase, _ x: Double
  ) -> SurfaceEvent {
    SurfaceEvent(pointer, phase, at: SurfacePoint(x: x, y: 5), time: Timestamp(nanoseconds: 0))
  }

  private func clicks(_ events: [SurfaceEvent]) -> [SurfacePoint] {
    var recognizer = ClickRecognizer()
    return events.compactMap { recognizer.handle($0) }
  }

  private let one = PointerEvent.Pointer.finger(TouchSequence(rawValue: 1))
  private let two = PointerEvent.Pointer.finger(TouchSequence(rawValue: 2))

  @Test func `What is lifted where it touched is a click there`() {
    for pointer in [PointerEvent.Pointer.mouse, .pen(PenState()), one] {
      let seen = clicks([event(pointer, .began, 10), event(pointer, .moved, 11), event(pointer, .ended, 11)])
      #expect(seen == [SurfacePoint(x: 10, y: 5)])
    }
  }

  @Test func `A drag, a cancelled touch and two fingers are no click`() {
    #expect(clicks([event(.mouse, .began, 10), event(.mouse, .moved, 90), event(.mouse, .ended, 10)]).isEmpty)
    #expect(clicks([event(one, .began, 10), event(one, .cancelled, 10)]).isEmpty)
    let both = [event(one, .began, 10), event(two, .began, 50), event(one, .ended, 10), event(two, .ended, 50)]
    #expect(clicks(both).isEmpty)
    #expect(clicks([event(.mouse, .moved, 10), event(.mouse, .ended, 10)]).isEmpty)
  }
}
