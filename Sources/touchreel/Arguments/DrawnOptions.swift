import ArgumentParser
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import TouchTracking
import WindowArguments

/// Which part of a recording to draw, and how: what `render` and a conversion to a drawing share.
struct DrawnOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Draw the state at this time; same as --to.", valueName: "time")) var at: ReplayTime?
  @Option(help: ArgumentHelp("Omit what was drawn before this time.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Omit what comes after this time.", valueName: "time")) var to: ReplayTime?
  @Option(help: ArgumentHelp("Size in pixels, such as 1280x720; a drawing takes its proportions.", valueName: "WxH"))
  var size: SizeArgument?
  @Flag(help: "Show the ink alone: with --size as large as fits, in the middle.") var crop = false
  @Option(
    help: ArgumentHelp("Around cropped ink: pixels, or a share of its longer side, such as 5%.", valueName: "margin"))
  var margin: MarginArgument?
  @Option(
    help: ArgumentHelp("Draw only this touch, by its number in dump --touches; may be repeated.", valueName: "number"))
  var touch: [Int] = []
  @Option(
    help: ArgumentHelp("Draw only this device's touches, by its number in info; may be repeated.", valueName: "number"))
  var device: [Int] = []
  @Flag(help: "Cancel strokes that are in progress at that time.") var dropOpen = false
  @Flag(help: "Omit everything that the recording undoes later, at any time.") var clean = false
  @OptionGroup(title: "Ink") var ink: InkOptions
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var limits: PictureLimits

  func validate() throws {
    if at != nil && to != nil { throw ValidationError("--at and --to mean the same; use only one of them.") }
    if margin != nil && !crop { throw ValidationError("--margin is of cropped pictures; add --crop.") }
    if crop, let option = ink.optionsForPictures.first {
      throw ValidationError("--crop and \(option) exclude each other.")
    }
    if let size, !size.isPossible {
      throw ValidationError("--size takes 1x1 to \(SizeArgument.limit)x\(SizeArgument.limit) pixels.")
    }
    if case .span(let first)? = from, case .span(let last)? = at ?? to, first > last {
      throw ValidationError("--from is later than the picture's time.")
    }
  }

  /// A renderer of the recording with these options.
  func renderer(
    of recording: Recording, _ input: InputOptions, threads: Int, showsProgress: Bool = true
  ) throws -> (renderer: Renderer, survey: RecordingFacts) {
    let survey = try input.facts(
      of: recording, rules: surface.rules, until: choice.isOfAll ? lastTime : .end, showsProgress: showsProgress)
    if survey.eventCount == 0 { try recording.requireEvents() }
    if let missing = choice.missing(from: survey) { throw Failure(message: "\(recording.name): \(missing)") }
    if let from, let last = at ?? to, survey.instant(from) > survey.instant(last) {
      throw Failure(message: "\(recording.name): --from is later than the picture's time")
    }
    return (Renderer(recording, facts: survey, options: try renderOptions(threads: threads)), survey)
  }

  /// How far the recording must be read to know its length and devices: to the end if a time is a part of its length.
  private var lastTime: ReplayTime {
    if case .span? = from ?? .span(.zero) { at ?? to ?? .end } else { .end }
  }

  private var choice: TouchChoice {
    TouchChoice(touches: Set(touch.map(Touch.ID.init)), devices: Set(device))
  }

  func renderOptions(threads: Int) throws -> RenderOptions {
    var options = RenderOptions()
    options.threads = threads
    options.size = size?.size
    options.crop = cropped
    options.choice = choice
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
  /// How to crop; `nil` for a picture of the whole board.
  var cropped: Crop? { crop ? Crop(margin: margin?.margin ?? .share(0.02)) : nil }

  /// The given options that specify a time.
  var optionsForTimes: [String] {
    [("--at", at != nil), ("--from", from != nil), ("--to", to != nil)].filter(\.1).map(\.0)
  }

  /// The given options that apply only to touches.
  var optionsForTouches: [String] {
    ink.optionsForTouches + surface.optionsForTouches + (touch.isEmpty ? [] : ["--touch"])
      + (device.isEmpty ? [] : ["--device"]) + (dropOpen ? ["--drop-open"] : []) + (clean ? ["--clean"] : [])
  }

  /// All given options.
  var given: [String] {
    optionsForTimes + (size == nil ? [] : ["--size"]) + (crop ? ["--crop"] : []) + optionsForTouches
      + ink.optionsForDrawings + limits.given
  }

  /// All given options but those that a recording holds of its devices.
  var givenBesidesRecorded: [String] { given.filter { !surface.optionsForRecordings.contains($0) } }

  /// All given options but those of where the touches are.
  var givenBesidesSurface: [String] { given.filter { !surface.optionsForTouches.contains($0) } }
}
