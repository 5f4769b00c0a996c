public import InputEvents

/// A pen or finger near the surface that does not touch it. It is no touch: it draws nothing and is not counted.
public struct HoverEvent: Hashable, Sendable {
  public enum Phase: Hashable, Sendable { case entered, moved, left }

  public var device: DeviceChannel
  public var slot: Slot
  public var phase: Phase
  /// The state at this step; for `left` the last one that the device reported, at the time of leaving.
  public var sample: TouchSample

  public init(device: DeviceChannel, slot: Slot, phase: Phase, sample: TouchSample) {
    self.device = device
    self.slot = slot
    self.phase = phase
    self.sample = sample
  }
}
