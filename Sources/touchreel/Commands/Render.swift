import ArgumentParser
import Canvas
import DrawingBoard
import Recordings
import Replaying
import SystemPackage

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
  @Option(help: "How many threads draw; the pixels are the same.") var threads: Int?
  @Option(help: ArgumentHelp("Of many files, draw only every Nth from the Ith on.", valueName: "I/N"))
  var shard: ShardArgument?
  @OptionGroup var drawn: DrawnOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads takes 1 to 64.") }
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
    if let drawing = try DrawingInput.read(bytes, input) { return try draw(drawing, as: target.picture) }
    let recording = try input.open(bytes)
    let (renderer, survey) = try drawn.renderer(of: recording, input, threads: threads ?? 1)
    let out = try OutputFile(path: FilePath(argument: target.picture), existing: replacing.existing)
    var progress = Progress("Drawing")
    let (picture, warnings) = try renderer.picture { progress.update($0) }
    progress.finish()
    try picture.writePNG { (bytes) throws(RecordingError) in try out.write(bytes) }
    try out.commit()
    let blank =
      survey.touches.began == 0
      ? ["no touches\(survey.isOfWhole ? "" : " by that time"): the picture is its background"] : []
    Terminal.warn(survey.readingWarnings + warnings + blank, of: recording.name)
  }

  private func draw(_ drawing: DrawingInput, as picture: String) throws {
    guard drawn.optionsForTimes.isEmpty else { throw Failure(message: "\(drawing.name): a drawing has no time") }
    guard drawn.optionsForTouches.isEmpty else {
      let options = drawn.optionsForTouches.joined(separator: ", ")
      throw Failure(message: "\(drawing.name): a drawing has no touches; leave out \(options)")
    }
    let out = try OutputFile(path: FilePath(argument: picture), existing: replacing.existing)
    var options = DrawingOptions()
    options.size = drawn.size?.size
    options.threads = threads ?? 1
    options.restylings = drawn.ink.restylings
    if let chosen = try drawn.ink.background?.resolved(drawn.limits) { (options.background, options.image) = chosen }
    let (board, warnings) = try drawing.board(options, limits: drawn.limits)
    try board.picture.writePNG { (bytes) throws(RecordingError) in try out.write(bytes) }
    try out.commit()
    Terminal.warn(warnings, of: drawing.name)
  }
}
