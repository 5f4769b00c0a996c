public import ArgumentParser
public import DrawingBoard
import Replaying

/// What touches draw with, whatever the recording says.
struct InkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A colour; two colours and an angle for a gradient (white,#ccddee,270); or a PNG, with :tile, :fit or :fill.",
      valueName: "background"))
  var background: BackgroundArgument?
  @Option(help: "Draw every touch with this tool.") var tool: Tool?
  @Option(help: ArgumentHelp("The width of strokes in board points, 0.1 to 500.", valueName: "points")) var width:
    Double?
  @Option(help: ArgumentHelp("#rrggbb, #rrggbbaa or a name.", valueName: "color")) var color: ColorArgument?
  @Option(help: ArgumentHelp("The colour within rectangles, ellipses, polygons and stars.", valueName: "color"))
  var fill: ColorArgument?
  @Option(help: "Give each touch a colour of its own.") var colorBy: ColorBy?
  @Option(help: "How pencil lines are smoothed.") var smoothing: Smoothing?
  @Flag(help: "Show strokes that were cancelled, in grey.") var showCancelled = false

  enum ColorBy: String, ExpressibleByArgument, CaseIterable {
    case touch
  }

  func validate() throws {
    if let width, !BoardSettings.widths.contains(width) { throw ValidationError("--width takes 0.1 to 500 points.") }
    if color != nil && colorBy != nil { throw ValidationError("--color and --color-by exclude each other.") }
  }

  func apply(to options: inout RenderOptions) throws {
    try background?.apply(to: &options)
    var commands: [BoardCommand] = []
    if let tool { commands.append(.tool(tool)) }
    if let width { commands.append(.width(width)) }
    if let color { commands += [.coloring(.chosen), .color(color.color)] }
    if let fill { commands.append(.fill(fill.color)) }
    if colorBy == .touch { commands.append(.coloring(.byTouch)) }
    if let smoothing { commands.append(.smoothing(smoothing)) }
    if showCancelled { commands.append(.cancelledInk(.shown)) }
    options.overrides = BoardOverrides(commands)
  }
}

extension Tool: ExpressibleByArgument {
  /// The name with or without hyphens, in any case: `dashed-line`, `dashedLine`.
  public init?(argument: String) {
    let wanted = argument.lowercased().filter { $0 != "-" }
    guard let tool = Tool.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
    self = tool
  }
}

extension Smoothing: ExpressibleByArgument {}
