import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelReplaying
import TouchReelTouchTracking

/// What colours along a path stand for.
struct PathTint: Sendable {
  let measure: TintOptions.Measure
  let colors: ColorMap
  let range: ClosedRange<Double>
  /// What a legend says of them.
  let title: String

  /// - Parameters:
  ///   - options: what is measured; without a range that of pictures, so that both can be compared.
  ///   - window: the part of time that is shown.
  ///   - isMeasured: whether lengths are in millimetres, or else in board points.
  init(_ options: TintOptions, _ window: PlotWindow, isMeasured: Bool) {
    (measure, colors) = (options.measure, options.colors)
    switch options.measure {
    case .pressure: (title, range) = ("pressure", options.range ?? 0...1)
    case .speed:
      title = isMeasured ? "speed (mm/s)" : "speed (board points/s)"
      range = options.range ?? TintOptions.usualSpeeds(inMillimetres: isMeasured)
    case .time: (title, range) = ("time (s)", options.range ?? window.range)
    }
  }

  /// `nil` if there is no value.
  func step(of value: Double) -> UInt8? {
    guard !value.isNaN else { return nil }
    return ColorMap.step(at: (value - range.lowerBound) / max(range.upperBound - range.lowerBound, 1e-300))
  }
}

/// The colours of a path from low to high, and the values of both ends.
struct RampBlock: FigureBlock {
  let tint: PathTint

  private static let length = 120.0
  private static let height = 6.0

  func heights(width: Double) -> FigureHeights { FigureHeights(14) }

  func draw(in area: FigureArea, plotLeft: Double, on drawing: inout FigureDrawing) {
    let look = drawing.look(8)
    let center = area.top + 6
    let first = "\(tint.title)  \(Self.label(tint.range.lowerBound))"
    drawing.text(first, at: BoardPoint(x: area.left, y: center), look)
    let left = area.left + FigureDrawing.width(of: first, look) + 4
    drawRamp(from: left, center, on: &drawing)
    let end = BoardPoint(x: left + Self.length + 4, y: center)
    drawing.text(Self.label(tint.range.upperBound), at: end, look)
  }

  private func drawRamp(from left: Double, _ center: Double, on drawing: inout FigureDrawing) {
    let step = Self.length / Double(ColorMap.stepCount)
    for (index, color) in tint.colors.steps.enumerated() {
      let start = left + Double(index) * step
      // Each lies on the one before, so that no paper is seen between them.
      let area = FigureArea(
        left: start, top: center - Self.height / 2, right: left + Self.length, bottom: center + Self.height / 2)
      drawing.rectangle(area, drawing.theme.shown(color))
    }
  }

  private static func label(_ value: Double) -> String {
    let isWhole = value == value.rounded() && value.magnitude < 1e9
    return isWhole ? AxisTicks.decimal(Int(clamping: value), decimals: 0) : "\(PlotNumber(value))"
  }
}
