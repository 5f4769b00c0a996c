import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelReplaying
import TouchReelTouchTracking

/// The traces of touches on axes of one scale, with a number where each begins; y grows downward.
struct PathPanel: FigureBlock {
  struct Trace: Sendable {
    let number: Int
    let series: Int
    let lines: [[PathCollector.Point]]
  }

  /// Points of print for a millimetre.
  static let pointsPerMillimetre = 72 / 25.4
  private static let titleHeight = 12.0

  let traces: [Trace]
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>
  /// Whether lengths are millimetres, or else board points.
  let isMeasured: Bool
  /// Whether a millimetre is one in print, so that a ruler can be laid on it.
  var isTrueSize = false
  /// Whether a bar says how long a length is, where lengths are millimetres.
  var showsScaleBar = false
  /// What colours stand for; `nil` if each series has its own.
  var tint: PathTint?
  let theme: PlotTheme

  private var width: Double { x.upperBound - x.lowerBound }
  private var height: Double { y.upperBound - y.lowerBound }

  /// The width that the panel needs in true size, in points.
  var trueWidth: Double {
    let height = height * Self.pointsPerMillimetre + Self.titleHeight + ChartPanel.numbersHeight
    return width * Self.pointsPerMillimetre + labelWidth(height: height) + FigureAxis.rightMargin
  }

  func heights(width: Double) -> FigureHeights {
    let others = Self.titleHeight + ChartPanel.numbersHeight
    let plot = max(width - labelWidth(height: 100) - FigureAxis.rightMargin, 1)
    let usual = isTrueSize ? height * Self.pointsPerMillimetre : min(plot * height / self.width, 600)
    return FigureHeights(least: others + 24, usual: others + max(usual, 24))
  }

  private func ticks(_ range: ClosedRange<Double>, length: Double) -> AxisTicks {
    AxisTicks(range, limit: max(Int(clamping: length / 18), 2))
  }

  func labelWidth(height: Double) -> Double {
    let ticks = ticks(y, length: height - Self.titleHeight - ChartPanel.numbersHeight)
    let look = FigureDrawing(theme).look(8)
    return (ticks.values.map { FigureDrawing.width(of: ticks.label(of: $0), look) }.max() ?? 0) + 4
  }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    let room = FigureArea(
      left: plotLeft, top: area.top + Self.titleHeight, right: area.right - FigureAxis.rightMargin,
      bottom: area.bottom - ChartPanel.numbersHeight)
    let scale = self.scale(in: room)
    let plot = FigureArea(
      left: room.left, top: room.top, right: room.left + width * scale, bottom: room.top + height * scale)
    let across = FigureScale(range: x, start: plot.left, end: plot.right)
    let down = FigureScale(range: y, start: plot.top, end: plot.bottom)
    drawing.text(title(scale), at: BoardPoint(x: plot.left, y: area.top + 5), drawing.look(8))
    drawHeights(plot, down, on: &drawing)
    drawing.axis(FigureAxis(scale: across, name: isMeasured ? "x (mm)" : "x (board points)"), of: plot)
    for trace in traces { draw(trace, across, down, on: &drawing) }
    drawNumbers(across, down, on: &drawing)
    if isMeasured, showsScaleBar { drawScaleBar(of: plot, scale, on: &drawing) }
  }

  private func scale(in room: FigureArea) -> Double {
    let fitting = min(room.width / width, room.height / height)
    return isTrueSize && fitting > Self.pointsPerMillimetre * 0.98 ? Self.pointsPerMillimetre : max(fitting, 1e-9)
  }

  private func title(_ scale: Double) -> String {
    guard isMeasured else { return "y (board points)" }
    let ratio = scale / Self.pointsPerMillimetre
    if abs(ratio - 1) < 1e-9 { return "y (mm), true size" }
    return ratio < 1 ? "y (mm), 1 : \(PlotNumber(1 / ratio))" : "y (mm), \(PlotNumber(ratio)) : 1"
  }

  private func drawHeights(_ plot: FigureArea, _ down: FigureScale, on drawing: inout FigureDrawing) {
    let ticks = ticks(y, length: plot.height)
    for value in ticks.values {
      let height = down[value]
      drawing.line(
        BoardPoint(x: plot.left, y: height), BoardPoint(x: plot.right, y: height),
        FigureDrawing.Stroke(color: theme.grid, width: 0.5))
      drawing.text(ticks.label(of: value), at: BoardPoint(x: plot.left - 4, y: height), drawing.look(8, .right))
    }
  }

  private func draw(
    _ trace: Trace, _ across: FigureScale, _ down: FigureScale, on drawing: inout FigureDrawing
  ) {
    for line in trace.lines {
      for run in runs(of: line) {
        let tinted = run.step.flatMap { tint?.colors.color(ofStep: $0) }.map(theme.shown)
        let color = tinted ?? theme.color(ofSeries: trace.series)
        let dashes = tinted == nil ? theme.dashes(ofSeries: trace.series) : []
        let points = line[run.range].map { BoardPoint(x: across[$0.position.x], y: down[$0.position.y]) }
        drawing.line(points, FigureDrawing.Stroke(color: color, width: drawing.lineWidth, dashes: dashes))
      }
    }
  }

  /// The parts of a line that have one colour, each from the end of the one before: a way has the colour of the sample
  /// that it leads to.
  private func runs(of line: [PathCollector.Point]) -> [(step: UInt8?, range: ClosedRange<Int>)] {
    guard let tint, line.count > 1 else {
      let step = line.first.flatMap { self.tint?.step(of: $0.value) }
      return line.isEmpty ? [] : [(step, 0...line.count - 1)]
    }
    var runs: [(step: UInt8?, range: ClosedRange<Int>)] = []
    for index in 1..<line.count {
      let step = tint.step(of: line[index].value)
      if let last = runs.last, last.step == step {
        runs[runs.count - 1].range = last.range.lowerBound...index
      } else {
        runs.append((step, index - 1...index))
      }
    }
    return runs
  }

  /// Draws a bar of a round length beside the title, where no line crosses it.
  private func drawScaleBar(of plot: FigureArea, _ scale: Double, on drawing: inout FigureDrawing) {
    guard let bar = RoundLength(atMost: plot.width * 0.3 / scale) else { return }
    let (right, y) = (plot.right, plot.top - Self.titleHeight + 5)
    let left = right - bar.millimetres * scale
    drawing.rectangle(FigureArea(left: left, top: y - 1, right: right, bottom: y + 1), theme.ink)
    drawing.text(bar.label, at: BoardPoint(x: left - 4, y: y), drawing.look(8, .right))
  }

  /// Writes the touches' numbers where they begin: on a side on which no other one is, if there is one.
  private func drawNumbers(_ across: FigureScale, _ down: FigureScale, on drawing: inout FigureDrawing) {
    var room = NumberRoom()
    for trace in traces {
      guard let start = trace.lines.first?.first?.position else { continue }
      let point = BoardPoint(x: across[start.x], y: down[start.y])
      var look = drawing.look(7)
      let text = "\(trace.number)"
      guard let place = room.take(FigureDrawing.width(of: text, look), around: point) else { continue }
      let color = tint == nil ? theme.color(ofSeries: trace.series) : theme.ink
      let dot = FigureDrawing.Stroke(color: color, width: max(3, 2 * drawing.lineWidth))
      drawing.line(point, point, dot)
      look.side = place.side
      drawing.text(text, at: place.point, look)
    }
  }
}

/// Where numbers stand, in small cells, so that none lies on another one.
private struct NumberRoom {
  private static let cell = 2.5
  /// Right above, right below, left above, left below.
  private static let sides: [(x: Double, y: Double, side: FigureDrawing.TextLook.Side)] = [
    (3, -5, .left), (3, 5, .left), (-3, -5, .right), (-3, 5, .right),
  ]

  private var taken: Set<SIMD2<Int>> = []

  /// - Returns: `nil` if all sides are taken.
  mutating func take(
    _ width: Double, around point: BoardPoint
  ) -> (point: BoardPoint, side: FigureDrawing.TextLook.Side)? {
    for (x, y, side) in Self.sides {
      let place = BoardPoint(x: point.x + x, y: point.y + y)
      let cells = Self.cells(from: side == .left ? place.x : place.x - width, width, around: place.y)
      guard taken.isDisjoint(with: cells) else { continue }
      taken.formUnion(cells)
      return (place, side)
    }
    return nil
  }

  private static func cells(from left: Double, _ width: Double, around middle: Double) -> [SIMD2<Int>] {
    func index(_ value: Double) -> Int { Int(clamping: (value / cell).rounded(.down)) }
    let (columns, rows) = (index(left)...index(left + width), index(middle - 2.5)...index(middle + 2.5))
    return columns.flatMap { column in rows.map { SIMD2(column, $0) } }
  }
}
