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
    addLegend(of: collectors.map(\.marks))
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
    // A device that nothing touched has a place for its own marks.
    let numbers = Set(lanes.map(\.device) + collector.marks.devices).sorted()
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

  /// Why touches were cancelled, which has no room beside each mark.
  private static func reasons(_ marks: [TimelineMarks]) -> String {
    let counts = marks.reduce(into: [String: Int]()) { all, marks in all.merge(marks.reasons, uniquingKeysWith: +) }
    let sorted = counts.sorted { $0.key < $1.key }
    return " (\(sorted.map { sorted.count == 1 ? $0.key : "\($0.value) \($0.key)" }.joined(separator: ", ")))"
  }

  /// Says what marks mean, and how many there are.
  mutating func addLegend(of marks: [TimelineMarks]) {
    let counts = marks.reduce(into: [TimelineMarks.Kind: Int]()) { all, marks in
      all.merge(marks.counts, uniquingKeysWith: +)
    }
    let entries = TimelineMarks.Kind.inOrder.compactMap { kind in
      counts[kind].map { count in
        let reasons = kind == .cancelled ? Self.reasons(marks) : ""
        return (LegendBlock.Sample.mark(kind), kind.name(count) + reasons)
      }
    }
    if !entries.isEmpty { blocks.append(LegendBlock(entries: entries, theme: options.theme)) }
  }
}
