import InputEvents
import TouchTracking

/// The values of rows of samples.
///
/// From one row to the next most columns stay as they are: those of a frame, of a touch, and the axes that a device
/// reports only where they change. Their text is copied from the row before.
struct SampleRows: Sendable {
  fileprivate let origin: TableOrigin
  /// By slots of devices, as those below; a slot that shares its place with another is written anew more often.
  fileprivate var movements = [ColumnCache<Touch.ID>](repeating: ColumnCache(), count: Self.places)
  private var axes = [ColumnCache<TouchSample>](repeating: ColumnCache(), count: Self.places)
  private var times = ColumnCache<Timestamp>()

  private static let places = 64

  init(_ origin: TableOrigin) { self.origin = origin }

  /// How long the texts in a row are that do not come from a sample.
  var textLength: Int { origin.recording.count }

  @inline(__always)
  fileprivate static func place(of slot: Slot, _ device: DeviceChannel) -> Int {
    (Int(slot.rawValue) &+ device.rawValue &* 16) & (places - 1)
  }

  @inline(__always)
  fileprivate mutating func add<Style>(
    _ sample: TouchSample, of device: DeviceChannel, at place: Int, to row: inout TableRow<Style>
  ) {
    times.add(
      3, to: &row, where: { $0.nanoseconds == sample.time.nanoseconds }, key: { sample.time },
      by: { row in row.add(sample.time, from: origin) })
    row.add(sample.boardPoint.x, Thousandths.self)
    row.add(sample.boardPoint.y, Thousandths.self)
    let scale = origin.scale(of: device)
    row.add(scale.map { $0.x(sample.position) }, TenThousandths.self)
    row.add(scale.map { $0.y(sample.position) }, TenThousandths.self)
    row.add(sample.position.x)
    row.add(sample.position.y)
    axes[place].add(
      8, to: &row, where: { $0.hasAxes(of: sample) }, key: { sample }, by: { row in row.addAxes(of: sample) })
  }
}

extension TouchEvent: RowItem {
  @inline(__always)
  func add<Style>(to row: inout TableRow<Style>, from columns: inout SampleRows) {
    let place = SampleRows.place(of: touch.slot, touch.device)
    if case .moved(gap: false) = phase {
      columns.movements[place].add(
        7, to: &row, where: { $0.rawValue == touch.id.rawValue }, key: { touch.id },
        by: { row in row.add(touch, phase, from: columns.origin) })
    } else {
      row.add(columns: 7) { row in row.add(touch, phase, from: columns.origin) }
    }
    columns.add(sample, of: touch.device, at: place, to: &row)
  }
}

extension HoverEvent: RowItem {
  /// Without a touch or a tracking id.
  func add<Style>(to row: inout TableRow<Style>, from columns: inout SampleRows) {
    row.add(encoded: columns.origin.recording)
    row.add(device.rawValue)
    row.addUnknown()
    row.add(slot.rawValue)
    row.addUnknown()
    row.add(word: phase.word)
    row.addUnknown()
    columns.add(sample, of: device, at: SampleRows.place(of: slot, device), to: &row)
  }
}

extension HoverEvent.Phase {
  fileprivate var word: String {
    switch self {
    case .entered: "hover entered"
    case .moved: "hover moved"
    case .left: "hover left"
    }
  }
}

extension TouchSample {
  /// Whether it has the same values besides its time and place.
  @inline(__always)
  fileprivate func hasAxes(of other: TouchSample) -> Bool {
    pressure == other.pressure && major == other.major && minor == other.minor && orientation == other.orientation
      && distance == other.distance && tilt?.x == other.tilt?.x && tilt?.y == other.tilt?.y && tool == other.tool
  }
}

extension TableRow {
  @inline(never)
  fileprivate mutating func add(_ touch: Touch, _ phase: TouchPhase, from origin: TableOrigin) {
    add(encoded: origin.recording)
    add(touch.device.rawValue)
    add(touch.id.rawValue)
    add(touch.slot.rawValue)
    add(touch.trackingID.rawValue)
    add(word: phase.word)
    add(word: phase.reason?.rawValue)
  }

  @inline(never)
  fileprivate mutating func add(_ time: Timestamp, from origin: TableOrigin) {
    addSeconds(time.since(origin.start).nanoseconds)
    addSeconds(time.nanoseconds)
    if let offset = origin.epochOffset { addSeconds(time.advanced(by: offset).nanoseconds) } else { addUnknown() }
  }

  @inline(never)
  fileprivate mutating func addAxes(of sample: TouchSample) {
    add(sample.pressure, Millionths.self)
    add(sample.major)
    add(sample.minor)
    add(sample.orientation)
    add(sample.tilt?.x, Thousandths.self)
    add(sample.tilt?.y, Thousandths.self)
    add(sample.distance)
    add(word: sample.tool.rawValue)
  }
}
