import InputEvents
import Recordings

/// One thing to be done, ready to be done.
struct InjectionStep {
  enum Action {
    /// A device is plugged in; the events bring it to its start state.
    case make(DeviceOpening, [InputEvent])
    case write(number: Int, [InputEvent])
    /// A device is unplugged, with whatever it holds down.
    case remove(number: Int)
    /// What is still down is lifted, and the recording begins anew or is over.
    case endPass
  }

  /// On the recording's clock.
  var time: Timestamp
  var action: Action
}

/// A device that a recording is injected into, before anything was written.
struct InitialDeviceState: Sendable {
  var opening: DeviceOpening
  /// The state in the recorded device's units.
  var state: DeviceDescription
  /// Whether it outlives the unplugging of the recorded device: a node that is there does.
  var isLasting: Bool
}
