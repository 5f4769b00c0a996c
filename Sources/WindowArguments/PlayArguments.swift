public import ArgumentParser

/// The arguments of `play`.
public struct PlayArguments: ParsableArguments {
  /// Speed factors.
  public static let speeds = 0.1...16.0

  @Argument(help: "The recording to play.", completion: .recordings)
  public var file: String

  @Option(help: "Speed factor, 0.1 to 16.")
  public var speed = 1.0

  @Flag(help: "Start over at the end.")
  public var loop = false

  @OptionGroup(title: "Surface")
  public var surface: SurfaceOptions

  public init() {}

  public mutating func validate() throws {
    guard Self.speeds.contains(speed) else { throw ValidationError("--speed takes 0.1 to 16.") }
  }
}
