public import InputEvents

/// What a device of a pump did.
public struct DeviceInput: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// It was opened, at the start or because it is back. Its state is part of the description.
    case opened(DeviceDescription)
    case frame(Frame)
    /// Events were lost; this is the state of all slots, keys and axes since.
    case synced(Frame)
    /// It was unplugged, revoked or reset: its contacts will not be lifted.
    case removed
  }

  /// The device's number within its pump; the same when it is back.
  public var device: Int
  public var step: Step

  public init(device: Int, step: Step) {
    self.device = device
    self.step = step
  }
}
