import TouchReelInputEvents

extension DeviceDescription {
  /// With the state that ``TextOutput/addGetevent(_:)`` tells. Where slots have one, which it has no words for, events
  /// say that and what else is pressed, together: only lights and switches are told. Of a device that is not described
  /// only the name is written.
  var withStateOfGetevent: DeviceDescription {
    var told = withoutState
    guard isComplete else { return told }
    told.slots = slots
    let tellsAll = DeviceState(told).isBlank
    if tellsAll { told = self }
    (told.slots, told.active) = ([], [:])
    for (type, codes) in announceableCodes where tellsAll || [.led, .switches].contains(type) {
      told.active[type] = active[type]?.intersection(codes)
    }
    return told
  }
}

extension TextOutput {
  /// What follows `add device` as `getevent -i` prints it, in numbers.
  mutating func addGetevent(_ device: DeviceDescription) {
    let identity = device.identity
    let numbers = [
      ("bus:     ", identity.bus), ("vendor   ", identity.vendor), ("product  ", identity.product),
      ("version  ", identity.version),
    ]
    for (title, number) in numbers {
      add("  \(title) ")
      add(hexadecimal: UInt32(number), digits: 4)
      add("\n")
    }
    for (title, text) in [("name:    ", device.name), ("location:", device.phys), ("id:      ", device.uniq)] {
      add("  \(title) \"\(text.onOneLine)\"\n")
    }
    add("  events:\n")
    let told = device.withStateOfGetevent
    for (type, codes) in told.announceableCodes {
      if type == .absolute { addAxes(codes, of: told) } else { addCodes(codes, of: type, told) }
    }
    addProperties(device.properties)
  }

  /// `    KEY (0001): `, filled up so that codes stand below each other.
  private mutating func addHeading(of type: EventType) {
    let name = EventNames.name(of: type).map { String($0.dropFirst(3)) } ?? "???"
    add("    \(name) (")
    add(hexadecimal: UInt32(type.rawValue), digits: 4)
    add("): ")
  }

  private mutating func addCodes(_ codes: [EventCode], of type: EventType, _ device: DeviceDescription) {
    addHeading(of: type)
    let active = device.active[type] ?? []
    for (index, code) in codes.enumerated() {
      if index > 0 { add(index.isMultiple(of: 8) ? "\n                " : "  ") }
      add(hexadecimal: UInt32(code.rawValue), digits: 4)
      if active.contains(code) { add(byte: UInt8(ascii: "*")) }
    }
    add("\n")
  }

  private mutating func addAxes(_ codes: [EventCode], of device: DeviceDescription) {
    addHeading(of: .absolute)
    for (index, code) in codes.enumerated() {
      if index > 0 { add("                ") }
      let axis = device.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      add(hexadecimal: UInt32(code.rawValue), digits: 4)
      add("  : value \(axis.value), min \(axis.minimum), max \(axis.maximum), fuzz \(axis.fuzz), flat \(axis.flat)")
      add(", resolution \(axis.resolution)\n")
    }
    if codes.isEmpty { add("\n") }
  }

  private mutating func addProperties(_ properties: Set<InputProperty>) {
    add("  input props:\n")
    if properties.isEmpty { add("    <none>\n") }
    for property in properties.sorted() {
      if let name = EventNames.name(of: property) {
        add("    \(name)\n")
      } else {
        add("    ")
        add(hexadecimal: UInt32(property.rawValue), digits: 4)
        add("\n")
      }
    }
  }
}
