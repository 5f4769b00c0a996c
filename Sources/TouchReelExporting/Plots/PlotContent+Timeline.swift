import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Timelines of touches.
extension PlotContent {
  mutating func addTimelines() throws(FileError) {
    var collectors: [TimelineCollector] = []
    for (index, reading) in readings.enumerated() {
      var collector = TimelineCollector(reading, window)
      try reading.play(into: &collector)
      collector.finish()
      warn(collector.lanes, ofReading: index)
      collectors.append(collector)
    }
    let series = PlotSeries(collectors.flatMap(\.lanes.all))
    for (reading, collector) in zip(readings, collectors) {
      addName(of: reading)
      blocks.append(panel(collector, of: reading, series))
    }
    addMarkLegend(collectors)
  }

  private func panel(
    _ collector: TimelineCollector, of reading: PlotReading, _ series: PlotSeries
  ) -> TimelinePanel {
    // Rows are in the order of slots, whatever the order in which they were touched.
    let order = collector.lanes.all.indices.sorted { collector.lanes.all[$0] < collector.lanes.all[$1] }
    let lanes = order.map { collector.lanes.all[$0] }
    let rows = zip(order, lanes).map { index, lane in
      TimelinePanel.Row(name: lane.name, series: series.index(of: lane), content: collector.rows[index])
    }
    let numbers = Set(lanes.map(\.device)).sorted()
    let devices = numbers.map { number in
      TimelinePanel.Device(
        number: number, title: title(ofDevice: number, in: reading),
        rows: zip(lanes, rows).filter { $0.0.device == number }.map(\.1))
    }
    return TimelinePanel(
      devices: devices, marks: marks(of: collector, order), window: window, theme: options.theme)
  }

  /// The marks by rows, in the order of time and of rows.
  private func marks(
    of collector: TimelineCollector, _ order: [Int]
  ) -> [TimelineMarks.Row: [TimelineMarks.Mark]] {
    let grouped = Dictionary(grouping: collector.marks.all.sorted { $0.time < $1.time }) { mark in
      guard case .lane(let lane) = mark.row, let place = order.firstIndex(of: lane) else { return mark.row }
      return TimelineMarks.Row.lane(place)
    }
    return grouped
  }

  private func title(ofDevice number: Int, in reading: PlotReading) -> String {
    let index = reading.input.facts.openings.firstIndex { $0.number == number }
    let device = index.flatMap { reading.devices.indices.contains($0) ? reading.devices[$0] : nil }
    let name = device.map { $0.name.isEmpty ? "" : ": \($0.name.printableName)" } ?? ""
    return "device \(number)\(name)"
  }

  private mutating func addMarkLegend(_ collectors: [TimelineCollector]) {
    let counts = collectors.reduce(into: [TimelineMarks.Kind: Int]()) { all, collector in
      all.merge(collector.marks.counts, uniquingKeysWith: +)
    }
    let entries = TimelineMarks.Kind.inOrder.compactMap { kind in
      counts[kind].map { (LegendBlock.Sample.mark(kind), kind.name($0)) }
    }
    if !entries.isEmpty { blocks.append(LegendBlock(entries: entries, theme: options.theme)) }
  }
}
