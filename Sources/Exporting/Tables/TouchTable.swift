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
  private var row: TableRow
  private var devices: [TableDevice]
  private let recording: [UInt8]
  private let start: Timestamp
  /// `nil` if the recording does not say how its clock lies on the epoch.
  private let epochOffset: TimeSpan?
  private let showsHover: Bool
  /// Which touches have rows.
  private let choice: TouchChoice
  /// Those that are down, for rows of touches.
  private var open: [Touch.ID: TouchSummary] = [:]

  /// - Parameters:
  ///   - rows: what has a row.
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
    row = TableRow(format, columns: Self.columns(rows))
    let writing = row
    devices = plan.descriptions.map { description in
      TableDevice(description, name: writing.encoded(description.name))
    }
    recording = row.encoded(name)
    start = survey.start
    self.epochOffset = epochOffset == .zero ? nil : epochOffset
    self.showsHover = showsHover
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
  public static func heading(_ rows: Rows) -> [UInt8] { TableRow.heading(columns(rows)) }

  /// Takes the rows so far.
  public mutating func take<Failure>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    guard row.count > 0 else { return }
    try body(row.bytes)
    row.removeAll()
  }

  /// How many bytes of rows wait to be taken.
  public var count: Int { row.count }

  public mutating func handle(_ event: TouchEvent) {
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
    row.begin()
    row.add(encoded: recording)
    row.add(touch.device.rawValue)
    row.add(touch.id.rawValue)
    row.add(touch.slot.rawValue)
    row.add(touch.trackingID.rawValue)
    addPhase(event.phase)
    add(event.sample, of: touch.device)
    row.end()
  }

  /// Without a touch or a tracking id.
  private mutating func addHover(_ event: HoverEvent) {
    row.begin()
    row.add(encoded: recording)
    row.add(event.device.rawValue)
    row.add(Int?.none)
    row.add(event.slot.rawValue)
    row.add(Int?.none)
    switch event.phase {
    case .entered: row.add(word: "hover entered")
    case .moved: row.add(word: "hover moved")
    case .left: row.add(word: "hover left")
    }
    row.add(encoded: nil)
    add(event.sample, of: event.device)
    row.end()
  }

  private mutating func addPhase(_ phase: TouchPhase) {
    switch phase {
    case .began: row.add(word: "began")
    case .moved(let gap): gap ? row.add(word: "resumed") : row.add(word: "moved")
    case .ended: row.add(word: "ended")
    case .cancelled(let reason):
      row.add(word: "cancelled")
      return row.add(encoded: row.encoded(reason.rawValue))
    }
    row.add(encoded: nil)
  }

  private mutating func add(_ sample: TouchSample, of device: DeviceChannel) {
    row.addSeconds(sample.time.since(start).nanoseconds)
    row.addSeconds(sample.time.nanoseconds)
    row.addSeconds(epochOffset.map { sample.time.advanced(by: $0).nanoseconds })
    row.add(sample.boardPoint.x, decimals: 3)
    row.add(sample.boardPoint.y, decimals: 3)
    let millimetres = devices.indices.contains(device.rawValue) ? devices[device.rawValue].scale : nil
    row.add(millimetres.map { $0.x(sample.position) }, decimals: 4)
    row.add(millimetres.map { $0.y(sample.position) }, decimals: 4)
    row.add(sample.position.x)
    row.add(sample.position.y)
    row.add(sample.pressure, decimals: 6)
    row.add(sample.major)
    row.add(sample.minor)
    row.add(sample.orientation)
    row.add(sample.tilt?.x, decimals: 3)
    row.add(sample.tilt?.y, decimals: 3)
    row.add(sample.distance)
    add(sample.tool)
  }

  private mutating func add(_ tool: TouchTool) {
    switch tool {
    case .finger: row.add(word: "finger")
    case .pen: row.add(word: "pen")
    case .eraser: row.add(word: "eraser")
    case .palm: row.add(word: "palm")
    }
  }
}

extension TouchTable {
  private mutating func note(_ event: TouchEvent) {
    let id = event.touch.id
    switch event.phase {
    case .began: open[id] = TouchSummary(event.sample)
    case .moved:
      let scale = scale(of: event.touch.device)
      open[id]?.extend(to: event.sample, scale)
    case .ended, .cancelled:
      guard var summary = open.removeValue(forKey: id) else { return }
      summary.end(at: event.time)
      add(summary, event)
    }
  }

  private func scale(of device: DeviceChannel) -> TableDevice.Scale? {
    devices.indices.contains(device.rawValue) ? devices[device.rawValue].scale : nil
  }

  private mutating func add(_ summary: TouchSummary, _ event: TouchEvent) {
    let touch = event.touch
    row.begin()
    row.add(encoded: recording)
    row.add(touch.device.rawValue)
    row.add(encoded: devices.indices.contains(touch.device.rawValue) ? devices[touch.device.rawValue].name : nil)
    row.add(touch.id.rawValue)
    row.add(touch.slot.rawValue)
    row.add(touch.trackingID.rawValue)
    add(touch.tool)
    row.addSeconds(summary.began.since(start).nanoseconds)
    row.addSeconds(event.time.since(start).nanoseconds)
    row.addSeconds(event.time.since(summary.began).nanoseconds)
    row.add(summary.count)
    row.add(summary.path, decimals: 3)
    row.add(scale(of: touch.device) == nil ? nil : summary.pathInMillimetres, decimals: 4)
    for bound in [summary.x.lowerBound, summary.y.lowerBound, summary.x.upperBound, summary.y.upperBound] {
      row.add(bound, decimals: 3)
    }
    row.add(summary.meanRate, decimals: 3)
    row.addSeconds(summary.largestGap.nanoseconds)
    addPhase(event.phase)
    row.end()
  }
}
