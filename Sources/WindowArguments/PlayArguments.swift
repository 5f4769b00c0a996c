public import ArgumentParser

/// What `play` takes.
public struct PlayArguments: ParsableArguments {
  /// Times as fast as it was recorded.
  public static let speeds = 0.1...16.0

  @Argument(help: "The recording.")
  public var file: String

  @Option(help: "Times as fast as it was recorded, 0.1 to 16.")
  public var speed = 1.0

  @Flag(help: "Begin again at the end.")
  public var loop = false

  @OptionGroup(title: "Surface")
  public var surface: SurfaceOptions

  public init() {}

  public mutating func validate() throws {
    guard Self.speeds.contains(speed) else { throw ValidationError("--speed takes 0.1 to 16.") }
  }
}
