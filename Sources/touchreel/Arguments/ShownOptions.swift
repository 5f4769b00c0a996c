import ArgumentParser
import TouchReelDrawingBoard
import TouchReelReplaying
import TouchReelWindowArguments

/// What a picture shows besides ink: what is under it, and marks above it.
struct ShownOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A colour; two colours and an angle for a gradient (white,#ccddee,270); an image, with :tile, :fit or :fill; or a page of a PDF (slides.pdf#page=7), likewise.",
      valueName: "background"))
  var background: BackgroundArgument?
  @Flag(help: "Say what the colours mean, in the lower left corner.") var legend = false
  @Flag(help: "Show a bar of a round length in millimetres, in the lower right corner, where the size is known.")
  var scaleBar = false
  @Option(help: ArgumentHelp("A title, at the upper edge.", valueName: "text")) var title: String?
  @Flag(help: "Show the frame around what is selected.") var showSelection = false
  @Flag(help: "Show a circle and the number of every touch that is down.") var showTouches = false
  @Flag(help: "Show a dashed circle where a pen or finger hovers.") var showHover = false

  /// Longer ones are a mistake, such as a file that was meant to be named.
  private static let titleLength = 1...1000

  func validate() throws {
    if let title, !Self.titleLength.contains(title.count) { throw ValidationError("--title takes 1 to 1000 letters.") }
  }

  /// Shows it on top of what ``InkOptions/apply(to:)`` gives.
  func apply(to options: inout RenderOptions, limits: Limits) {
    options.overrides.imagePixelLimit = limits.pixelLimit
    if showSelection { options.overrides.add(.set(\.marks, .shown)) }
    if showTouches { options.marks.insert(.touches) }
    if showHover { options.marks.insert(.hovers) }
    (options.showsLegend, options.showsScaleBar, options.title) = (legend, scaleBar, title)
  }

  /// The options that were given of those that change a drawing as well.
  var givenForDrawings: [GivenOption] { GivenOption.all(GivenOption("--background", background)) }

  /// The options that were given of those whose marks are no part of a drawing.
  var givenForPictures: [GivenOption] { givenOfMarks + givenForCorners }

  /// The options that were given of those whose marks are of touches.
  var givenForTouches: [GivenOption] { givenOfMarks + GivenOption.all(GivenOption("--legend", if: legend)) }

  private var givenOfMarks: [GivenOption] {
    GivenOption.all(
      GivenOption("--show-selection", if: showSelection), GivenOption("--show-touches", if: showTouches),
      GivenOption("--show-hover", if: showHover))
  }

  /// The options that were given of those whose marks are in the picture's corners or at its edge, wherever the ink is.
  var givenForCorners: [GivenOption] {
    GivenOption.all(
      GivenOption("--legend", if: legend), GivenOption("--scale-bar", if: scaleBar), GivenOption("--title", title))
  }

  /// The options that were given of those whose marks a page does not show.
  var givenForStills: [GivenOption] { GivenOption.all(GivenOption("--show-hover", if: showHover)) + givenForCorners }
}
