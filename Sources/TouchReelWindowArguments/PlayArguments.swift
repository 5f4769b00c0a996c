package import ArgumentParser

/// The arguments of `play`.
package struct PlayArguments: ParsableArguments, Sendable {
  /// Speed factors.
  package static let speeds = 0.1...16.0

  @Argument(help: "The recording to play.", completion: .recordings)
  package var file: String

  @Option(help: "Speed factor, 0.1 to 16.")
  package var speed = 1.0

  @Flag(help: "Start over at the end.")
  package var loop = false

  @OptionGroup(title: "Ink")
  package var ink: InkOptions

  @OptionGroup(title: "Surface")
  package var surface: SurfaceOptions

  package init() {}

  /// What the parser makes of a file alone, as ``Swift/FilePath/argument`` writes its path.
  package static func notGiven(butFile file: String) -> PlayArguments {
    var arguments = PlayArguments()
    (arguments.file, arguments.speed, arguments.loop) = (file, 1, false)
    (arguments.ink, arguments.surface) = (.notGiven, .notGiven)
    return arguments
  }

  package mutating func validate() throws {
    guard Self.speeds.contains(speed) else { throw ValidationError("--speed takes 0.1 to 16.") }
    try surface.refuseFilmLimit()
  }
}
