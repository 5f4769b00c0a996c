public import ByteStreams
public import EvdevDevices
public import SystemPackage

/// Why a recording cannot be injected, in one line that a user can act on.
public enum InjectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no `/dev/uinput`: the kernel's module is not loaded.
  case noUinput(FilePath)
  /// This user may not create virtual devices.
  case uinputNotPermitted(FilePath)
  /// The kernel refuses a part of a device's description.
  case refused(device: String, part: String, Errno)
  /// The recording has no events, or none after the start time.
  case nothingToReplay
  /// The number of nodes is not the number of recorded devices.
  case deviceCount(recorded: [String], nodes: Int)
  /// A node that is written to does not have the shape of the recorded device.
  case mismatch(node: FilePath, device: String, [DeviceMismatch])
  /// This user may not write to a node.
  case nodeNotPermitted(FilePath)
  case node(DeviceError)
  /// The rest of the recording cannot be read.
  case recording(FileError)
  case failed(operation: String, Errno)

  public var description: String {
    switch self {
    case .noUinput(let path):
      "\(path): uinput does not exist; 'sudo modprobe uinput' loads its module"
    case .uinputNotPermitted(let path):
      "\(path): you may not create virtual devices; 'sudo setfacl -m u:$USER:rw \(path)' allows it until the next start, "
        + "'scripts/install-udev-rule' permanently"
    case .refused(let device, let part, let error):
      "\(device): the kernel refuses \(part): \(error)"
    case .nothingToReplay: "there is nothing to replay"
    case .deviceCount(let recorded, let nodes):
      "\(counted(nodes, "node")) \(nodes == 1 ? "was" : "were") given for \(counted(recorded.count, "recorded device")) "
        + "(\(recorded.joined(separator: ", "))); pass one --device for each, or remove devices with 'touchreel cut --device'"
    case .mismatch(let node, let device, let differences):
      "\(node): does not match \(device): \(differences.map(\.description).joined(separator: "; "))"
        + (differences.allSatisfy(\.canBeScaled) ? "; --scale adapts the values" : "")
    case .nodeNotPermitted(let node):
      "\(node): you may not write to it; 'sudo setfacl -m u:$USER:rw \(node)' allows it until it is unplugged"
    case .node(let error): error.description
    case .recording(let error): error.description
    case .failed(let operation, let error): "\(operation): \(error)"
    }
  }
}

private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
