public import InputEvents

/// How a device differs from a recorded one in what is written to it.
public enum DeviceMismatch: Hashable, Sendable, CustomStringConvertible {
  /// The recorded device has codes that this one would drop.
  case missing(EventType, [EventCode])
  case range(EventCode, recorded: AbsoluteAxis, present: AbsoluteAxis)
  case slots(recorded: Int, present: Int)

  /// Whether values can be adapted. Nothing compensates for fewer slots, or none.
  public var canBeScaled: Bool {
    switch self {
    case .missing(let type, let codes): type != .absolute || !codes.contains(where: Self.essential.contains)
    case .range: true
    case .slots: false
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
  public func differences(of present: DeviceDescription) -> [DeviceMismatch] {
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
