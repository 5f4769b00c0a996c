package import ArgumentParser
import TouchReelInputEvents

/// The arguments of `draw`.
package struct DrawArguments: ParsableArguments, Sendable {
  @Argument(
    help: "The recording to write, or an existing one to draw on; by default a new one in your data folder.",
    completion: .recordings)
  package var file: String?

  @OptionGroup private var windowDevices: WindowDevices

  @Flag(help: "Keep the device's events from all other programs while drawing.")
  package var grab = false

  @Option(
    help: ArgumentHelp(
      "Draw with the touches that come through this pipe as well, in any format; - is standard input.",
      valueName: "pipe"), completion: .file())
  package var pipe: String?

  @Option(
    help: ArgumentHelp("With --pipe: what describes the device if the pipe does not.", valueName: "file"),
    completion: .file())
  package var description: String?

  @Option(
    help: ArgumentHelp("With --pipe: the built-in device that it is, such as remarkable-2-pen.", valueName: "name"),
    completion: .list(KnownDevice.allCases.map(\.rawValue)))
  package var deviceLike: String?

  package init() {}

  /// The devices that are read directly.
  package var devices: [String] {
    get { windowDevices.devices }
    set { windowDevices.devices = newValue }
  }

  /// What the parser makes of no arguments, for a window that another one opens.
  package static var notGiven: DrawArguments {
    var arguments = DrawArguments()
    (arguments.file, arguments.windowDevices, arguments.grab) = (nil, .notGiven, false)
    (arguments.pipe, arguments.description, arguments.deviceLike) = (nil, nil, nil)
    return arguments
  }

  package mutating func validate() throws {
    if pipe != nil && !devices.isEmpty {
      throw ValidationError("--pipe and --device are two sources; use one of them.")
    }
    if pipe == nil && (description != nil || deviceLike != nil) {
      throw ValidationError("--description and --device-like require --pipe.")
    }
    if description != nil && deviceLike != nil {
      throw ValidationError("--description and --device-like both describe the device; use one of them.")
    }
    if grab && devices.isEmpty { throw ValidationError("--grab requires --device.") }
  }
}
