import ArgumentParser
import EvdevDevices
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
