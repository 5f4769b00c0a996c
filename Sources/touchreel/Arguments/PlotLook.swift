import ArgumentParser
import TouchReelExporting
import TouchReelTouchTracking
import TouchReelWindowArguments

/// How a plot looks.
struct PlotLook: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size in points (1/72 inch), or such as 80mmx60mm, with mm, cm, in or pt; by default 480 points wide, and as high as needed. A PNG has two pixels for a point.",
      valueName: "WxH"))
  var size: PlotSizeArgument?
  @Option(help: "Colours on white, or on dark grey.") var theme = PlotTheme.light
  @Option(help: ArgumentHelp("The width of lines of data in points; by default 0.75.", valueName: "points"))
  var lineWidth: Double?
  @Option(help: ArgumentHelp("A title above the plot.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("A text below the plot.", valueName: "text")) var caption: String?

  func validate() throws {
    if title?.isEmpty == true { throw ValidationError("--title takes at least one letter.") }
    if caption?.isEmpty == true { throw ValidationError("--caption takes at least one letter.") }
    if let lineWidth, !(0.1...20).contains(lineWidth) { throw ValidationError("--line-width takes 0.1 to 20 points.") }
    guard let size else { return }
    guard (120...10_000).contains(size.size.width), (60...10_000).contains(size.size.height) else {
      throw ValidationError("--size takes 120x60 to 10000x10000 points, which is about 43x22 to 3527x3527 mm.")
    }
  }

  func apply(to options: inout PlotOptions) {
    options.size = size?.size
    if let lineWidth { options.lineWidth = lineWidth }
    (options.theme, options.title, options.caption) = (theme, title, caption)
  }
}

extension PlotTheme: WordArgument {}
extension PlotKind: WordArgument {}
extension PlotFigure.Format: WordArgument {}
