import TouchReelCanvas
import TouchReelTouchTracking

/// A row for each slot or tool, with bars where touches were down, and marks where something happened.
struct TimelinePanel: FigureBlock {
  struct Row: Sendable {
    let name: String
    let series: Int
    let content: TimelineCollector.Lane
  }

  /// A device's rows, below its name.
  struct Device: Sendable {
    let number: Int
    let title: String
    let rows: [Row]
  }

  let devices: [Device]
  /// The marks by the rows that they are on: lanes by their index in the order of rows.
  let marks: [TimelineMarks.Row: [TimelineMarks.Mark]]
  let window: PlotWindow
  let theme: PlotTheme
  var showsNumbers = true

  private static let titleHeight = 12.0
  private static let usualRowHeight = 15.0

  private var rowCount: Int { devices.reduce(0) { $0 + $1.rows.count } + (hasBoard ? 1 : 0) }
  private var hasBoard: Bool { marks[.board] != nil }
  private var fixedHeight: Double {
    Double(devices.count) * Self.titleHeight + (showsNumbers ? ChartPanel.numbersHeight : 5)
  }

  func heights(width: Double) -> FigureHeights {
    let count = Double(rowCount)
    return FigureHeights(least: fixedHeight + 4 * count, usual: fixedHeight + Self.usualRowHeight * count)
  }

  func labelWidth(height: Double) -> Double {
    let names = devices.flatMap(\.rows).map(\.name) + (hasBoard ? ["board"] : [])
    let look = FigureDrawing(theme).look(8)
    return (Set(names).map { FigureDrawing.width(of: $0, look) }.max() ?? 0) + 4
  }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    let rowHeight = (area.height - fixedHeight) / Double(max(rowCount, 1))
    let plot = FigureArea(
      left: plotLeft, top: area.top, right: area.right - FigureAxis.rightMargin,
      bottom: area.bottom - (showsNumbers ? ChartPanel.numbersHeight : 5))
    let x = FigureScale(range: window.range, start: plot.left, end: plot.right)
    drawing.axis(FigureAxis(scale: x, name: showsNumbers ? "time (s)" : nil), of: plot)
    var (top, index) = (plot.top, 0)
    for device in devices {
      drawTitle(of: device, at: top, plot, on: &drawing)
      let start = top
      top += Self.titleHeight
      for row in device.rows {
        let line = TimelineRow(x: x, window: window, top: top, height: rowHeight)
        line.draw(row, marks: marks[.lane(index)] ?? [], on: &drawing)
        (top, index) = (top + rowHeight, index + 1)
      }
      for mark in marks[.device(device.number)] ?? [] { drawing.incident(mark, x[mark.time], from: start, to: top) }
    }
    guard let commands = marks[.board] else { return }
    TimelineRow(x: x, window: window, top: top, height: rowHeight).draw(commands: commands, on: &drawing)
  }

  private func drawTitle(
    of device: Device, at top: Double, _ plot: FigureArea, on drawing: inout FigureDrawing
  ) {
    let point = BoardPoint(x: plot.left + 4, y: top + Self.titleHeight / 2)
    drawing.text(device.title.shortened(to: plot.width - 8, drawing.dimLook(8)), at: point, drawing.dimLook(8))
  }
}

/// A row of a timeline as it is drawn.
private struct TimelineRow {
  let x: FigureScale
  let window: PlotWindow
  let top: Double
  let height: Double

  private var middle: Double { top + height / 2 }
  /// Whether letters have room.
  private var hasText: Bool { height >= 8 }

  func draw(_ row: TimelinePanel.Row, marks: [TimelineMarks.Mark], on drawing: inout FigureDrawing) {
    name(row.name, on: &drawing)
    let color = drawing.theme.color(ofSeries: row.series)
    for bar in row.content.bars { draw(bar, color.mixed(0.35, into: drawing.theme.paper), on: &drawing) }
    let runs = row.content.samples.runs.map { run in
      let (start, end) = (x[window.middle(ofColumn: run.lowerBound)], x[window.middle(ofColumn: run.upperBound)])
      return (start - 0.3)...(end + 0.3)
    }
    let (upper, lower) = (top + height * 0.62 - 0.05, top + height - 1.95)
    drawing.row(runs, min(upper, lower)...max(upper, lower), color)
    let numbers = row.content.bars.compactMap { number($0, besides: marks, on: &drawing) }
    draw(marks, besides: numbers, on: &drawing)
  }

  private func name(_ text: String, on drawing: inout FigureDrawing) {
    if hasText { drawing.text(text, at: BoardPoint(x: x.start - 4, y: middle), drawing.look(8, .right)) }
  }

  /// At least as wide as can be seen.
  private func area(of bar: TimelineCollector.Bar) -> FigureArea {
    let (start, end) = (x[window.clamped(bar.start)], x[window.clamped(bar.end)])
    return FigureArea(left: start, top: top + 1, right: max(end, start + 0.75), bottom: top + height - 1)
  }

  private func draw(_ bar: TimelineCollector.Bar, _ color: PixelColor, on drawing: inout FigureDrawing) {
    drawing.rectangle(area(of: bar), color)
  }

  /// Writes a touch's number where its bar begins, behind marks that would hide it.
  ///
  /// - Parameter marks: in the order of time.
  /// - Returns: where it is; `nil` if it has no room.
  private func number(
    _ bar: TimelineCollector.Bar, besides marks: [TimelineMarks.Mark], on drawing: inout FigureDrawing
  ) -> ClosedRange<Double>? {
    let text = bar.count == 1 ? "\(bar.touch.rawValue)" : "\(bar.count)×"
    let (area, look) = (area(of: bar), drawing.look(7))
    guard height >= 11 else { return nil }
    let width = FigureDrawing.width(of: text, look)
    var left = area.left + 2
    for mark in marks {
      let place = x[mark.time]
      if place - Self.markReach > left + width { break }
      if place + Self.markReach > left { left = place + Self.markReach + 0.5 }
    }
    guard left + width + 1 < area.right else { return nil }
    drawing.text(text, at: BoardPoint(x: left, y: top + height * 0.36), look)
    return left...(left + width)
  }

  /// How far marks reach to each side.
  private static let markReach = 3.0

  private func draw(
    _ marks: [TimelineMarks.Mark], besides numbers: [ClosedRange<Double>], on drawing: inout FigureDrawing
  ) {
    var end = x.start
    for mark in marks {
      let place = x[mark.time]
      drawing.mark(mark.kind, at: BoardPoint(x: place, y: mark.kind == .cancelled ? middle : top + 2.5))
      guard hasText, !mark.text.isEmpty else { continue }
      end = write(mark.text, at: place, after: end, besides: numbers, on: &drawing)
    }
  }

  func draw(commands: [TimelineMarks.Mark], on drawing: inout FigureDrawing) {
    name("board", on: &drawing)
    var end = x.start
    for mark in commands.sorted(by: { $0.time < $1.time }) {
      drawing.mark(mark.kind, at: BoardPoint(x: x[mark.time], y: middle))
      if hasText { end = write(mark.text, at: x[mark.time], after: end, on: &drawing) }
    }
  }

  /// Writes what a mark says behind it, or before it at the right edge, if there is room.
  /// - Returns: where the text written last ends.
  private func write(
    _ text: String, at place: Double, after end: Double, besides numbers: [ClosedRange<Double>] = [],
    on drawing: inout FigureDrawing
  ) -> Double {
    let look = drawing.look(7)
    let width = FigureDrawing.width(of: text, look)
    let hasRoomBehind = place + 4 + width <= x.end + FigureAxis.rightMargin
    let start = hasRoomBehind ? place + 4 : place - 5 - width
    guard start >= end, !numbers.contains(where: { $0.overlaps(start...(start + width)) }) else { return end }
    drawing.text(text, at: BoardPoint(x: start, y: middle), look)
    return start + width + 3
  }
}

extension [Int] {
  /// Numbers that follow each other, as ranges.
  fileprivate var runs: [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }
}
