package import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelTouchTracking

/// A plot of recordings, drawn: a figure in points of print, 1/72 inch.
package struct PlotFigure: Sendable {
  /// What a plot is written as.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case svg, png, pdf, html
  }

  /// The pixels of a point in a PNG, which has 144 to the inch.
  private static let pixelsPerPoint = 2.0
  /// The pixels of a point in an SVG, where programs take 96 for an inch.
  private static let unitsPerPoint = 4.0 / 3.0

  /// What the user should know, by recording.
  package let warnings: [[String]]
  private let drawing: Drawing
  private let name: String
  private let title: String

  /// Reads the recordings, each once or twice.
  ///
  /// - Throws: if one cannot be read or does not have what was chosen, or the plot does not fit its size.
  package init(_ inputs: [PlotInput], _ options: PlotOptions) throws(FileError) {
    let content = try PlotContent(inputs, options)
    warnings = content.warnings
    name = inputs.first?.recording.name ?? ""
    title = options.title ?? name.split(separator: "/").last.map(String.init) ?? ""
    drawing = try Self.drawing(content, options, name)
  }

  private static func drawing(
    _ content: PlotContent, _ options: PlotOptions, _ name: String
  ) throws(FileError) -> Drawing {
    let layout = FigureLayout(blocks: content.blocks, theme: options.theme, lineWidth: options.lineWidth)
    do throws(FigureLayout.Failure) {
      let (size, figure) = try layout.drawn(width: content.trueWidth ?? options.width, height: options.size?.height)
      var drawing = Drawing(size: size, background: .color(options.theme.paper))
      _ = try? drawing.append(.insert(figure.shapes.map { PlacedShape($0) }))
      return drawing
    } catch {
      throw FileError(file: name, message: error.message)
    }
  }

  /// Writes the figure whole.
  package func write(as format: Format, to out: OutputFile) throws(FileError) {
    switch format {
    case .png: try writePNG(to: out)
    case .svg: try writeSVG(to: out)
    case .pdf: try writePDF(to: out)
    case .html: try writePage(to: out)
    }
    try out.commit()
  }

  private func board(scale: Double) throws(FileError) -> Board {
    do throws(BoardError) {
      return try Board(drawing, scale: scale, undo: UndoMemory(budget: .none), mode: .batch(threads: 1))
    } catch {
      throw FileError(file: name, message: "the plot is too large: \(error)")
    }
  }

  private func vectors(unitsPerPoint: Double) throws(FileError) -> VectorPicture {
    var rendered = RenderedDrawing(try board(scale: unitsPerPoint))
    // A point is 1/72 inch, on the page of a PDF and in an SVG.
    rendered.pointsPerMillimetre = 72 / 25.4
    return VectorPicture(rendered)
  }

  private func writePNG(to out: OutputFile) throws(FileError) {
    let picture = try board(scale: Self.pixelsPerPoint).picture
    try picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
  }

  private func writeSVG(to out: OutputFile) throws(FileError) {
    let picture = try vectors(unitsPerPoint: Self.unitsPerPoint).inTrueSize
    try picture.writeSVG { (bytes) throws(FileError) in try out.write(bytes) }
  }

  private func writePDF(to out: OutputFile) throws(FileError) {
    var file = PDFFile()
    file.add(try vectors(unitsPerPoint: 1))
    try file.write { (bytes) throws(FileError) in try out.write(bytes) }
  }

  /// A page that holds the SVG and loads nothing. A window that is narrower than the figure scrolls it, so that its
  /// letters can be read on a phone.
  private func writePage(to out: OutputFile) throws(FileError) {
    let policy = "default-src 'none'; style-src 'unsafe-inline'"
    let paper = drawing.background == .color(PlotTheme.dark.paper) ? "#1b1e23" : "#ffffff"
    try out.write(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title.printableName.inXML)</title>
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>body { margin: 1em; background: \(paper) } main { overflow-x: auto } svg { display: block }</style></head>
      <body><main tabindex="0">

      """)
    try writeSVG(to: out)
    try out.write("</main></body></html>\n")
  }
}

extension FigureLayout.Failure {
  fileprivate var message: String {
    switch self {
    case .tooLow(let height): "its plot needs a height of \(height) points"
    case .tooHigh(let height):
      "its plot would be \(height) points high; plot fewer recordings or devices at once, or state a size"
    }
  }
}
