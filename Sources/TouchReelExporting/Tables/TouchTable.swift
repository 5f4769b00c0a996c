package import TouchReelDrawingBoard
package import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
package import TouchReelTouchTracking

/// Touches as a table: a row for each sample, or one for each touch.
package struct TouchTable: ReplaySink, Sendable {
  /// What has a row.
  package enum Rows: String, Hashable, Sendable, CaseIterable {
    case samples, touches
  }

  private let rows: Rows
  private var text: TableText
  private var origin: TableOrigin
  private var open = OpenSummaries()
  private let showsHover: Bool
  /// Which touches have rows; `nil` if all have.
  private var choice: TouchChoice?
  /// When samples have rows, and touches that are down; `nil` for the whole recording.
  private let span: RecordingSpan?
  private var clock = ReachedTime()
  /// All that began, also those without rows.
  private(set) var touchCount = 0
  /// What the user should know.
  var warnings: [String] { choice.map { $0.warnings(ofNone: !hasChosen, inPart: span != nil) } ?? [] }
  /// Whether a chosen touch has a row.
  private var hasChosen = false

  /// - Parameters:
  ///   - rows: what has a row.
  ///   - format: what the rows are written as.
  ///   - facts: those of the recording.
  ///   - plan: where the devices lie on the board.
  ///   - name: of the recording.
  ///   - epochOffset: of its clock to the Unix epoch; zero if that is not known.
  ///   - showsHover: whether samples that do not touch have rows as well, in a table of all touches.
  ///   - choice: which touches have rows.
  ///   - span: a sample has a row within it, and a touch that is down within it, as a whole.
  ///   - labels: what all rows end with.
  init(
    _ rows: Rows, as format: TableFormat, of facts: RecordingFacts, plan: BoardLayout, name: String,
    epochOffset: TimeSpan, showsHover: Bool, choice: TouchChoice = TouchChoice(), span: RecordingSpan? = nil,
    labels: [RowLabel] = []
  ) {
    self.rows = rows
    self.choice = choice.isOfAll ? nil : choice
    self.span = span.flatMap { $0.isOfAll ? nil : $0 }
    self.showsHover = showsHover
    text = TableText(format, labels: labels)
    origin = TableOrigin(facts, plan: plan, name: name, epochOffset: epochOffset, as: text)
  }

  /// The rows of one of the drawings of a file, by its index.
  func ofDrawing(_ index: Int?) -> TouchTable {
    var table = self
    table.origin.drawing = index
    return table
  }

  /// The names of the columns, in order.
  package static func columns(_ rows: Rows) -> [String] {
    switch rows {
    case .samples:
      [
        "recording", "device", "touch", "slot", "tracking_id", "phase", "reason", "time", "clock", "epoch", "x", "y",
        "x_mm", "y_mm", "x_device", "y_device", "pressure", "major", "minor", "orientation", "tilt_x", "tilt_y",
        "distance", "tool", "drawing",
      ]
    case .touches:
      [
        "recording", "device", "device_name", "touch", "slot", "tracking_id", "tool", "began", "ended", "duration",
        "samples", "path", "path_mm", "x_min", "y_min", "x_max", "y_max", "mean_rate", "largest_gap", "end", "reason",
        "drawing",
      ]
    }
  }

  /// The first line of a table in CSV.
  ///
  /// - Parameters:
  ///   - rows: what has a row.
  ///   - labels: what all rows end with.
  package static func heading(_ rows: Rows, labels: [RowLabel] = []) -> [UInt8] {
    let names = columns(rows).map { Array($0.utf8) } + labels.map { CSVField.encoded($0.name) }
    return Array(names.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "\n")]
  }

  /// Drains the rows so far, which are valid only while `body` runs.
  package mutating func drain<Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 0 else { return }
    try text.withRows(body)
    text.removeAll()
  }

  /// How many bytes of rows wait to be drained.
  package var count: Int { text.count }

  package mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  package mutating func handle(_ events: [TouchEvent]) {
    // Don't iterate over the events themselves: that copies each, and they are large.
    for index in events.indices {
      if case .began = events[index].phase { touchCount += 1 }
    }
    guard choice != nil || span != nil else { return handle(chosen: events) }
    let chosen = events.filter { choice?.contains($0.touch, origin.numbers) ?? true }
    let shown = span.map { span in chosen.filter { span.admits($0, at: clock.time(of: $0.time), rows) } } ?? chosen
    if rows == .samples, !shown.isEmpty { hasChosen = true }
    handle(chosen: shown)
  }

  /// Whether a touch has a row that is not there yet.
  var isWaitingForEnds: Bool { rows == .touches && !open.isEmpty }

  /// Devices were opened that were not known before.
  mutating func describe(_ devices: [DeviceDescription], _ numbers: DeviceNumbers) {
    origin.describe(devices, numbers, as: text)
  }

  /// Replaces the devices whose touches have rows.
  ///
  /// - Parameter devices: their numbers.
  mutating func choose(devices: Set<Int>) { choice?.devices = devices }

  package mutating func handle(_ event: TouchEvent) { handle([event]) }

  private mutating func handle(chosen events: [TouchEvent]) {
    for index in events.indices {
      switch rows {
      case .samples: text.addRow(of: events[index], from: origin)
      case .touches: addRow(ifEndedBy: events[index])
      }
    }
  }

  @inline(__always)
  private mutating func addRow(ifEndedBy event: TouchEvent) {
    guard let touch = open.handle(event, origin.scale(of: event.touch.device)),
      span?.isAfterStart(clock.time(of: event.time)) ?? true
    else { return }
    hasChosen = true
    text.addRow(of: touch, from: origin)
  }

  package mutating func handle(_ event: HoverEvent) {
    guard showsHover, rows == .samples, shows(event) else { return }
    text.addRow(of: event, from: origin)
  }

  private func shows(_ event: HoverEvent) -> Bool {
    if let span, !span.contains(clock.time(of: event.sample.time)) { return false }
    guard let choice else { return true }
    return choice.touches.isEmpty && choice.devices.contains(origin.numbers[event.device])
  }

  package mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}

extension RecordingSpan {
  /// Every step counts of touches, up to the end of those that began before the span's end.
  fileprivate func admits(_ event: TouchEvent, at time: Timestamp, _ rows: TouchTable.Rows) -> Bool {
    guard rows == .touches else { return contains(time) }
    if case .began = event.phase { return isBeforeEnd(time) }
    return true
  }
}
