import ArgumentParser
import TouchReelCanvas
import TouchReelExporting
import TouchReelTouchTracking
import TouchReelWindowArguments

/// How a plot looks.
struct PlotLook: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size in points (1/72 inch); by default 480 points wide, and as high as needed. A PNG has two pixels for each.",
      valueName: "WxH"))
  var size: SizeArgument?
  @Option(help: "Colours on white, or on dark grey.") var theme = PlotTheme.light
  @Option(help: ArgumentHelp("A title above the plot.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("A text below the plot.", valueName: "text")) var caption: String?

  func validate() throws {
    guard let size else { return }
    guard (120...10_000).contains(size.size.width), (60...10_000).contains(size.size.height) else {
      throw ValidationError("--size takes 120x60 to 10000x10000 points.")
    }
  }

  func apply(to options: inout PlotOptions) {
    options.size = size.map { BoardSize(width: Double($0.size.width), height: Double($0.size.height)) }
    (options.theme, options.title, options.caption) = (theme, title, caption)
  }
}

extension PlotTheme: WordArgument {}
extension PlotKind: WordArgument {}
extension PlotFigure.Format: WordArgument {}
