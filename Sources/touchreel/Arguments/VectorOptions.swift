import ArgumentParser
import TouchReelByteStreams
import TouchReelExporting
import TouchReelReplaying

/// How `render` writes pictures of vectors: what only an SVG has.
struct VectorOptions: ParsableArguments {
  @Flag(
    help: "Write the texts of an SVG or PDF as the outlines of their letters, so that they need no fonts.")
  var textAsPaths = false

  @Flag(help: "Give an SVG the size that was drawn, in millimetres, as a PDF has it; by default it is in pixels.")
  var trueSize = false

  @Flag(help: "Let the ink of an SVG appear in the time of its touches. What was undone or removed later is left out.")
  var animate = false

  func refuse(unlessFor format: PictureFormat) throws {
    if textAsPaths && format != .svg && format != .pdf {
      throw ValidationError("--text-as-paths is for SVG and PDF only.")
    }
    if trueSize && format != .svg {
      throw ValidationError("--true-size is for SVG only; a PDF has that size anyway.")
    }
    if animate && format != .svg { throw ValidationError("--animate is for SVG only.") }
  }

  private var texts: VectorPicture.Texts { textAsPaths ? .asPaths : .asText }

  /// What the user should know of an SVG.
  func warnings(of rendered: RenderedDrawing) -> [String] {
    guard trueSize, rendered.pointsPerMillimetre == nil else { return [] }
    return ["the SVG is in pixels: neither the device nor the page says how large it is in millimetres"]
  }

  /// Writes an SVG whole.
  func writeSVG(_ rendered: RenderedDrawing, to out: OutputFile) throws {
    let picture = VectorPicture(rendered, texts: texts, isAnimated: animate)
    try (trueSize ? picture.inTrueSize : picture).writeSVG { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
  }

  /// Writes a PDF whole.
  ///
  /// - Parameter rendered: a page, by its index.
  func writePDF(_ pages: Range<Int>, to out: OutputFile, of rendered: (Int) throws -> RenderedDrawing) throws {
    var file = PDFFile()
    for page in pages { file.add(VectorPicture(try rendered(page), texts: texts)) }
    try file.write { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
  }
}
