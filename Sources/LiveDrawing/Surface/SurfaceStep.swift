public import InputEvents
public import TouchTracking

/// What the events of a desktop come to, in order.
public enum SurfaceStep: Hashable, Sendable {
  /// To be recorded and tracked as if a device of the kernel had sent it.
  case frame(Frame, of: SurfaceDevice)
  /// The desktop took this contact back. The frame that lifts it follows.
  case cancel(SurfaceDevice, Slot, at: Timestamp)
}
