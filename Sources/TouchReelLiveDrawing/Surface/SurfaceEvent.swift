package import TouchReelInputEvents
import TouchReelTouchTracking

/// An event of a finger, pen or mouse where it is on the surface that shows a board. A desktop reports them, and
/// ``ReadPointers`` makes them of devices that are read directly.
package struct SurfaceEvent: Hashable, Sendable {
  package var pointer: PointerEvent.Pointer
  package var phase: PointerEvent.Phase
  package var point: SurfacePoint
  /// The button of a mouse that is pressed or let go.
  package var button = MouseButton.primary
  /// The time on the session's clock, which is CLOCK_MONOTONIC for a window.
  package var time: Timestamp

  package init(_ pointer: PointerEvent.Pointer, _ phase: PointerEvent.Phase, at point: SurfacePoint, time: Timestamp) {
    self.pointer = pointer
    self.phase = phase
    self.point = point
    self.time = time
  }

  /// The same event on the board.
  ///
  /// - Parameter position: the board point that the surface shows there.
  func onBoard(at position: BoardPoint) -> PointerEvent { PointerEvent(pointer, phase, at: position, time: time) }
}
