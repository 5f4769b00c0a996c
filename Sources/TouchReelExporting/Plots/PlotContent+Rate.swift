import TouchReelByteStreams
import TouchReelClampedNumbers
import TouchReelRecordingFormats

/// The intervals of frames: over time, and how often each length occurs.
extension PlotContent {
  mutating func addRates() throws(FileError) {
    var collectors: [RateCollector] = []
    for reading in readings {
      var collector = RateCollector(reading, window)
      try reading.play(into: &collector)
      collectors.append(collector)
    }
    let all = collectors.flatMap(\.devices).filter { $0.counts.total > 0 }
    let longest = all.compactMap { $0.series.range?.upperBound }.max() ?? 1
    let bins = Bins(all.map(\.counts))
    var marks: [TimelineMarks] = []
    for (reading, collector) in zip(readings, collectors) {
      addName(of: reading)
      let own = collector.devices.filter { $0.counts.total > 0 }.sorted { $0.number < $1.number }
      if own.isEmpty { addEmptiness() }
      for device in own {
        blocks.append(ParagraphBlock(text: Self.summary(of: device), theme: options.theme))
        marks.append(steps(backOf: device, in: reading))
        blocks.append(chart(of: device, to: longest, marks.last?.all ?? []))
        blocks.append(bins.panel(device.counts, options.theme))
      }
    }
    addLegend(of: marks)
  }

  /// Where a device's time goes backwards, so that an interval is none.
  private func steps(backOf device: RateCollector.Device, in reading: PlotReading) -> TimelineMarks {
    var marks = TimelineMarks()
    for fault in reading.faults where fault.kind == .timeWentBack && fault.device == device.number {
      fault.mark(in: window, on: &marks)
    }
    return marks
  }

  /// What was measured, in a sentence.
  private static func summary(of device: RateCollector.Device) -> String {
    let counts = device.counts
    let (median, most) = (counts.median ?? 0, counts.quantile(0.99) ?? 0)
    func milliseconds(_ seconds: Double) -> String { "\(PlotNumber(seconds * 1000)) ms" }
    let rate = median > 0 ? " (\(PlotNumber(1 / median)) per second)" : ""
    return "device \(device.number): \(counts.total) \(counts.total == 1 ? "interval" : "intervals"), "
      + "median \(milliseconds(median))\(rate), 99 % up to \(milliseconds(most)), longest "
      + "\(milliseconds(counts.longest)); \(counts.count(beyond: 1.5 * median)) longer than one and a half medians"
  }

  private func chart(
    of device: RateCollector.Device, to longest: Double, _ marks: [TimelineMarks.Mark]
  ) -> ChartPanel {
    var panel = ChartPanel(
      title: "interval between frames (ms)", theme: options.theme, xRange: window.range,
      yRange: (0...longest).paddedFromZero)
    panel.lines = device.series.lines(in: window).map { ChartPanel.Line(series: 0, points: $0) }
    panel.marks = marks
    if let median = device.counts.median { panel.rules = [ChartPanel.Rule(value: median * 1000, label: "median")] }
    return panel
  }

  /// The parts into which lengths are sorted, the same for all devices.
  private struct Bins {
    /// The length of a part, in milliseconds.
    let width: Double
    let count: Int
    private let greatest: Int

    init(_ counts: [IntervalCounts]) {
      // Beyond three medians are single ones, which the other chart shows.
      let ends = counts.map { min($0.longest, max(3 * ($0.median ?? 0), 1.2 * ($0.quantile(0.99) ?? 0))) }
      let end = max((ends.max() ?? 0) * 1000, 0.01)
      let width = max(AxisTicks(0...end, limit: 60).stepLength, 0.001)
      (self.width, count) = (width, Int(clamping: (end / width).rounded(.down)) + 1)
      let indices = 0..<count
      greatest = counts.flatMap { own in indices.map { Self.count($0, width, own) } }.max() ?? 1
    }

    private static func count(_ index: Int, _ width: Double, _ counts: IntervalCounts) -> Int {
      counts.count(from: Double(index) * width / 1000, to: Double(index + 1) * width / 1000)
    }

    private static func title(_ beyond: Int) -> String {
      guard beyond > 0 else { return "number of intervals" }
      return "number of intervals; \(beyond == 1 ? "a longer one is" : "\(beyond) longer ones are") not shown"
    }

    func panel(_ counts: IntervalCounts, _ theme: PlotTheme) -> ChartPanel {
      let end = Double(count) * width
      let beyond = counts.total - counts.count(from: 0, to: end / 1000)
      var panel = ChartPanel(
        title: Self.title(beyond),
        theme: theme, xName: "interval between frames (ms)", xRange: 0...end,
        yRange: (0...Double(greatest)).paddedFromZero)
      panel.bars = (0..<count).compactMap { index in
        let number = Self.count(index, width, counts)
        let start = Double(index) * width
        return number == 0 ? nil : ChartPanel.Bar(range: start...(start + width), height: Double(number))
      }
      if let median = counts.median {
        panel.rules = [ChartPanel.Rule(value: median * 1000, label: "median", isVertical: true)]
      }
      return panel
    }
  }
}
