import InputEvents

extension DescribedDevice {
  /// A device as `libinput record` describes it.
  /// - Parameter item: the device's entry of `devices:`, without its events.
  init(_ item: YAMLNode, number: Int) {
    self.number = number
    description.node = item["node"]?.text
    if let evdev = item["evdev"] { read(evdev) }
    for property in item["udev"]?["properties"]?.items ?? [] {
      let parts = (property.text ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { description.udev[String(parts[0])] = String(parts[1]) }
    }
  }

  private mutating func read(_ evdev: YAMLNode) {
    description.name = evdev["name"]?.text ?? ""
    let identity = (evdev["id"]?.items ?? []).map { $0.number.flatMap { UInt16(exactly: $0) } ?? 0 }
    if identity.count == 4 {
      description.identity = DeviceIdentity(
        bus: identity[0], vendor: identity[1], product: identity[2], version: identity[3])
    }
    for (key, codes) in evdev["codes"]?.pairs ?? [] {
      guard let type = YAMLNode.number(key).flatMap({ UInt16(exactly: $0) }) else { continue }
      isDescribed = true
      description.codes[EventType(rawValue: type)] = Set(codes.numbers.map(EventCode.init(rawValue:)))
    }
    for (key, facts) in evdev["absinfo"]?.pairs ?? [] {
      guard let code = YAMLNode.number(key).flatMap({ UInt16(exactly: $0) }), let axis = facts.axis else { continue }
      description.axes[EventCode(rawValue: code)] = axis
    }
    description.properties = Set((evdev["properties"]?.numbers ?? []).map(InputProperty.init(rawValue:)))
  }
}

extension YAMLNode {
  fileprivate var numbers: [UInt16] { items.compactMap { $0.number.flatMap { UInt16(exactly: $0) } } }

  /// `[min, max, fuzz, flat, resolution]`.
  fileprivate var axis: AbsoluteAxis? {
    let numbers = items.map { $0.number.flatMap { Int32(exactly: $0) } ?? 0 }
    guard numbers.count >= 4 else { return nil }
    return AbsoluteAxis(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers.count > 4 ? numbers[4] : 0)
  }
}
