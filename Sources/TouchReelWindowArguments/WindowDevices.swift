package import ArgumentParser

/// The devices that a window reads directly.
package struct WindowDevices: ParsableArguments, Sendable {
  @Option(
    name: [.short, .customLong("device")],
    help: ArgumentHelp(
      "Read this device directly from the kernel, covering the whole screen: a node (event5), a link to one, or its name. "
        + "May be repeated, for the fingers and the pen of one screen.",
      valueName: "device"), completion: .touchDevices)
  package var devices: [String] = []

  package init() {}

  /// What the parser makes of no arguments.
  static var notGiven: WindowDevices {
    var none = WindowDevices()
    none.devices = []
    return none
  }
}
