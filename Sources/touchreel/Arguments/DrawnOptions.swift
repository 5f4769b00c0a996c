import ArgumentParser
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

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
    help: ArgumentHelp(
      "Draw only this device's touches, given by number, name or node; may be repeated.", valueName: "device"))
  var device: [String] = []
  @Flag(help: "Cancel strokes that are in progress at that time.") var dropOpen = false
  @Flag(help: "Omit everything that the recording undoes later, at any time.") var clean = false
  @OptionGroup(title: "Ink") var ink: InkOptions
  @OptionGroup(title: "Ink") var shown: ShownOptions
  @OptionGroup(title: "Surface") var surface: SurfaceOptions

  func validate() throws {
    if at != nil && to != nil { throw ValidationError("--at and --to mean the same; use only one of them.") }
    if margin != nil && !crop { throw ValidationError("--margin is of cropped pictures; add --crop.") }
    if shown.legend && ink.colorBy == nil { throw ValidationError("--legend says what --color-by means; add it.") }
    if crop, let option = givenForPictures.first(where: { !shown.givenForCorners.names.contains($0.name) }) {
      throw ValidationError("--crop and \(option.name) exclude each other.")
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
      of: recording, rules: surface.rules, until: isOfAllTouches ? lastTime : .end, showsProgress: showsProgress)
    if survey.eventCount == 0 { try recording.requireContent() }
    let choice = try choice(in: survey, of: recording)
    if let from, let last = at ?? to, survey.instant(from) > survey.instant(last) {
      throw Failure(message: "\(recording.name): --from is later than the picture's time")
    }
    var options = try renderOptions(input.limits, threads: threads)
    options.choice = choice
    return (Renderer(recording, facts: survey, options: options), survey)
  }

  /// How far the recording must be read to know its length and devices: to the end if a time is a part of its length.
  private var lastTime: ReplayTime {
    if case .span? = from ?? .span(.zero) { at ?? to ?? .end } else { .end }
  }

  /// A picture for which nothing has to be known of the recording before; `nil` if something has.
  func pictureInOneReading(
    of recording: Recording, _ input: InputOptions, threads: Int, progress: (Double) -> Void
  ) throws -> RenderedPicture? {
    guard isOfAllTouches else { return nil }
    return try Renderer.pictureInOneReading(
      of: recording, options: try renderOptions(input.limits, threads: threads), progress: progress)
  }

  /// - Throws: if the recording does not have one of the touches or devices.
  private func choice(in facts: RecordingFacts, of recording: Recording) throws(Failure) -> TouchChoice {
    var choice = TouchChoice(touches: Set(touch.map(Touch.ID.init)))
    let devices = DeviceChoice(device)
    if let missing = choice.missing(from: facts) ?? devices.missing(from: facts.openings) {
      throw Failure(message: "\(recording.name): \(missing)")
    }
    choice.devices = devices.numbers(among: facts.openings)
    return choice
  }

  private var isOfAllTouches: Bool { touch.isEmpty && device.isEmpty }

  /// What is the same for all recordings: all but the choice of touches.
  private func renderOptions(_ limits: Limits, threads: Int) throws -> RenderOptions {
    var options = RenderOptions()
    options.style = try style(limits, threads: threads)
    (options.from, options.to) = (from, at ?? to)
    options.openTouches = dropOpen ? .dropped : .shown
    options.undone = clean ? .leftOut : .shownUntilUndone
    options.rules = surface.rules
    options.mapping = surface.mapping
    ink.apply(to: &options)
    shown.apply(to: &options, limits: limits)
    return options
  }

  /// How drawings are shown.
  func drawingOptions(_ limits: Limits, threads: Int) throws -> DrawingOptions {
    var options = DrawingOptions()
    options.style = try style(limits, threads: threads)
    options.restylings = ink.restylings
    return options
  }

  private func style(_ limits: Limits, threads: Int) throws -> PictureStyle {
    var style = PictureStyle()
    (style.size, style.crop, style.threads) = (size?.size, cropped, threads)
    style.relativeWidth = ink.width?.share
    if let chosen = try shown.background?.resolved(limits) { (style.background, style.picture) = chosen }
    return style
  }
}

extension DrawnOptions {
  /// How to crop; `nil` for a picture of the whole board.
  var cropped: Crop? { crop ? Crop(margin: margin?.margin ?? .share(0.02)) : nil }

  /// The given options that specify a time.
  var givenForTimes: [GivenOption] {
    GivenOption.all(GivenOption("--at", at), GivenOption("--from", from), GivenOption("--to", to))
  }

  /// The given options of ink and marks that are no part of a drawing.
  var givenForPictures: [GivenOption] {
    GivenOption.all(GivenOption("--show-cancelled", if: ink.showCancelled)) + shown.givenForPictures
  }

  /// The given options that apply only to touches.
  var givenForTouches: [GivenOption] {
    ink.givenForTouches + GivenOption.all(GivenOption("--show-cancelled", if: ink.showCancelled))
      + shown.givenForTouches + surface.given
      + GivenOption.all(
        GivenOption("--touch", touch), GivenOption("--device", device),
        GivenOption("--drop-open", if: dropOpen), GivenOption("--clean", if: clean))
  }

  /// All given options.
  var given: [GivenOption] {
    givenForTimes
      + GivenOption.all(GivenOption("--size", size), GivenOption("--crop", if: crop), GivenOption("--margin", margin))
      + givenForTouches
      + GivenOption.all(GivenOption("--scale-bar", if: shown.scaleBar), GivenOption("--title", shown.title))
      + shown.givenForDrawings + ink.givenForDrawings
  }

  /// All given options but those that a recording holds of its devices.
  var givenBesidesRecorded: [GivenOption] { given.filter { !surface.givenOfRecordings.contains($0) } }

  /// All given options but those of where the touches are.
  var givenBesidesSurface: [GivenOption] { given.filter { !surface.given.contains($0) } }
}
