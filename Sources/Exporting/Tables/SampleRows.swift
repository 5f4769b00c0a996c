import InputEvents
import TouchTracking

/// The values of rows of samples.
///
/// From one row to the next most columns stay as they are: those of a frame and of a touch. Positions and how
/// pens are held return to values that they had before. What was written once is copied.
struct SampleRows: Sendable {
  var origin: TableOrigin
  /// By slots of devices; a slot that shares its place with another is written anew more often.
  fileprivate var movements = [ColumnCache<Touch.ID>](repeating: ColumnCache(), count: Self.slots)
  /// By what they hold; what shares its place with something else is written anew more often.
  private var poses = [ColumnCache<SamplePose>](repeating: ColumnCache(), count: Self.posePlaces)
  private var times = ColumnCache<Timestamp>()
  private var x = AxisTextCache()
  private var y = AxisTextCache()
  private let numbers = SmallNumbers()

  private static let slots = 64
  private static let posePlaces = 256

  init(_ origin: TableOrigin) { self.origin = origin }

  /// How long the texts in a row are that do not come from a sample.
  var textLength: Int { origin.recording.count }

  @inline(__always)
  fileprivate static func place(of slot: Slot, _ device: DeviceChannel) -> Int {
    (Int(slot.rawValue) &+ device.rawValue &* 16) & (slots - 1)
  }

  @inline(__always)
  fileprivate mutating func add<Style>(
    _ sample: TouchSample, of device: DeviceChannel, to row: inout TableRow<Style>
  ) {
    if !times.add(3, to: &row, for: sample.time) {
      times.write(3, to: &row, for: sample.time) { row in row.add(sample.time, from: origin) }
    }
    if device.rawValue < Int(UInt8.max) {
      addPosition(of: sample, on: UInt8(truncatingIfNeeded: device.rawValue), to: &row)
    } else {
      row.addPosition(of: sample, origin.scale(of: device))
    }
    // Of its own: read from this each time, they take 3 % of a table longer.
    row.add(columns: 4) { [numbers] row in row.addContact(of: sample, by: numbers) }
    let pose = SamplePose(sample)
    let place = pose.hash & (Self.posePlaces - 1)
    if !poses[place].add(4, to: &row, for: pose) {
      poses[place].write(4, to: &row, for: pose) { row in row.addPose(of: sample) }
    }
  }

  @inline(__always)
  private mutating func addPosition<Style>(of sample: TouchSample, on device: UInt8, to row: inout TableRow<Style>) {
    let (position, point) = (sample.position, sample.boardPoint)
    let column = x.place(of: position.x, on: device) ?? keepX(of: sample, on: device)
    let line = y.place(of: position.y, on: device) ?? keepY(of: sample, on: device)
    row.add(x[column], boardPoint: point.x)
    row.add(y[line], boardPoint: point.y)
    row.add(x[column].millimetres, count: x[column].millimetreCount)
    row.add(y[line].millimetres, count: y[line].millimetreCount)
    row.add(x[column].device, count: x[column].deviceCount)
    row.add(y[line].device, count: y[line].deviceCount)
  }

  private mutating func keepX(of sample: TouchSample, on device: UInt8) -> Int {
    let millimetres = origin.scale(of: DeviceChannel(rawValue: Int(device)))?.x(sample.position)
    return x.keep(sample.position.x, on: device, boardPoint: sample.boardPoint.x, millimetres: millimetres)
  }

  private mutating func keepY(of sample: TouchSample, on device: UInt8) -> Int {
    let millimetres = origin.scale(of: DeviceChannel(rawValue: Int(device)))?.y(sample.position)
    return y.keep(sample.position.y, on: device, boardPoint: sample.boardPoint.y, millimetres: millimetres)
  }
}

extension TouchEvent: RowItem {
  @inline(__always)
  func add<Style>(to row: inout TableRow<Style>, from columns: inout SampleRows) {
    if case .moved(gap: false) = phase {
      let place = SampleRows.place(of: touch.slot, touch.device)
      if !columns.movements[place].add(7, to: &row, for: touch.id) {
        columns.movements[place].write(7, to: &row, for: touch.id) { row in
          row.add(touch, phase, from: columns.origin)
        }
      }
    } else {
      row.add(columns: 7) { row in row.add(touch, phase, from: columns.origin) }
    }
    columns.add(sample, of: touch.device, to: &row)
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
    columns.add(sample, of: device, to: &row)
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

/// How a tool is held, as few instructions compare it.
private struct SamplePose: Equatable {
  /// Bits of tilt along x and y.
  private let tiltX: UInt64
  private let tiltY: UInt64
  private let distance: Int32
  /// A bit for each that is known, and the tool.
  private let known: UInt8

  @inline(__always)
  init(_ sample: TouchSample) {
    tiltX = (sample.tilt?.x ?? 0).bitPattern
    tiltY = (sample.tilt?.y ?? 0).bitPattern
    distance = sample.distance ?? 0
    known = (sample.tilt == nil ? 0 : 1) | (sample.distance == nil ? 0 : 2) | sample.tool.bits
  }

  /// Spreads those that differ.
  @inline(__always)
  var hash: Int {
    let bits = tiltX ^ (tiltY &<< 1) ^ UInt64(UInt32(bitPattern: distance)) ^ UInt64(known)
    // The golden ratio of 2^64: the upper bits of the product depend on all of the factor's.
    return Int((bits &* 0x9e37_79b9_7f4a_7c15) &>> 48)
  }
}

extension TouchTool {
  /// Above those of what is known.
  @inline(__always)
  fileprivate var bits: UInt8 {
    switch self {
    case .finger: 0
    case .pen: 64
    case .eraser: 128
    case .palm: 192
    }
  }
}

extension TableRow {
  /// Adds a position, of which the board's part is there already unless the board is turned.
  @inline(__always)
  fileprivate mutating func add(_ texts: AxisTextCache.Entry, boardPoint: Double) {
    if texts.isOf(boardPoint: boardPoint) {
      add(texts.board, count: texts.boardCount)
    } else {
      add(boardPoint, Thousandths.self)
    }
  }

  @inline(never)
  fileprivate mutating func addPosition(of sample: TouchSample, _ scale: TableDevice.Scale?) {
    add(sample.boardPoint.x, Thousandths.self)
    add(sample.boardPoint.y, Thousandths.self)
    add(scale.map { $0.x(sample.position) }, TenThousandths.self)
    add(scale.map { $0.y(sample.position) }, TenThousandths.self)
    add(sample.position.x)
    add(sample.position.y)
  }

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

  /// Adds what changes with every sample of many devices.
  @inline(__always)
  fileprivate mutating func addContact(of sample: TouchSample, by numbers: SmallNumbers) {
    add(sample.pressure, Millionths.self)
    add(sample.major, by: numbers)
    add(sample.minor, by: numbers)
    add(sample.orientation, by: numbers)
  }

  @inline(never)
  fileprivate mutating func addPose(of sample: TouchSample) {
    add(sample.tilt?.x, Thousandths.self)
    add(sample.tilt?.y, Thousandths.self)
    add(sample.distance)
    add(word: sample.tool.rawValue)
  }
}
