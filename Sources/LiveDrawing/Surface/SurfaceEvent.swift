public import InputEvents
import TouchTracking

/// An event of a finger, pen or mouse where it is on the surface that shows a board. A desktop reports them, and
/// ``ReadPointers`` makes them of devices that are read directly.
public struct SurfaceEvent: Hashable, Sendable {
  public var pointer: PointerEvent.Pointer
  public var phase: PointerEvent.Phase
  public var point: SurfacePoint
  /// The time on the session's clock, which is CLOCK_MONOTONIC for a window.
  public var time: Timestamp

  public init(_ pointer: PointerEvent.Pointer, _ phase: PointerEvent.Phase, at point: SurfacePoint, time: Timestamp) {
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
