import TouchReelInputEvents
import TouchReelTouchTracking

/// The first byte chooses a device; each event then takes two bytes, or six where its value is of 32 bits. Each touch
/// begins once, moves only while it is down, and ends or is cancelled once; a frame in parts gives what the whole frame
/// gives.
func fuzzTouches(_ bytes: [UInt8]) {
  var feed = ByteFeed(bytes)
  let device = devices[Int(feed.byte()) % devices.count]
  var (whole, parts) = (Track(device), Track(device))
  var time: Int64 = 0
  var events: [InputEvent] = []
  while !feed.isAtEnd {
    let kind = feed.byte()
    guard kind & 0x3f < 0x3c else {
      // A few milliseconds, now and then back.
      time += (Int64(feed.byte()) - 16) * 1_000_000
      continue
    }
    let (type, code) = kinds[Int(kind & 0x3f) % kinds.count]
    let value = kind & 0xc0 == 0xc0 ? feed.int32() : Int32(Int8(bitPattern: feed.byte()))
    events.append(InputEvent(time: Timestamp(nanoseconds: time), type: type, code: code, value: value))
    guard events.last?.isReport ?? false else { continue }
    let isSync = kind & 0x40 != 0
    whole.play([Frame(events: events)], isSync: isSync)
    let middle = isSync || events.contains(where: \.isDropped) ? 0 : events.count / 2
    parts.play([Frame(events: Array(events[..<middle])), Frame(events: Array(events[middle...]))], isSync: isSync)
    // What an undescribed device is may show only in the second part.
    if device.isComplete { requireSame(parts.latest, whole.latest, "a frame in parts") }
    events = []
    time += 8_000_000
  }
  whole.finish(at: time)
}

/// A session with its invariants.
private struct Track {
  private var session = TouchSession()
  private let index: DeviceChannel
  private var down: Set<Touch.ID> = []
  private var next = 0
  private var lines = LineTracker()
  private var state: StateCheck
  private(set) var latest: [TouchEvent] = []

  init(_ device: DeviceDescription) {
    let board = SurfaceMapping.defaultBoard(for: device).size
    index = session.open(device, mapping: SurfaceMapping(device: device, board: board))
    state = StateCheck(board: board)
  }

  mutating func play(_ frames: [Frame], isSync: Bool) {
    latest = []
    for frame in frames where !frame.events.isEmpty {
      if isSync {
        session.handleSync(frame, from: index, into: &latest)
      } else {
        session.handle(frame, from: index, into: &latest)
      }
    }
    check(latest)
    require(Set(session.openTouches.map(\.id)) == down, "open: \(session.openTouches), down: \(down)")
  }

  mutating func finish(at time: Int64) {
    latest = []
    session.cancelAll(.recordingEnded, at: Timestamp(nanoseconds: time), into: &latest)
    check(latest)
    require(down.isEmpty && session.openTouches.isEmpty && lines.linesInProgress.isEmpty, "touches that never end")
  }

  private mutating func check(_ events: [TouchEvent]) {
    for event in events {
      let id = event.touch.id
      switch event.phase {
      case .began:
        require(id.rawValue == next, "\(id) begins out of order")
        next += 1
        down.insert(id)
      case .moved: require(down.contains(id), "\(id) moves and is not down")
      case .ended, .cancelled: require(down.remove(id) != nil, "\(id) ends and is not down")
      }
      state.check(event.sample)
      lines.handle(event)
    }
  }
}

private struct StateCheck {
  let board: BoardSize

  func check(_ sample: TouchSample) {
    let point = sample.boardPoint
    require(
      (-board.width...(2 * board.width)).contains(point.x) && (-board.height...(2 * board.height)).contains(point.y),
      "\(point) is nowhere near a board of \(board)")
    require((0...1).contains(sample.pressure ?? 0), "pressure \(sample.pressure ?? 0)")
    require(sample.tilt.map { $0.x.isFinite && $0.y.isFinite } ?? true, "tilt \(String(describing: sample.tilt))")
  }
}

/// Mostly what multitouch devices send.
private let kinds: [(EventType, EventCode)] =
  [(.synchronization, .report), (.synchronization, .report), (.synchronization, .multitouchReport)]
  + [
    EventCode.slot, .trackingID, .positionX, .positionY, .toolType, .touchMajor, .contactPressure, .contactDistance,
    .toolX,
  ]
  .map { (.absolute, $0) }
  + [EventCode.x, .y, .pressure, .distance, .tiltX, .tiltY].map { (.absolute, $0) }
  + [
    EventCode.touch, .toolPen, .toolRubber, .toolFinger, .toolDoubleTap, .toolTripleTap, .stylus, .leftButton,
  ].map { (.key, $0) }
  + [(.synchronization, .dropped), (.synchronization, .report), (.absolute, .slot), (.absolute, .trackingID)]

private let devices: [DeviceDescription] = {
  let point = AbsoluteAxis(minimum: 0, maximum: 100, resolution: 4)
  let slots: [EventCode: AbsoluteAxis] = [
    .slot: AbsoluteAxis(minimum: 0, maximum: 9), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
    .positionX: point, .positionY: point, .toolType: AbsoluteAxis(minimum: 0, maximum: 2),
    .contactPressure: AbsoluteAxis(minimum: 0, maximum: 100), .touchMajor: AbsoluteAxis(minimum: 0, maximum: 50),
    .contactDistance: AbsoluteAxis(minimum: 0, maximum: 50),
  ]
  let single: [EventCode: AbsoluteAxis] = [.x: point, .y: point]
  let pen = single.merging(
    [
      .pressure: AbsoluteAxis(minimum: 0, maximum: 100), .distance: AbsoluteAxis(minimum: 0, maximum: 60),
      .tiltX: AbsoluteAxis(minimum: -60, maximum: 60, resolution: 57), .tiltY: AbsoluteAxis(minimum: -60, maximum: 60),
    ]) { $1 }
  let penKeys: Set<EventCode> = [.touch, .toolPen, .toolRubber, .stylus]
  let padKeys: Set<EventCode> = [.touch, .toolFinger, .toolDoubleTap, .leftButton]
  return [
    device(slots, [.touch], [.direct]), device([.positionX: point, .positionY: point], [.touch], [.direct]),
    device([.positionX: point, .positionY: point, .trackingID: point], [.touch], [.direct]),
    device(single, [.touch], [.direct]), device(pen, penKeys, [.direct]),
    device(pen.merging(slots) { $1 }, penKeys, [.direct]),
    device(single.merging(slots) { $1 }, padKeys, [.pointer, .semiMultitouch]), undescribed,
  ]
}()

private let undescribed: DeviceDescription = {
  var device = DeviceDescription()
  device.isComplete = false
  return device
}()

private func device(
  _ axes: [EventCode: AbsoluteAxis], _ keys: Set<EventCode>, _ properties: Set<InputProperty>
) -> DeviceDescription {
  var device = DeviceDescription()
  device.axes = axes
  device.codes = [.absolute: Set(axes.keys), .key: keys]
  device.properties = properties
  return device
}

var touchDeviceCount: Int { devices.count }

/// The event as the target takes it; no bytes for one that it has no number for.
func touchBytes(of event: InputEvent) -> [UInt8] {
  guard let kind = kinds.firstIndex(where: { $0.0 == event.type && $0.1 == event.code }) else { return [] }
  let value = UInt32(bitPattern: event.value)
  return [UInt8(kind) | 0xc0] + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
