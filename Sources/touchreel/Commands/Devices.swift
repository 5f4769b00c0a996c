import ArgumentParser
import EvdevDevices
import InputEvents
import Replaying
import SystemPackage

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists touch devices, and how to get at those that you may not read.",
    discussion: """
        touchreel devices
        touchreel devices --json | jq -r '.[] | select(.kind == "touchscreen").node'
      """)

  @Flag(help: "List all input devices: mice, keyboards and buttons, too.") var all = false
  @Flag(help: "Print JSON: an array of objects.") var json = false

  func run() throws {
    let reports = DeviceList.devices().filter { all || $0.description.isTouch }.map(DeviceReport.init)
    if json { return try Terminal.say(json: reports) }
    if reports.isEmpty { return Terminal.warn("there is no touch device; --all lists the others") }
    try Terminal.say(reports.flatMap(\.lines))
    guard reports.contains(where: { $0.access == "notPermitted" }) else { return }
    try Terminal.say([
      "", "scripts/install-udev-rule installs this rule, which permits touch devices to whoever is logged in:",
    ])
    try Terminal.say(DevicePermission.udevRules.map { "  " + $0 })
  }
}

/// What `devices` tells of a device.
private struct DeviceReport: Encodable {
  struct Axis: Encodable {
    var minimum: Int32
    var maximum: Int32
    var resolution: Int32
    var fuzz: Int32
  }

  struct Size: Encodable {
    var width: Double
    var height: Double
  }

  var node: String
  var links: [String]
  var name: String
  var kind: String
  var `protocol`: String
  var slots: Int
  var axes: [String: Axis]
  /// In millimetres.
  var size: Size?
  var access: String
  /// What gives access where it is missing.
  var advice: String?

  init(_ device: ListedDevice) {
    let description = device.description
    node = device.node.string
    links = device.links.map(\.string)
    name = description.name
    kind = description.kind.rawValue
    self.protocol = description.contactProtocol.rawValue
    slots = description.slotCount
    axes = Dictionary(
      uniqueKeysWithValues: description.axes.map { code, axis in
        let name = EventNames.name(of: code, in: .absolute) ?? "\(code.rawValue)"
        return (
          name,
          Axis(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution, fuzz: axis.fuzz)
        )
      })
    size = description.surfaceSize.map { Size(width: $0.width, height: $0.height) }
    access = device.access.rawValue
    if device.access == .notPermitted { advice = DevicePermission.advice(for: device.node.string) }
  }

  /// A line of facts, and lines for what it can do and how to get at it.
  var lines: [String] {
    var facts = [kind, "protocol \(self.protocol)"]
    if slots > 0 { facts.append("\(slots) slots") }
    if let size { facts.append("\(Int(size.width.rounded()))×\(Int(size.height.rounded())) mm") }
    var lines = ["\(node)  \(name.printableName)  (\(facts.joined(separator: ", ")))"]
    for (name, axis) in axes.sorted(by: { $0.key < $1.key }) {
      let resolution = axis.resolution > 0 ? ", \(axis.resolution) per mm" : ""
      lines.append("    \(name) \(axis.minimum)…\(axis.maximum)\(resolution)")
    }
    lines += links.map { "    \($0)" }
    if let advice { lines.append("    you may not read it: \(advice)") }
    if access == ListedDevice.Access.unusable.rawValue { lines.append("    cannot be opened") }
    return lines
  }
}
