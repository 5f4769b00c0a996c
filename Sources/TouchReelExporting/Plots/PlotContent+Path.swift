import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelTouchTracking

/// Where touches went.
extension PlotContent {
  /// The widths of figures in true size, in points; smaller and larger ones are scaled.
  private static let trueWidths = 150.0...2400.0

  mutating func addPaths() throws(FileError) {
    let isMeasured = readings.allSatisfy { $0.pointsPerMillimetre != nil }
    var collectors: [PathCollector] = []
    for (index, reading) in readings.enumerated() {
      var collector = PathCollector(reading, window, isMeasured: isMeasured)
      try reading.play(into: &collector)
      collector.finish()
      warn(collector, ofReading: index)
      collectors.append(collector)
    }
    let series = PlotSeries(collectors.flatMap(\.lanes.all))
    let tint = options.tint.map { PathTint($0, window, isMeasured: isMeasured) }
    if let tint { blocks.append(RampBlock(tint: tint)) }
    // Ink without values keeps the colours of its series.
    if tint == nil || collectors.contains(where: \.lacksValues), let legend = series.legend(options.theme) {
      blocks.append(legend)
    }
    let (x, y) = Self.ranges(of: collectors)
    for (reading, collector) in zip(readings, collectors) {
      addName(of: reading)
      guard collector.extent != nil else {
        addEmptiness()
        continue
      }
      var panel = PathPanel(
        traces: Self.traces(of: collector, series), x: x, y: y, isMeasured: isMeasured,
        showsScaleBar: options.showsScaleBar, tint: tint, theme: options.theme)
      let width = panel.trueWidth + 2 * FigureLayout.margin
      panel.isTrueSize = isMeasured && options.size == nil && Self.trueWidths.contains(width)
      if panel.isTrueSize { trueWidth = (width / 3).rounded(.up) * 3 }
      blocks.append(panel)
    }
  }

  private mutating func warn(_ collector: PathCollector, ofReading index: Int) {
    warnings[index] += readings[index].warningsOfBoard
    if options.showsScaleBar, readings[index].pointsPerMillimetre == nil {
      warnings[index].append("there is no scale bar: the device does not report its size")
    }
    guard collector.leftOutCount > 0 else { return }
    warnings[index].append("has more touches than are drawn; those behind the first \(collector.traces.count) are not")
  }

  private static func traces(of collector: PathCollector, _ series: PlotSeries) -> [PathPanel.Trace] {
    collector.traces.map { trace in
      PathPanel.Trace(
        number: trace.touch.rawValue, series: series.index(of: collector.lanes.all[trace.lane]), lines: trace.lines)
    }
  }

  /// One range for all recordings, with a margin in which numbers have room.
  private static func ranges(of collectors: [PathCollector]) -> (ClosedRange<Double>, ClosedRange<Double>) {
    let extents = collectors.compactMap(\.extent)
    func range(_ part: (SIMD2<Double>) -> Double) -> ClosedRange<Double> {
      let lower = extents.map { part($0.lower) }.min() ?? 0
      let upper = extents.map { part($0.upper) }.max() ?? 0
      return lower...upper
    }
    let (x, y) = (range(\.x), range(\.y))
    let margin = max(x.upperBound - x.lowerBound, y.upperBound - y.lowerBound, 1) * 0.04
    return (
      (x.lowerBound - margin)...(x.upperBound + margin), (y.lowerBound - margin)...(y.upperBound + margin)
    )
  }
}
