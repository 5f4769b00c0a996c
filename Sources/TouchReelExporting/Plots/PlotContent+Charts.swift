import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelTouchTracking

/// Charts of values over time.
extension PlotContent {
  /// The values of one chart, by series.
  private struct Chart {
    let title: String
    /// The place of its quantity among all.
    let order: Int
    var lines: [(lane: PlotLane, values: ColumnSeries)] = []

    var range: ClosedRange<Double>? {
      lines.compactMap(\.values.range).reduce(nil) { (all: ClosedRange<Double>?, own) in all?.union(own) ?? own }
    }
  }

  mutating func addAxes() throws(FileError) {
    var charts: [[Chart]] = []
    for (index, reading) in readings.enumerated() {
      var collector = AxisCollector(reading, window)
      try reading.play(into: &collector)
      warn(collector.lanes, ofReading: index)
      charts.append(Self.charts(of: collector))
    }
    add(charts) { $0.padded }
  }

  private static func charts(of collector: AxisCollector) -> [Chart] {
    var charts: [Chart] = []
    for series in collector.series where !series.values.columns.isEmpty {
      let title = series.unit.isEmpty ? series.axis.name : "\(series.axis.name) (\(series.unit))"
      add(
        series.values, of: collector.lanes.all[series.lane], to: &charts,
        Chart(title: title, order: series.axis.rawValue))
    }
    return charts.sorted { $0.order < $1.order }
  }

  mutating func addSpeeds() throws(FileError) {
    var charts: [[Chart]] = []
    for (index, reading) in readings.enumerated() {
      var collector = SpeedCollector(reading, window)
      try reading.play(into: &collector)
      warn(collector.lanes, ofReading: index)
      var own: [Chart] = []
      for (lane, values) in collector.series.enumerated() where !values.columns.isEmpty {
        let chart = Chart(title: "speed (\(collector.units[lane])/s)", order: 0)
        Self.add(values, of: collector.lanes.all[lane], to: &own, chart)
      }
      charts.append(own)
    }
    add(charts) { $0.paddedFromZero }
  }

  /// - Parameter chart: what is added if there is none with its title.
  private static func add(_ values: ColumnSeries, of lane: PlotLane, to charts: inout [Chart], _ chart: Chart) {
    let index = charts.firstIndex { $0.title == chart.title } ?? charts.count
    if index == charts.count { charts.append(chart) }
    charts[index].lines.append((lane, values))
  }

  /// Adds the charts of each recording below its name; those of one title have one range.
  private mutating func add(_ charts: [[Chart]], _ fitted: (ClosedRange<Double>) -> ClosedRange<Double>) {
    let series = PlotSeries(charts.joined().flatMap { $0.lines.map(\.lane) })
    if let legend = series.legend(options.theme) { blocks.append(legend) }
    var ranges: [String: ClosedRange<Double>] = [:]
    for chart in charts.joined() {
      guard let range = chart.range else { continue }
      ranges[chart.title] = ranges[chart.title]?.union(range) ?? range
    }
    for (reading, own) in zip(readings, charts) {
      addName(of: reading)
      if own.isEmpty { addEmptiness() }
      for (index, chart) in own.enumerated() {
        guard let range = ranges[chart.title] else { continue }
        blocks.append(panel(chart, series, fitted(range), isLast: index == own.count - 1))
      }
    }
  }

  private func panel(
    _ chart: Chart, _ series: PlotSeries, _ range: ClosedRange<Double>, isLast: Bool
  ) -> ChartPanel {
    var panel = ChartPanel(title: chart.title, theme: options.theme, xRange: window.range, yRange: range)
    panel.showsNumbers = isLast
    for (lane, values) in chart.lines {
      let index = series.index(of: lane)
      panel.lines += values.lines(in: window).map { ChartPanel.Line(series: index, points: $0) }
    }
    return panel
  }

  /// Says that there is nothing to be seen.
  mutating func addEmptiness() {
    let what =
      switch options.kind {
      case .speed: "two samples of a touch"
      case .rate: "two frames of a touch"
      case .timeline, .axes, .jitter, .path: "samples of the chosen touches"
      }
    blocks.append(ParagraphBlock(text: "This part of the recording has no \(what).", theme: options.theme))
  }
}
