public import ArgumentParser

/// What `draw` takes.
public struct DrawArguments: ParsableArguments {
  @Argument(help: "The recording to write, or to draw on where it is there. In your data folder without it.")
  public var file: String?

  @Option(
    name: [.short, .customLong("device")],
    help: ArgumentHelp(
      "Read this device straight from the kernel, over the whole screen: a node (event5), a link to one, or its name.",
      valueName: "device"))
  public var device: String?

  @Flag(help: "Keep the device's events from all other programs meanwhile.")
  public var grab = false

  public init() {}

  public mutating func validate() throws {
    if grab && device == nil { throw ValidationError("--grab is for a --device.") }
  }
}
