import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

struct Plot: ManyFilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Plot recordings over time as a figure: SVG, PNG, PDF or HTML.",
    discussion: """
      The timeline has a lane for each slot or tool: when touches were down, their samples, how they ended, lost events, palms, commands of the \
      board, and what 'touchreel info' calls odd. Other kinds plot values over time, in millimetres where the device reports its size. \
      Several recordings are plotted below each other with the same axes. Values are thinned to what can be seen, and no peak is lost.

        touchreel plot session.mcap -o timeline.svg
        touchreel plot session.mcap -o axes.pdf --kind axes --touch 3 --size 238x300
        touchreel plot before.mcap after.mcap -o rate.png --kind rate --to 10
        touchreel plot session.mcap -o path.pdf --kind path --color-by speed
      """)

  @Argument(help: ArgumentHelp("The recordings to plot.", valueName: "files"), completion: .recordings)
  var operands: [FileOperands]
  @Option(name: .shortAndLong, help: "The figure to write, or - for standard output.", completion: .file())
  var output: String
  @Option(help: "What to write; by default as the figure's name says, SVG for standard output.")
  var format: PlotFigure.Format?
  @Option(help: "What to plot.") var kind = PlotKind.timeline
  @OptionGroup(title: "Part") var part: PlotPart
  @OptionGroup(title: "Look") var look: PlotLook
  @OptionGroup(title: "Paths") var paths: PathLook
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  var files: [String] { operands.flatMap(\.names) }

  func validate() throws {
    try surface.refuseFilmLimit()
    try refuseSecondInput()
    try paths.refuse(unlessFor: kind)
    try part.refuse(unlessFor: kind)
    _ = try outputFormat()
  }

  private func outputFormat() throws -> PlotFigure.Format {
    if let format { return format }
    if output == "-" { return .svg }
    let suffix = FilePath(argument: output).extension?.lowercased() ?? ""
    guard let format = PlotFigure.Format(rawValue: suffix) else {
      throw ValidationError("--output must be a name ending in .svg, .png, .pdf or .html, or pass --format.")
    }
    return format
  }

  func run() throws {
    let format = try outputFormat()
    if output == "-", isatty(STDOUT_FILENO) == 1 {
      throw Failure(message: "a figure is not written to a terminal; name a file with -o, or send it to a program")
    }
    try replacing.refuse(output, readFrom: files)
    // Opened first, so that a file that is there is refused before long recordings are read.
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let inputs = try files.map(opened)
    let figure = try PlotFigure(inputs, options)
    try figure.write(as: format, to: out)
    for (input, warnings) in zip(inputs, figure.warnings) { Terminal.warn(warnings, of: input.recording.name) }
  }

  private func opened(_ file: String) throws -> PlotInput {
    let recording = try input.open(file)
    let wanted: RecordingScan.Facts = kind == .timeline ? [.anomalies, .touchesOnBoard] : .touchesOnBoard
    let facts = try input.facts(of: recording, wanted, rules: surface.rules)
    if facts.eventCount == 0 { try recording.requireContent() }
    return PlotInput(recording, facts)
  }

  private var options: PlotOptions {
    var options = PlotOptions()
    options.kind = kind
    part.apply(to: &options)
    look.apply(to: &options)
    paths.apply(to: &options)
    (options.mapping, options.rules) = (surface.mapping, surface.rules)
    return options
  }
}
