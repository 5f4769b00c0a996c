public import ByteStreams
public import EvdevDevices
public import SystemPackage

/// Why a recording cannot be injected, in one line that a user can act on.
public enum InjectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no `/dev/uinput`: the kernel's module is not loaded.
  case noUinput(FilePath)
  /// This user may not make virtual devices.
  case uinputNotPermitted(FilePath)
  /// The kernel refuses a part of a device's description.
  case refused(device: String, part: String, Errno)
  /// The recording has no events, or none after the instant to start at.
  case nothingToReplay
  /// The recording has another number of devices than nodes were named.
  case deviceCount(recorded: [String], nodes: Int)
  /// A node that is written to does not have the shape of the recorded device.
  case mismatch(node: FilePath, device: String, [DeviceMismatch])
  /// This user may not write to a node.
  case nodeNotPermitted(FilePath)
  case node(DeviceError)
  /// The recording cannot be read on.
  case recording(FileError)
  case failed(operation: String, Errno)

  public var description: String {
    switch self {
    case .noUinput(let path):
      "\(path): there is no uinput; 'sudo modprobe uinput' loads its module"
    case .uinputNotPermitted(let path):
      "\(path): you may not make virtual devices; 'sudo setfacl -m u:$USER:rw \(path)' permits it until the next start, "
        + "'scripts/install-udev-rule' for good"
    case .refused(let device, let part, let error):
      "\(device): the kernel refuses \(part): \(error)"
    case .nothingToReplay: "there is nothing to replay"
    case .deviceCount(let recorded, let nodes):
      "\(nodes) \(nodes == 1 ? "node was" : "nodes were") named for \(recorded.count) recorded devices "
        + "(\(recorded.joined(separator: ", "))); name one --device for each, or take out devices with 'touchreel cut --device'"
    case .mismatch(let node, let device, let differences):
      "\(node): is not like \(device): \(differences.map(\.description).joined(separator: "; "))"
        + (differences.allSatisfy(\.canBeScaled) ? "; --scale adapts the values" : "")
    case .nodeNotPermitted(let node):
      "\(node): you may not write to it; 'sudo setfacl -m u:$USER:rw \(node)' permits it until it is unplugged"
    case .node(let error): error.description
    case .recording(let error): error.description
    case .failed(let operation, let error): "\(operation): \(error)"
    }
  }
}
