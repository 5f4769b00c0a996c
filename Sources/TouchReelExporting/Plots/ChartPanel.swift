import TouchReelClampedNumbers
import TouchReelTouchTracking

/// Lines or bars between two axes with round numbers.
struct ChartPanel: FigureBlock {
  struct Line: Sendable {
    /// The series, which has its colour.
    let series: Int
    let points: [ColumnSeries.Point]
  }

  struct Bar: Sendable {
    let range: ClosedRange<Double>
    let height: Double
  }

  /// A value that the chart is compared with.
  struct Rule: Sendable {
    let value: Double
    let label: String
    var isVertical = false
  }

  let title: String
  let theme: PlotTheme
  var xName = "time (s)"
  var xRange: ClosedRange<Double>
  var yRange: ClosedRange<Double>
  var lines: [Line] = []
  var bars: [Bar] = []
  var rules: [Rule] = []
  /// What happened at instants, along the upper edge.
  var marks: [TimelineMarks.Mark] = []
  /// Whether numbers stand below; the panel below has them otherwise.
  var showsNumbers = true

  static let numbersHeight = 25.0
  private static let titleHeight = 12.0
  /// The dashes beside the name of a rule, and the space behind them.
  private static let sampleLength = 20.0

  func heights(width: Double) -> FigureHeights {
    let others = Self.titleHeight + (showsNumbers ? Self.numbersHeight : 5)
    return FigureHeights(least: others + 24, usual: others + 72)
  }

  private func plot(in area: FigureArea, plotLeft: Double) -> FigureArea {
    FigureArea(
      left: plotLeft, top: area.top + Self.titleHeight, right: area.right - FigureAxis.rightMargin,
      bottom: area.bottom - (showsNumbers ? Self.numbersHeight : 5))
  }

  private func ticks(height: Double) -> AxisTicks { AxisTicks(yRange, limit: max(Int(clamping: height / 13), 2)) }

  func labelWidth(height: Double) -> Double {
    let plot = plot(in: FigureArea(left: 0, top: 0, right: 1, bottom: height), plotLeft: 0)
    let ticks = ticks(height: plot.height)
    let look = FigureDrawing(theme).look(8)
    return (ticks.values.map { FigureDrawing.width(of: ticks.label(of: $0), look) }.max() ?? 0) + 4
  }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    let plot = plot(in: area, plotLeft: plotLeft)
    drawing.text(title, at: BoardPoint(x: plot.left, y: area.top + 5), drawing.look(8))
    let x = FigureScale(range: xRange, start: plot.left, end: plot.right)
    let y = FigureScale(range: yRange, start: plot.bottom, end: plot.top)
    drawHeights(plot, y, on: &drawing)
    drawing.axis(FigureAxis(scale: x, name: showsNumbers ? xName : nil), of: plot)
    for bar in bars { draw(bar, x, y, on: &drawing) }
    for line in lines {
      let stroke = FigureDrawing.Stroke(
        color: theme.color(ofSeries: line.series), width: drawing.lineWidth,
        dashes: theme.dashes(ofSeries: line.series))
      drawing.line(line.points.map { BoardPoint(x: x[$0.time], y: y[$0.value]) }, stroke)
    }
    for rule in rules { draw(rule, plot, x, y, on: &drawing) }
    for mark in marks { drawing.mark(mark.kind, at: BoardPoint(x: x[mark.time], y: plot.top + 4)) }
  }

  private func drawHeights(_ plot: FigureArea, _ y: FigureScale, on drawing: inout FigureDrawing) {
    let ticks = ticks(height: plot.height)
    for value in ticks.values {
      let height = y[value]
      drawing.line(
        BoardPoint(x: plot.left, y: height), BoardPoint(x: plot.right, y: height),
        FigureDrawing.Stroke(color: theme.grid, width: 0.5))
      drawing.text(ticks.label(of: value), at: BoardPoint(x: plot.left - 4, y: height), drawing.look(8, .right))
    }
  }

  private func draw(_ bar: Bar, _ x: FigureScale, _ y: FigureScale, on drawing: inout FigureDrawing) {
    let area = FigureArea(
      left: x[bar.range.lowerBound], top: y[bar.height], right: x[bar.range.upperBound], bottom: y[yRange.lowerBound])
    drawing.rectangle(area, theme.color(ofSeries: 0))
  }

  private func draw(
    _ rule: Rule, _ plot: FigureArea, _ x: FigureScale, _ y: FigureScale, on drawing: inout FigureDrawing
  ) {
    let scale = rule.isVertical ? x : y
    guard scale.range.contains(rule.value) else { return }
    let place = scale[rule.value]
    let stroke = FigureDrawing.Stroke(color: theme.alert, width: 0.75, dashes: [3, 2])
    var look = drawing.look(8, rule.isVertical ? .left : .right)
    look.color = theme.alert
    if rule.isVertical {
      drawing.line(BoardPoint(x: place, y: plot.top), BoardPoint(x: place, y: plot.bottom), stroke)
      drawing.text(rule.label, at: BoardPoint(x: place + 3, y: plot.top + 5), look)
    } else {
      drawing.line(BoardPoint(x: plot.left, y: place), BoardPoint(x: plot.right, y: place), stroke)
      // Beside the title, where no line of data crosses it.
      drawing.text(rule.label, at: BoardPoint(x: plot.right, y: plot.top - Self.titleHeight + 5), look)
      drawing.line(
        BoardPoint(x: plot.right - Self.sampleLength - FigureDrawing.width(of: rule.label, look), y: plot.top - 7),
        BoardPoint(x: plot.right - 4 - FigureDrawing.width(of: rule.label, look), y: plot.top - 7), stroke)
    }
  }
}

extension ClosedRange<Double> {
  /// A range with a length and a margin, so that no line lies on the frame.
  var padded: ClosedRange<Double> {
    let length = upperBound - lowerBound
    let margin = length > 0 ? length * 0.05 : Swift.max(lowerBound.magnitude * 0.05, 0.5)
    return (lowerBound - margin)...(upperBound + margin)
  }

  /// The same from zero on.
  var paddedFromZero: ClosedRange<Double> { 0...(upperBound > 0 ? upperBound * 1.08 : 1) }

  func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
