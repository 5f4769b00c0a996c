public import DrawingBoard
public import InputEvents
import Recordings
public import Replaying
public import TouchTracking

/// Touches as a table: a row for each sample, or one for each touch.
public struct TouchTable: ReplaySink, Sendable {
  /// What has a row.
  public enum Rows: String, Hashable, Sendable, CaseIterable {
    case samples, touches
  }

  let rows: Rows
  private var text: TableText
  private let origin: TableOrigin
  private let showsHover: Bool
  /// Which touches have rows.
  private let choice: TouchChoice
  /// Those that are down, for rows of touches.
  private var open: [Touch.ID: TouchSummary] = [:]
  /// All that began, also those without rows.
  private(set) var touchCount = 0

  /// - Parameters:
  ///   - rows: what has a row.
  ///   - format: what the rows are written as.
  ///   - survey: of the recording.
  ///   - plan: where the devices lie on the board.
  ///   - name: of the recording.
  ///   - epochOffset: of its clock to the Unix epoch; zero if that is not known.
  ///   - showsHover: whether samples that do not touch have rows as well, in a table of all touches.
  ///   - choice: which touches have rows.
  public init(
    _ rows: Rows, as format: TableFormat, of survey: RecordingSurvey, plan: BoardLayout, name: String,
    epochOffset: TimeSpan, showsHover: Bool, choice: TouchChoice = TouchChoice()
  ) {
    self.rows = rows
    self.choice = choice
    self.showsHover = showsHover
    text = TableText(format, columns: Self.columns(rows))
    origin = TableOrigin(survey, plan: plan, name: name, epochOffset: epochOffset, as: text)
  }

  /// The names of the columns, in order.
  public static func columns(_ rows: Rows) -> [String] {
    switch rows {
    case .samples:
      [
        "recording", "device", "touch", "slot", "tracking_id", "phase", "reason", "time", "clock", "epoch", "x", "y",
        "x_mm", "y_mm", "x_device", "y_device", "pressure", "major", "minor", "orientation", "tilt_x", "tilt_y",
        "distance",
        "tool",
      ]
    case .touches:
      [
        "recording", "device", "device_name", "touch", "slot", "tracking_id", "tool", "began", "ended", "duration",
        "samples", "path", "path_mm", "x_min", "y_min", "x_max", "y_max", "mean_rate", "largest_gap", "end", "reason",
      ]
    }
  }

  /// The first line of a table in CSV.
  public static func heading(_ rows: Rows) -> [UInt8] { TableText.heading(columns(rows)) }

  /// Takes the rows so far.
  public mutating func take<Failure>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    guard text.count > 0 else { return }
    try body(text.bytes)
    text.removeAll()
  }

  /// How many bytes of rows wait to be taken.
  public var count: Int { text.count }

  public mutating func handle(_ event: TouchEvent) {
    if case .began = event.phase { touchCount += 1 }
    guard choice.contains(event.touch) else { return }
    switch rows {
    case .samples: addSample(event)
    case .touches: note(event)
    }
  }

  public mutating func handle(_ event: HoverEvent) {
    guard showsHover, rows == .samples, choice.touches.isEmpty else { return }
    if choice.devices.isEmpty || choice.devices.contains(event.device) { addHover(event) }
  }

  public mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}

extension TouchTable {
  private mutating func addSample(_ event: TouchEvent) {
    let touch = event.touch
    let origin = origin
    let reason = event.phase.reason.map { text.encoded($0.rawValue) }
    text.addRow(texts: origin.recording.count + (reason?.count ?? 0)) { row in
      row.add(encoded: origin.recording)
      row.add(touch.device.rawValue)
      row.add(touch.id.rawValue)
      row.add(touch.slot.rawValue)
      row.add(touch.trackingID.rawValue)
      row.add(event.phase)
      row.add(encoded: reason)
      row.add(event.sample, of: touch.device, from: origin)
    }
  }

  /// Without a touch or a tracking id.
  private mutating func addHover(_ event: HoverEvent) {
    let origin = origin
    text.addRow(texts: origin.recording.count) { row in
      row.add(encoded: origin.recording)
      row.add(event.device.rawValue)
      row.add(Int?.none)
      row.add(event.slot.rawValue)
      row.add(Int?.none)
      row.add(event.phase)
      row.add(encoded: nil)
      row.add(event.sample, of: event.device, from: origin)
    }
  }
}

extension TouchTable {
  private mutating func note(_ event: TouchEvent) {
    let id = event.touch.id
    switch event.phase {
    case .began: open[id] = TouchSummary(event.sample)
    case .moved: open[id]?.extend(to: event.sample, origin.device(event.touch.device)?.scale)
    case .ended, .cancelled:
      guard var summary = open.removeValue(forKey: id) else { return }
      summary.end(at: event.time)
      add(summary, event)
    }
  }

  private mutating func add(_ summary: TouchSummary, _ event: TouchEvent) {
    let touch = event.touch
    let origin = origin
    let device = origin.device(touch.device)
    let reason = event.phase.reason.map { text.encoded($0.rawValue) }
    let texts = origin.recording.count + (device?.name.count ?? 0) + (reason?.count ?? 0)
    text.addRow(texts: texts) { row in
      row.add(encoded: origin.recording)
      row.add(touch.device.rawValue)
      row.add(encoded: device?.name)
      row.add(touch.id.rawValue)
      row.add(touch.slot.rawValue)
      row.add(touch.trackingID.rawValue)
      row.add(touch.tool)
      row.addSeconds(summary.began.since(origin.start).nanoseconds)
      row.addSeconds(event.time.since(origin.start).nanoseconds)
      row.addSeconds(event.time.since(summary.began).nanoseconds)
      row.add(summary, isInMillimetres: device?.scale != nil)
      row.add(event.phase)
      row.add(encoded: reason)
    }
  }
}

extension TouchPhase {
  fileprivate var reason: CancelReason? {
    if case .cancelled(let reason) = self { reason } else { nil }
  }
}

extension TableRow {
  fileprivate mutating func add(_ summary: TouchSummary, isInMillimetres: Bool) {
    add(summary.count)
    add(summary.path, decimals: 3)
    add(isInMillimetres ? summary.pathInMillimetres : nil, decimals: 4)
    for bound in [summary.x.lowerBound, summary.y.lowerBound, summary.x.upperBound, summary.y.upperBound] {
      add(bound, decimals: 3)
    }
    add(summary.meanRate, decimals: 3)
    addSeconds(summary.largestGap.nanoseconds)
  }

  fileprivate mutating func add(_ phase: TouchPhase) {
    switch phase {
    case .began: add(word: "began")
    case .moved(let gap): add(word: gap ? "resumed" : "moved")
    case .ended: add(word: "ended")
    case .cancelled: add(word: "cancelled")
    }
  }

  fileprivate mutating func add(_ phase: HoverEvent.Phase) {
    switch phase {
    case .entered: add(word: "hover entered")
    case .moved: add(word: "hover moved")
    case .left: add(word: "hover left")
    }
  }

  fileprivate mutating func add(_ tool: TouchTool) {
    switch tool {
    case .finger: add(word: "finger")
    case .pen: add(word: "pen")
    case .eraser: add(word: "eraser")
    case .palm: add(word: "palm")
    }
  }

  fileprivate mutating func add(_ sample: TouchSample, of device: DeviceChannel, from origin: TableOrigin) {
    addSeconds(sample.time.since(origin.start).nanoseconds)
    addSeconds(sample.time.nanoseconds)
    addSeconds(origin.epochOffset.map { sample.time.advanced(by: $0).nanoseconds })
    add(sample.boardPoint.x, decimals: 3)
    add(sample.boardPoint.y, decimals: 3)
    let millimetres = origin.device(device)?.scale
    add(millimetres.map { $0.x(sample.position) }, decimals: 4)
    add(millimetres.map { $0.y(sample.position) }, decimals: 4)
    add(sample.position.x)
    add(sample.position.y)
    add(sample.pressure, decimals: 6)
    add(sample.major)
    add(sample.minor)
    add(sample.orientation)
    add(sample.tilt?.x, decimals: 3)
    add(sample.tilt?.y, decimals: 3)
    add(sample.distance)
    add(sample.tool)
  }
}
