import ArgumentParser
import SystemPackage
import TouchReelClampedNumbers
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelReplaying

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List touch devices, and how to get access to those that you may not read.",
    discussion: """
        touchreel devices
        touchreel devices --json | jq -r '.[] | select(.kind == "pen").node'
      """)

  @Flag(help: "List all input devices, including mice, keyboards and buttons.") var all = false
  @Flag(help: "Print the devices' nodes only, one a line.") var nodes = false
  @Flag(help: "Print JSON: an array of objects.") var json = false

  func run() throws {
    let reports = DeviceList.devices().filter { all || $0.description.isTouch }.map(DeviceReport.init)
    if json { return try Terminal.print(json: reports) }
    if nodes { return try Terminal.print(reports.map(\.node)) }
    if reports.isEmpty { return Terminal.warn("no touch devices found; --all lists the other input devices") }
    try Terminal.print(reports.flatMap(\.lines))
    guard reports.contains(where: { $0.access == "notPermitted" }), UdevRule.installed == nil else { return }
    try Terminal.print([
      "", "\(UdevRule.installation) installs this rule, which gives the logged-in user access to touch devices:",
    ])
    try Terminal.print(UdevRule.lines.map { "  " + $0 })
  }
}

/// The facts that `devices` prints about a device.
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
  /// Millimetres.
  var size: Size?
  var access: String
  /// How to get access, if the user has none.
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

  /// A line of facts, then lines for its axes, links and access.
  var lines: [String] {
    var facts = [kind.spaced, "protocol \(self.protocol)"]
    if slots > 0 { facts.append(counted(slots, "slot")) }
    if let size { facts.append("\(Int(clamping: size.width.rounded()))×\(Int(clamping: size.height.rounded())) mm") }
    var lines = ["\(node)  \(name.printableName)  (\(facts.joined(separator: ", ")))"]
    for (name, axis) in axes.sorted(by: { $0.key < $1.key }) {
      let resolution = axis.resolution > 0 ? ", \(axis.resolution) per mm" : ""
      lines.append("    \(name) \(axis.minimum)…\(axis.maximum)\(resolution)")
    }
    lines += links.map { "    \($0)" }
    if let advice { lines.append("    you may not read this device: \(advice)") }
    if access == ListedDevice.Access.unusable.rawValue { lines.append("    this device cannot be opened") }
    return lines
  }
}
