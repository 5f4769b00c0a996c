public import SystemPackage
public import TouchReelByteStreams
public import TouchReelEvdevDevices
public import TouchReelInputEvents
public import TouchReelRecordings

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
  /// A device cannot stand in for the recorded one.
  case unlike(target: String, device: String, reason: String)
  /// The recording does not say how large the recorded device is, so that its touches have no position on another one.
  case unknownRange(device: String, target: String)
  /// The area is not part of the device's surface.
  case areaOutside(target: String, x: AbsoluteAxis, y: AbsoluteAxis)
  /// No recorded device is called so.
  case noDevice(String, recorded: [DeviceOpening])
  /// No recorded device has positions, which could be moved.
  case nothingToMove
  /// A script is of one device.
  case severalDevices([DeviceOpening])
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
      "\(path): you may not create virtual devices; 'sudo setfacl -m u:$USER:rw \(path)' allows it until the next start"
        + UdevRule.lastingAdvice()
    case .refused(let device, let part, let error):
      "\(device): the kernel refuses \(part): \(error)"
    case .nothingToReplay: "there is nothing to replay"
    case .deviceCount(let recorded, let nodes):
      "\(counted(nodes, "node")) \(nodes == 1 ? "was" : "were") given for \(counted(recorded.count, "recorded device")) "
        + "(\(recorded.joined(separator: ", ")))"
    case .mismatch(let node, let device, let differences):
      "\(node): does not match \(device): \(differences.map(\.description).joined(separator: "; "))"
    case .unlike(let target, let device, let reason): "\(target): cannot stand in for \(device): it \(reason)"
    case .unknownRange(let device, let target):
      "the recording does not say the range of \(device.isEmpty ? "its device" : device), so its touches have no place "
        + "on \(target.isEmpty ? "another" : target)"
    case .areaOutside(let target, let x, let y):
      "\(target): the area lies outside of it: x is \(x.minimum) to \(x.maximum), y \(y.minimum) to \(y.maximum)"
    case .noDevice(let name, let recorded):
      "the recording has no device \(name); its devices are: \(list(recorded))"
    case .nothingToMove: "no device of the recording has positions"
    case .severalDevices: "a script is of one device"
    case .nodeNotPermitted(let node):
      "\(node): you may not write to it; 'sudo setfacl -m u:$USER:rw \(node)' allows it until it is unplugged"
    case .node(let error): error.description
    case .recording(let error): error.description
    case .failed(let operation, let error): "\(operation): \(error)"
    }
  }
}

private func list(_ openings: [DeviceOpening]) -> String {
  openings.map { "\($0.number) \($0.description.name)" }.joined(separator: ", ")
}

private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// How a device differs from a recorded one in what is written to it.
public enum DeviceMismatch: Hashable, Sendable, CustomStringConvertible {
  /// The recorded device has codes that this one would drop.
  case missing(EventType, [EventCode])
  case range(EventCode, recorded: AbsoluteAxis, present: AbsoluteAxis)
  case slots(recorded: Int, present: Int)

  /// Whether touches can be fitted on the device. Nothing compensates for a lack of positions, or of slots.
  package var canBeScaled: Bool {
    switch self {
    case .missing(let type, let codes): type != .absolute || !codes.contains(where: Self.essential.contains)
    case .range, .slots: true
    }
  }

  private static let essential: Set<EventCode> = [.slot, .trackingID, .x, .y, .positionX, .positionY]

  public var description: String {
    switch self {
    case .missing(let type, let codes):
      let names = codes.prefix(5).map { EventNames.name(of: $0, in: type) ?? "\(type.rawValue)/\($0.rawValue)" }
      return "it has no \(names.joined(separator: ", "))" + (codes.count > 5 ? " and \(codes.count - 5) more" : "")
    case .range(let code, let recorded, let present):
      let name = EventNames.name(of: code, in: .absolute) ?? "axis \(code.rawValue)"
      return "\(name) is \(present.minimum) to \(present.maximum), recorded \(recorded.minimum) to \(recorded.maximum)"
    case .slots(let recorded, let present):
      return "it has \(present) slots, recorded \(recorded)"
    }
  }
}

extension DeviceDescription {
  /// What a device lacks to stand in for this recorded one. What it has beyond that does no harm.
  package func differences(of present: DeviceDescription) -> [DeviceMismatch] {
    var differences: [DeviceMismatch] = []
    for (type, recorded) in codes.sorted(by: { $0.key < $1.key }) where type != .synchronization && type != .repetition
    {
      let missing = recorded.filter { !present.has(type, $0) }.sorted()
      if !missing.isEmpty { differences.append(.missing(type, missing)) }
    }
    for (code, axis) in axes.sorted(by: { $0.key < $1.key }) where code != .slot && code != .trackingID {
      guard let other = present.axes[code], other.minimum != axis.minimum || other.maximum != axis.maximum else {
        continue
      }
      differences.append(.range(code, recorded: axis, present: other))
    }
    if slotCount > present.slotCount, present.slotCount > 0 {
      differences.append(.slots(recorded: slotCount, present: present.slotCount))
    }
    return differences
  }

  private var slotCount: Int { axes[.slot].map { max(Int($0.maximum) + 1, 0) } ?? 0 }
}
