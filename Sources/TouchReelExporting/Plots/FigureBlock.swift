import TouchReelClampedNumbers
import TouchReelTouchTracking

/// The least height of a block, and the one that it has where there is room; equal for a block that cannot grow.
struct FigureHeights: Hashable, Sendable {
  var least: Double
  var usual: Double

  init(_ height: Double) { (least, usual) = (height, height) }

  init(least: Double, usual: Double) { (self.least, self.usual) = (least, usual) }
}

/// A part of a figure, from its left to its right; blocks lie below each other.
protocol FigureBlock: Sendable {
  func heights(width: Double) -> FigureHeights
  /// How wide the labels on the left of the plot are, in a block of a height.
  func labelWidth(height: Double) -> Double
  /// - Parameter plotLeft: where the plot begins, behind the labels of all blocks.
  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing)
}

extension FigureBlock {
  func labelWidth(height: Double) -> Double { 0 }
}

/// A line of text: the name of a recording, of which the end is shown.
struct HeadingBlock: FigureBlock {
  let text: String

  func heights(width: Double) -> FigureHeights { FigureHeights(12.8) }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    var look = drawing.look(8)
    look.isBold = true
    let center = (area.top + area.bottom) / 2
    drawing.text(text.shortened(to: area.width, look), at: BoardPoint(x: area.left, y: center), look)
  }
}

/// Lines of text: a title, a caption, or what was measured.
struct ParagraphBlock: FigureBlock {
  let text: String
  let theme: PlotTheme
  var isTitle = false

  private var look: FigureDrawing.TextLook {
    let drawing = FigureDrawing(theme)
    guard isTitle else { return drawing.dimLook(8) }
    var look = drawing.look(10)
    look.isBold = true
    return look
  }

  func heights(width: Double) -> FigureHeights {
    var drawing = FigureDrawing(theme)
    return FigureHeights(drawing.paragraph(text, at: BoardPoint(x: 0, y: 0), width: width, look) + 4)
  }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    let corner = BoardPoint(x: area.left, y: area.top + 2)
    _ = drawing.paragraph(text, at: corner, width: area.width, look)
  }
}

/// What colours and marks mean, in as many rows as are needed.
struct LegendBlock: FigureBlock {
  enum Sample: Hashable, Sendable {
    case series(Int)
    case mark(TimelineMarks.Kind)
  }

  let entries: [(sample: Sample, text: String)]
  let theme: PlotTheme

  private static let rowHeight = 12.0
  private static let sampleWidth = 16.0

  func heights(width: Double) -> FigureHeights {
    FigureHeights(Double(positions(width: width).last?.row ?? 0) * Self.rowHeight + Self.rowHeight + 2)
  }

  private func positions(width: Double) -> [(row: Int, x: Double)] {
    let look = FigureDrawing(theme).look(8)
    var (row, x) = (0, 0.0)
    return entries.map { entry in
      let length = Self.sampleWidth + FigureDrawing.width(of: entry.text, look)
      if x > 0, x + length > width { (row, x) = (row + 1, 0) }
      defer { x += length + 12 }
      return (row, x)
    }
  }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    for (entry, position) in zip(entries, positions(width: area.width)) {
      let y = area.top + (Double(position.row) + 0.5) * Self.rowHeight
      let x = area.left + position.x
      switch entry.sample {
      case .series(let index):
        let stroke = FigureDrawing.Stroke(
          color: theme.color(ofSeries: index), width: 1.5, dashes: theme.dashes(ofSeries: index))
        drawing.line(BoardPoint(x: x, y: y), BoardPoint(x: x + 12, y: y), stroke)
      case .mark(let kind): drawing.mark(kind, at: BoardPoint(x: x + 6, y: y))
      }
      drawing.text(entry.text, at: BoardPoint(x: x + Self.sampleWidth, y: y), drawing.look(8))
    }
  }
}

extension String {
  /// The text, or as much of its end as fits behind an ellipsis.
  func shortened(to width: Double, _ look: FigureDrawing.TextLook) -> String {
    // No letter is narrower than a sixth of the font's size.
    var text = self.suffix(Int(clamping: max(width, 0)) + 8)
    guard text.count < count || FigureDrawing.width(of: self, look) > width else { return self }
    while !text.isEmpty, FigureDrawing.width(of: "…" + text, look) > width { text = text.dropFirst() }
    return "…" + text
  }
}
