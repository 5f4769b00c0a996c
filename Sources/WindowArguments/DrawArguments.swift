public import ArgumentParser

/// The arguments of `draw`.
public struct DrawArguments: ParsableArguments {
  @Argument(
    help: "The recording to write, or an existing one to draw on; by default a new one in your data folder.",
    completion: .recordings)
  public var file: String?

  @Option(
    name: [.short, .customLong("device")],
    help: ArgumentHelp(
      "Read this device directly from the kernel, covering the whole screen: a node (event5), a link to one, or its name.",
      valueName: "device"), completion: .touchDevices)
  public var device: String?

  @Flag(help: "Keep the device's events from all other programs while drawing.")
  public var grab = false

  public init() {}

  public mutating func validate() throws {
    if grab && device == nil { throw ValidationError("--grab requires --device.") }
  }
}
