import ArgumentParser
import InputEvents
import Recordings
import Replaying
import TouchTracking
import WindowArguments

/// What of a recording is drawn, and how: what `render` and a conversion to a drawing share.
struct DrawnOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What is there at this time; the same as --to.", valueName: "time")) var at: ReplayTime?
  @Option(help: ArgumentHelp("Leave out what was drawn before.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Leave out what comes after.", valueName: "time")) var to: ReplayTime?
  @Option(help: ArgumentHelp("Pixels, as 1280x720; a drawing takes their proportions.", valueName: "WxH"))
  var size: SizeArgument?
  @Flag(help: "Take back strokes that are in progress at that time.") var dropOpen = false
  @Flag(help: "Leave out what the recording undoes later, at any time.") var clean = false
  @OptionGroup(title: "Ink") var ink: InkOptions
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var limits: PictureLimits

  func validate() throws {
    if at != nil && to != nil { throw ValidationError("--at and --to mean the same; state one of them.") }
    if let size, !size.isPossible {
      throw ValidationError("--size takes 1x1 to \(SizeArgument.limit)x\(SizeArgument.limit) pixels.")
    }
    if case .span(let first)? = from, case .span(let last)? = at ?? to, first > last {
      throw ValidationError("--from lies after the picture's time.")
    }
  }

  /// The replay of a recording whose pictures and drawings these options give.
  func renderer(
    of recording: Recording, _ input: InputOptions, threads: Int = 1
  ) throws -> (renderer: Renderer, survey: RecordingSurvey) {
    let survey = try input.survey(recording, until: lastTime)
    if survey.eventCount == 0 { try recording.requireEvents() }
    if let from, let last = at ?? to, survey.instant(from) > survey.instant(last) {
      throw Failure(message: "\(recording.name): --from lies after the picture's time; state an earlier one")
    }
    var options = try renderOptions()
    options.threads = threads
    return (Renderer(recording, survey: survey, options: options), survey)
  }

  /// How far the recording's length and devices must be known: a part of the length is told by its end only.
  private var lastTime: ReplayTime {
    if case .span? = from ?? .span(.zero) { at ?? to ?? .end } else { .end }
  }

  private func renderOptions() throws -> RenderOptions {
    var options = RenderOptions()
    options.size = size?.size
    (options.from, options.to) = (from, at ?? to)
    options.openTouches = dropOpen ? .dropped : .shown
    options.undone = clean ? .leftOut : .shownUntilUndone
    options.rules = surface.rules
    options.mapping = surface.mapping
    try ink.apply(to: &options, limits: limits)
    return options
  }
}

extension DrawnOptions {
  /// The options that were given of those that name a time.
  var optionsForTimes: [String] {
    [("--at", at != nil), ("--from", from != nil), ("--to", to != nil)].filter(\.1).map(\.0)
  }

  /// The options that were given of those that only touches can be drawn with.
  var optionsForTouches: [String] {
    ink.optionsForTouches + surface.optionsForTouches + (dropOpen ? ["--drop-open"] : []) + (clean ? ["--clean"] : [])
  }

  /// All that were given.
  var stated: [String] {
    optionsForTimes + (size == nil ? [] : ["--size"]) + optionsForTouches + ink.optionsForDrawings + limits.stated
  }
}
