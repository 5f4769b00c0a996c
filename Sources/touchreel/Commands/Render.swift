import ArgumentParser
import Canvas
import DrawingBoard
import InputEvents
import Recordings
import Replaying
import SystemPackage
import TouchTracking

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws recordings, or drawing files, as PNG pictures.",
    discussion: """
      Without --size the board is 1920 wide and has the device's proportions. A picture of another size shows the same drawing. Many files \
      are drawn into a folder, each under its own name; one that cannot be drawn is told of, and the others are drawn.

        touchreel render session.mcap -o session.png
        touchreel render 3m.event -o - --at 50% --color-by touch | display
        touchreel render corpus/*.mcap -o pictures/ --shard 1/4
      """)

  @Argument(help: "The recordings, or drawings.") var files: [String]
  @Option(name: .shortAndLong, help: "The picture, a dash for standard output, or a folder.") var output: String
  @Option(help: ArgumentHelp("The picture at this time; the same as --to.", valueName: "time")) var at: ReplayTime?
  @Option(help: ArgumentHelp("Leave out what was drawn before.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Leave out what comes after.", valueName: "time")) var to: ReplayTime?
  @Option(help: ArgumentHelp("Pixels, as 1280x720.", valueName: "WxH")) var size: SizeArgument?
  @Flag(help: "Take back strokes that are in progress at the picture's time.") var dropOpen = false
  @Flag(help: "Leave out what the recording undoes later, at any time.") var clean = false
  @Option(help: "How many threads draw; the pixels are the same.") var threads: Int?
  @Option(help: ArgumentHelp("Of many files, draw only every Nth from the Ith on.", valueName: "I/N"))
  var shard: ShardArgument?
  @OptionGroup(title: "Ink") var ink: InkOptions
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var limits: PictureLimits
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    if at != nil && to != nil { throw ValidationError("--at and --to mean the same; state one of them.") }
    if let size, !size.isPossible {
      throw ValidationError("--size takes 1x1 to \(SizeArgument.limit)x\(SizeArgument.limit) pixels.")
    }
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads takes 1 to 64.") }
    if case .span(let first)? = from, case .span(let last)? = at ?? to, first > last {
      throw ValidationError("--from lies after the picture's time.")
    }
    _ = try PictureTargets(files, output: output, shard: shard)
  }

  func run() throws {
    let targets = try PictureTargets(files, output: output, shard: shard).all
    var isWhole = true
    for target in targets {
      do {
        try draw(target)
      } catch let error as RecordingError where files.count > 1 {
        Terminal.tell(error.description)
        isWhole = false
      } catch let error as Failure where files.count > 1 {
        Terminal.tell(error.message)
        isWhole = false
      }
    }
    if !isWhole { throw ExitCode.failure }
  }

  private func draw(_ target: PictureTargets.Target) throws {
    let bytes = try input.bytes(of: target.file)
    if let drawing = try DrawingInput.read(bytes) { return try draw(drawing, as: target.picture) }
    let recording = try input.open(bytes)
    let survey = try input.survey(recording, until: lastTime)
    if survey.eventCount == 0 { try recording.requireEvents() }
    if let from, let last = at ?? to, survey.instant(from) > survey.instant(last) {
      throw Failure(message: "\(recording.name): --from lies after the picture's time; state an earlier one")
    }
    let out = try OutputFile(path: FilePath(argument: target.picture), existing: replacing.existing)
    var progress = Progress("Drawing")
    let (picture, warnings) = try Renderer(recording, survey: survey, options: options())
      .picture { progress.update($0) }
    progress.finish()
    try picture.writePNG { (bytes) throws(RecordingError) in try out.write(bytes) }
    try out.commit()
    let blank =
      survey.touches.began == 0
      ? ["no touches\(survey.isOfWhole ? "" : " by that time"): the picture is its background"] : []
    Terminal.warn(survey.readingWarnings + warnings + blank, of: recording.name)
  }

  /// How far the recording's length and devices must be known: a part of the length is told by its end only.
  private var lastTime: ReplayTime {
    if case .span? = from ?? .span(.zero) { at ?? to ?? .end } else { .end }
  }

  private func draw(_ drawing: DrawingInput, as picture: String) throws {
    if at != nil || from != nil || to != nil { throw Failure(message: "\(drawing.name): a drawing has no time") }
    guard optionsForTouches.isEmpty else {
      let options = optionsForTouches.joined(separator: ", ")
      throw Failure(message: "\(drawing.name): a drawing has no touches; leave out \(options)")
    }
    let out = try OutputFile(path: FilePath(argument: picture), existing: replacing.existing)
    var options = DrawingOptions()
    options.size = size?.size
    options.threads = threads ?? 1
    options.restylings = ink.restylings
    if let chosen = try ink.background?.resolved(limits) { (options.background, options.image) = chosen }
    let (board, warnings) = try drawing.board(options, limits: limits)
    try board.picture.writePNG { (bytes) throws(RecordingError) in try out.write(bytes) }
    try out.commit()
    Terminal.warn(warnings, of: drawing.name)
  }

  /// What only touches can be drawn with.
  private var optionsForTouches: [String] {
    ink.optionsForTouches + surface.optionsForTouches + (dropOpen ? ["--drop-open"] : []) + (clean ? ["--clean"] : [])
  }

  private func options() throws -> RenderOptions {
    var options = RenderOptions()
    options.size = size?.size
    (options.from, options.to) = (from, at ?? to)
    options.openTouches = dropOpen ? .dropped : .shown
    options.undone = clean ? .leftOut : .shownUntilUndone
    options.threads = threads ?? 1
    options.rules = surface.rules
    options.mapping = surface.mapping
    try ink.apply(to: &options, limits: limits)
    return options
  }
}
