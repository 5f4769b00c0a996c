import ArgumentParser
import EvdevDevices
import FoundationEssentials
import InputEvents

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
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try Terminal.say(String(decoding: encoder.encode(reports), as: UTF8.self))
    }
    if reports.isEmpty { return Terminal.warn("there is no touch device; --all lists the others") }
    try Terminal.say(reports.map(\.text).joined(separator: "\n"))
    guard reports.contains(where: { $0.access == "notPermitted" }) else { return }
    try Terminal.say(
      "\nscripts/install-udev-rule installs this rule, which permits touch devices to whoever is logged in:")
    try Terminal.say(DevicePermission.udevRules.map { "  " + $0 }.joined(separator: "\n"))
  }
}
