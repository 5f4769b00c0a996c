import TouchReelClampedNumbers
import TouchReelTouchTracking

/// The horizontal axis below a plot.
struct FigureAxis: Sendable {
  let scale: FigureScale
  /// What its numbers are; `nil` where no numbers are written.
  let name: String?

  /// Room for half of the last number.
  static let rightMargin = 14.0

  /// The ticks whose numbers have room beside each other.
  func ticks(_ drawing: FigureDrawing) -> AxisTicks {
    let length = scale.end - scale.start
    let look = drawing.look(8)
    for limit in stride(from: max(Int(clamping: length / 30), 1), to: 1, by: -1) {
      let ticks = AxisTicks(scale.range, limit: limit)
      let widest = ticks.values.map { FigureDrawing.width(of: ticks.label(of: $0), look) }.max() ?? 0
      if (widest + 10) * Double(max(ticks.values.count - 1, 1)) <= length { return ticks }
    }
    return AxisTicks(scale.range, limit: 1)
  }
}

extension FigureDrawing {
  /// Draws the lines of a horizontal axis, and its numbers below the plot.
  mutating func axis(_ axis: FigureAxis, of plot: FigureArea) {
    let ticks = axis.ticks(self)
    for value in ticks.values {
      let x = axis.scale[value]
      line(
        BoardPoint(x: x, y: plot.top), BoardPoint(x: x, y: plot.bottom), Stroke(color: theme.grid, width: 0.5))
      if axis.name != nil { text(ticks.label(of: value), at: BoardPoint(x: x, y: plot.bottom + 7), look(8, .middle)) }
    }
    let frame = Stroke(color: theme.ink, width: 0.5)
    line(BoardPoint(x: plot.left, y: plot.bottom), BoardPoint(x: plot.right, y: plot.bottom), frame)
    line(BoardPoint(x: plot.left, y: plot.top), BoardPoint(x: plot.left, y: plot.bottom), frame)
    if let name = axis.name {
      let middle = (plot.left + plot.right) / 2
      text(name, at: BoardPoint(x: middle, y: plot.bottom + 18), look(8, .middle))
    }
  }
}
