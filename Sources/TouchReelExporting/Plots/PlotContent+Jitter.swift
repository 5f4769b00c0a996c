import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelTouchTracking

/// How far resting touches stray from their means.
extension PlotContent {
  mutating func addJitter() throws(FileError) {
    var collectors: [DeviationCollector] = []
    for reading in readings { collectors.append(try deviations(in: reading)) }
    let series = collectors.flatMap(\.series)
    let offset = series.flatMap { [$0.x, $0.y] }.compactMap(\.range).map { max(-$0.lowerBound, $0.upperBound) }.max()
    let farthest = series.compactMap(\.distance.range?.upperBound).max()
    for (reading, collector) in zip(readings, collectors) {
      addName(of: reading)
      if collector.touches.isEmpty { addEmptiness() }
      for (touch, series) in zip(collector.touches, collector.series) {
        add(touch, series, offset: offset ?? 0, farthest: farthest ?? 0)
      }
    }
  }

  private func deviations(in reading: PlotReading) throws(FileError) -> DeviationCollector {
    var resting = RestCollector(reading, window)
    try reading.play(into: &resting)
    resting.finish()
    var deviations = DeviationCollector(resting.touches, reading, window)
    try reading.play(into: &deviations)
    return deviations
  }

  private mutating func add(
    _ touch: RestingTouch, _ series: DeviationCollector.Series, offset: Double, farthest: Double
  ) {
    let greatest = series.distance.range?.upperBound ?? 0
    let text =
      "touch \(touch.id.rawValue): \(touch.count) \(touch.count == 1 ? "sample" : "samples") in "
      + "\(PlotNumber(touch.duration)) s, from their mean RMS \(PlotNumber(touch.rootMeanSquare)) \(touch.unit), "
      + "at most \(PlotNumber(greatest)) \(touch.unit)"
    blocks.append(ParagraphBlock(text: text, theme: options.theme))
    let around = (-offset...offset).padded
    blocks.append(panel("x from the mean (\(touch.unit))", series.x, around))
    blocks.append(panel("y from the mean (\(touch.unit))", series.y, around))
    var distance = panel("distance from the mean (\(touch.unit))", series.distance, (0...farthest).paddedFromZero)
    distance.showsNumbers = true
    distance.rules = [ChartPanel.Rule(value: touch.rootMeanSquare, label: "RMS")]
    blocks.append(distance)
  }

  private func panel(_ title: String, _ values: ColumnSeries, _ range: ClosedRange<Double>) -> ChartPanel {
    var panel = ChartPanel(title: title, theme: options.theme, xRange: window.range, yRange: range)
    panel.showsNumbers = false
    panel.lines = values.lines(in: window).map { ChartPanel.Line(series: 0, points: $0) }
    return panel
  }
}
