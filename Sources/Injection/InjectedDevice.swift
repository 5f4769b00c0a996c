import EvdevDevices
import InputEvents
import Recordings
import SystemPackage

/// A device that a recording is injected into: made for it, or one that is there.
final class InjectedDevice {
  let name: String
  /// The N of `/device/N/events`.
  let number: Int
  /// The state before the first write, in the recorded device's units.
  let stateBefore: DeviceDescription
  let losses: [String]
  /// One of the two is there.
  private var virtual: VirtualDevice?
  private var opened: InjectionNode?
  private var state: DeviceState

  /// Makes a virtual device.
  init(making opening: DeviceOpening, fuzz: VirtualDeviceSetup.Fuzz) throws(InjectionError) {
    let setup = VirtualDeviceSetup(opening.description, fuzz: fuzz)
    name = setup.name
    number = opening.number
    losses = setup.losses
    stateBefore = setup.blank
    state = DeviceState(stateBefore, slotLimit: VirtualDeviceSetup.slotLimit)
    virtual = try VirtualDevice(setup)
  }

  /// Opens a node.
  init(
    _ node: FilePath, as opening: DeviceOpening, scaling: InjectionNode.Scaling
  ) throws(InjectionError) {
    let target = try InjectionNode(node, as: opening.description, scaling: scaling)
    name = target.description.name
    number = opening.number
    losses = target.losses
    stateBefore = target.state
    state = DeviceState(stateBefore, slotLimit: VirtualDeviceSetup.slotLimit)
    opened = consume target
  }

  /// Nothing where the node is not there yet.
  func node(in folders: DeviceFolders) -> FilePath? {
    opened?.node ?? virtual?.node(in: folders)
  }

  func write(_ events: [InputEvent], at time: Timestamp) throws(InjectionError) {
    try virtual?.write(events, at: time)
    try opened?.write(events, at: time)
    state.applyWritten(events)
  }

  /// Lifts every contact and key that is down.
  func lift(at time: Timestamp) throws(InjectionError) {
    let events = state.lift(at: time)
    if !events.isEmpty { try write(events, at: time) }
  }
}
