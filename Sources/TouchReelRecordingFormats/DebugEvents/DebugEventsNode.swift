import TouchReelInputEvents

/// A device that is made up for the touches of one node of `libinput debug-events`.
struct DebugEventsNode {
  let name: String
  /// The same for each opening of one node.
  let number: Int
  /// Whether a node of this name was removed before.
  let isOpenedAgain: Bool
  private(set) var isRemoved = false
  private(set) var description: DeviceDescription
  private let announced: DebugEventsDevice
  /// Positions are percentages where millimetres say nothing.
  private var isInPercent: Bool?
  /// Whether positions have millimetres: one without them is cut.
  private var hasMillimeters = false
  private var slot: Int32 = 0
  private var down: Set<Int32> = []
  private var cancelled: Set<Int32> = []
  private var nextID: Int32 = 0
  /// Touches that ended without a slot's number.
  private var anonymousEnds = 0
  /// The time of events that no report followed.
  private var openTime: Timestamp?
  /// Whether lines say where frames end.
  private(set) var hasFrameLines = false
  private(set) var cancelCount = 0

  init(_ name: String, _ device: DebugEventsDevice, number: Int, isOpenedAgain: Bool) {
    self.name = name
    self.number = number
    self.isOpenedAgain = isOpenedAgain
    announced = device
    description = DeviceDescription()
    description.node = "/dev/input/\(name)"
    description.name = device.name
    description.properties = [.direct]
    description.codes = [
      .synchronization: [.report], .key: [.touch],
      .absolute: [.slot, .toolType, .positionX, .positionY, .trackingID],
    ]
    description.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 9)
    description.axes[.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535)
    description.axes[.toolType] = AbsoluteAxis(minimum: 0, maximum: 2)
    setRanges(announced.size ?? (10_000, 10_000), isMeasured: announced.size != nil)
  }

  mutating func rename(_ name: String) { description.name = name }

  /// False for a touch that cannot be attributed to a slot, or whose position is cut.
  mutating func read(_ touch: DebugEventsTouch, into events: inout [InputEvent]) -> Bool {
    if let position = touch.position {
      guard position.millimeters != nil || !hasMillimeters else { return false }
      hasMillimeters = position.millimeters != nil
    }
    if touch.kind != .frame, let openTime, openTime != touch.time { report(at: openTime, into: &events) }
    var writer = FrameWriter(time: touch.time)
    defer { close(writer, into: &events) }
    switch touch.kind {
    case .frame:
      writer.add(.synchronization, .report, 0)
      hasFrameLines = true
    case .down: put(touch, isNew: true, &writer)
    case .motion: put(touch, isNew: false, &writer)
    case .up, .cancel: return end(touch, &writer)
    }
    return true
  }

  /// The report that a log without lines for frames lacks at its end.
  mutating func finish(into events: inout [InputEvent]) {
    guard let openTime, !hasFrameLines else { return }
    report(at: openTime, into: &events)
  }

  /// Nothing more comes, not even the end of its last frame.
  mutating func remove(into events: inout [InputEvent]) {
    isRemoved = true
    if let openTime { report(at: openTime, into: &events) }
  }

  private mutating func report(at time: Timestamp, into events: inout [InputEvent]) {
    events.append(InputEvent(time: time, type: .synchronization, code: .report, value: 0))
    openTime = nil
  }

  private mutating func close(_ writer: FrameWriter, into events: inout [InputEvent]) {
    guard let last = writer.events.last else { return }
    openTime = last.isReport ? nil : writer.time
    events += writer.events
  }

  private mutating func put(_ touch: DebugEventsTouch, isNew: Bool, _ writer: inout FrameWriter) {
    guard let number = touch.slot, let position = touch.position else { return }
    learn(position)
    select(number, &writer)
    if isNew {
      writer.add(.absolute, .trackingID, nextID)
      nextID = nextID == 65535 ? 0 : nextID + 1
      if cancelled.remove(number) != nil { writer.add(.absolute, .toolType, 0) }
      if down.isEmpty { writer.add(.key, .touch, 1) }
      down.insert(number)
    }
    let (x, y) = isInPercent == true ? position.percent : position.millimeters ?? scaled(position.percent)
    writer.add(.absolute, .positionX, Int32(clamping: x))
    writer.add(.absolute, .positionY, Int32(clamping: y))
  }

  /// Where a position lies that is given in hundredths of a percent, in hundredths of a millimetre.
  private func scaled(_ percent: (x: Int64, y: Int64)) -> (x: Int64, y: Int64) {
    let size = (description.axes[.positionX]?.maximum ?? 0, description.axes[.positionY]?.maximum ?? 0)
    return (percent.x * Int64(size.0) / 10_000, percent.y * Int64(size.1) / 10_000)
  }

  private mutating func select(_ number: Int32, _ writer: inout FrameWriter) {
    if let axis = description.axes[.slot], number > axis.maximum { description.axes[.slot]?.maximum = number }
    guard number != slot else { return }
    slot = number
    writer.add(.absolute, .slot, number)
  }

  /// A cancelled touch becomes a palm, in a frame of its own, before it ends: events have no other word for it.
  private mutating func end(_ touch: DebugEventsTouch, _ writer: inout FrameWriter) -> Bool {
    guard let ended = slots(endedBy: touch) else { return touch.kind == .up }
    if touch.kind == .cancel {
      cancelCount += ended.count
      for number in ended {
        select(number, &writer)
        writer.add(.absolute, .toolType, 2)
      }
      writer.add(.synchronization, .report, 0)
      cancelled.formUnion(ended)
    }
    for number in ended {
      select(number, &writer)
      writer.add(.absolute, .trackingID, -1)
      down.remove(number)
    }
    if down.isEmpty { writer.add(.key, .touch, 0) }
    return true
  }

  /// The first versions print no slot: which of several touches ended is known once all have.
  private mutating func slots(endedBy touch: DebugEventsTouch) -> [Int32]? {
    if let slot = touch.slot { return [slot] }
    anonymousEnds += 1
    guard anonymousEnds >= down.count || touch.kind == .cancel else { return nil }
    anonymousEnds = 0
    return down.sorted()
  }

  /// What a position's two units say of the screen's size, at the first position.
  private mutating func learn(_ position: DebugEventsTouch.Position) {
    guard isInPercent == nil else { return }
    isInPercent = false
    let percent = position.percent
    if let millimeters = position.millimeters, percent.x >= 100, percent.y >= 100, millimeters.x > 0,
      millimeters.y > 0
    {
      let width = (millimeters.x * 10_000 + percent.x / 2) / percent.x
      let height = (millimeters.y * 10_000 + percent.y / 2) / percent.y
      setRanges((Int32(clamping: width), Int32(clamping: height)), isMeasured: true)
    } else if announced.size == nil {
      isInPercent = true
    }
  }

  private mutating func setRanges(_ size: (width: Int32, height: Int32), isMeasured: Bool) {
    let resolution: Int32 = isMeasured ? 100 : 0
    description.axes[.positionX] = AbsoluteAxis(minimum: 0, maximum: size.width, resolution: resolution)
    description.axes[.positionY] = AbsoluteAxis(minimum: 0, maximum: size.height, resolution: resolution)
  }
}

private struct FrameWriter {
  let time: Timestamp
  private(set) var events: [InputEvent] = []

  init(time: Timestamp) { self.time = time }

  mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
