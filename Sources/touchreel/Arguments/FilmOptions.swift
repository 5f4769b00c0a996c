import ArgumentParser
import TouchReelExporting
import TouchReelInputEvents
import TouchReelReplaying
import TouchReelWindowArguments

/// Which instants of a recording are frames of a film.
struct FilmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames a second, by default 30, and 25 for GIF and APNG; of more than 50, a GIF shows those that players keep to.",
      valueName: "count"))
  var fps: Double?
  @Option(help: ArgumentHelp("Play so many times as fast as it was recorded.", valueName: "factor")) var speed: Double?
  @Option(help: ArgumentHelp("Play all of it within this time.", valueName: "time")) var duration: ReplayTime?
  @Option(help: ArgumentHelp("Shorten longer pauses to this.", valueName: "time")) var maxPause: ReplayTime?
  @Option(help: ArgumentHelp("Hold the last picture for this long.", valueName: "time")) var hold: ReplayTime?
  @Flag(
    help:
      "End with half a second in which the last picture fades to the first, so that a film that is repeated does not jump; without --hold the last one is held for a second."
  )
  var loop = false

  func validate() throws {
    if let fps, !(0.01...240).contains(fps) { throw ValidationError("--fps takes 0.01 to 240.") }
    if let speed, !(0.001...100_000).contains(speed) { throw ValidationError("--speed takes 0.001 to 100000.") }
    if speed != nil && duration != nil { throw ValidationError("--speed and --duration exclude each other.") }
    for (name, time) in [("--duration", duration), ("--max-pause", maxPause), ("--hold", hold)] {
      guard let time else { continue }
      guard let span = time.exactSpan, span <= TimeSpan(seconds: 1e6), span > .zero || name == "--hold" else {
        throw ValidationError("\(name) takes a length of time, such as 1.5 or 800ms.")
      }
    }
  }

  private static let (holdOfLoops, fadeOfLoops) = (TimeSpan(seconds: 1), TimeSpan(seconds: 0.5))

  private var given: [GivenOption] {
    GivenOption.all(
      GivenOption("--fps", fps), GivenOption("--speed", speed), GivenOption("--duration", duration),
      GivenOption("--max-pause", maxPause), GivenOption("--hold", hold), GivenOption("--loop", if: loop))
  }

  /// - Parameter limit: the most bytes that the film may have, if that is given.
  func refuse(unlessFor format: PictureFormat, limit: Int?) throws {
    if limit != nil, format.film == nil {
      throw ValidationError("--fit with a number of bytes is of films: MP4, WebM, GIF and APNG.")
    }
    guard !format.isFilm, let option = given.first?.name else { return }
    if format == .html { throw ValidationError("\(option) is of films; a page is played at any speed.") }
    throw ValidationError("\(option) is of films; a picture in \(format.rawValue.uppercased()) shows one instant.")
  }

  func pace(of format: PictureFormat) -> FilmClock.Pace {
    var pace = format.usualPace
    pace.rate = fps ?? pace.rate
    pace.speed = speed ?? 1
    pace.duration = duration?.exactSpan
    pace.longestPause = maxPause?.exactSpan
    pace.hold = hold?.exactSpan ?? (loop ? Self.holdOfLoops : .zero)
    pace.fade = loop ? Self.fadeOfLoops : .zero
    return pace
  }
}
