import InputEvents

extension TextOutput {
  /// What stands before the first device.
  mutating func addLibinputHeader(deviceCount: Int) {
    add(
      """
      # libinput record
      version: 1
      ndevices: \(deviceCount)
      libinput:
        version: "touchreel \(TouchReelVersion.current)"
        git: "unknown"
      system:
        os: "unknown"
        kernel: "unknown"
        dmi: "unknown"
      devices:\(deviceCount == 0 ? " []" : "")

      """)
  }

  /// A device up to where its events follow.
  mutating func addLibinputDevice(_ device: DeviceDescription, number: Int) {
    let identity = device.identity
    add(
      """
      - node: \(yaml(device.node ?? "/dev/input/event\(number)"))
        evdev:
          name: \(yaml(device.name))
          id: [\(identity.bus), \(identity.vendor), \(identity.product), \(identity.version)]

      """)
    addCodes(of: device)
    let properties = device.properties.map(\.rawValue).filter { $0 <= 0x1f }.sorted().map(String.init)
    add("    properties: [\(properties.joined(separator: ", "))]\n")
    add("  hid: []\n  udev:\n")
    addFacts(device.udev)
    add("    virtual: false\n  quirks:\n  events:\n")
  }

  private mutating func addCodes(of device: DeviceDescription) {
    let table = device.announceableCodes
    add(table.isEmpty ? "    codes: {}\n" : "    codes:\n")
    for (type, codes) in table {
      let list = codes.map { String($0.rawValue) }.joined(separator: ", ")
      let name = EventNames.name(of: type).map { " # \($0)" } ?? ""
      add("      \(type.rawValue): [\(list)]\(name)\n")
    }
    let axes = table.first { $0.type == .absolute }?.codes ?? []
    add(axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n")
    for code in axes {
      let axis = device.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      let fields = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      add("      \(code.rawValue): [\(fields.map(String.init).joined(separator: ", "))]\n")
    }
  }

  private mutating func addFacts(_ udev: [String: String]) {
    add(udev.isEmpty ? "    properties: []\n" : "    properties:\n")
    for (key, value) in udev.sorted(by: { $0.key < $1.key }) { add("    - \(yaml("\(key)=\(value)"))\n") }
  }
}

/// A double-quoted scalar of YAML 1.1: printable characters as they are, the others escaped, and so are those that turn the direction of
/// reading.
func yaml(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22, 0x5c: quoted += "\\\(scalar)"
    case 0x20...0x7e, 0xa0...0x61b, 0x61d...0x200d, 0x2010...0x2027, 0x202f...0x2065, 0x206a...0xd7ff, 0xe000...0xfefe,
      0xff00...0xfffd, 0x1_0000...0x10_ffff:
      quoted.unicodeScalars.append(scalar)
    case let value:
      let digits = String(value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
  return quoted + "\""
}
