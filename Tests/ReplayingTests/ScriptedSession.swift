import SeededCases
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// A seeded session on a described touchscreen of five slots: fingers come, move and go; some turn into palms, some ids
/// are replaced without a lift, some frames are lost.
struct ScriptedSession {
  static let size: Int32 = 400

  static var device: DeviceDescription {
    var device = DeviceDescription()
    device.name = "Scripted Screen"
    device.identity = DeviceIdentity(bus: 3, vendor: 1, product: 2, version: 3)
    device.properties = [.direct]
    device.codes = [
      .synchronization: [.report, .dropped], .key: [.touch],
      .absolute: [.slot, .positionX, .positionY, .trackingID, .toolType, .contactPressure],
    ]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 4), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: size), .positionY: AbsoluteAxis(minimum: 0, maximum: size),
      .toolType: AbsoluteAxis(minimum: 0, maximum: 2), .contactPressure: AbsoluteAxis(minimum: 0, maximum: 255),
    ]
    return device
  }

  let frames: [Frame]

  init(seed: UInt64, frames count: Int = 120) {
    var hand = Hand(random: SplitMix64(seed: seed))
    frames = (0..<count).map { hand.frame(at: Timestamp(microseconds: 1 + Int64($0) * 8_000)) }
  }

  var entries: [RecordingEntry] {
    let screen = DeviceChannel(rawValue: 0)
    return [.opening(DeviceOpening(number: 0, description: Self.device), as: screen)]
      + frames.map { .frame($0, of: screen) }
  }

  /// Written in a format, as a file in memory.
  func recording(
    as format: RecordingFormat = .mcap, adding extra: [(after: Int, entry: RecordingEntry)] = []
  ) throws(FileError) -> Recording {
    try Recording.open(MemoryBytes(try bytes(as: format, adding: extra), name: "scripted \(format.rawValue)"))
  }

  func bytes(
    as format: RecordingFormat, adding extra: [(after: Int, entry: RecordingEntry)] = []
  ) throws(FileError) -> [UInt8] {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(format, output: output)
    for (index, entry) in entries.enumerated() {
      try sink.write(entry)
      for added in extra where added.after == index { try sink.write(added.entry) }
    }
    try sink.finish()
    return output.bytes
  }
}

/// Five fingers that wander about.
private struct Hand {
  var random: SplitMix64
  private var ids = [Int32?](repeating: nil, count: 5)
  private var places = [(x: Int32, y: Int32)](repeating: (0, 0), count: 5)
  private var nextID: Int32 = 1

  init(random: SplitMix64) { self.random = random }

  mutating func frame(at time: Timestamp) -> Frame {
    var frame = Frame()
    func send(_ code: EventCode, _ value: Int32) {
      frame.events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }
    for slot in ids.indices where random.next(below: 3) > 0 || ids[slot] != nil {
      send(.slot, Int32(slot))
      step(slot, send: send)
    }
    if random.next(below: 60) == 0 {
      frame.events.append(InputEvent(time: time, type: .synchronization, code: .dropped, value: 0))
    }
    frame.events.append(.report(at: time))
    return frame
  }

  private mutating func step(_ slot: Int, send: (EventCode, Int32) -> Void) {
    let choice = random.next(below: 40)
    if ids[slot] == nil {
      guard choice < 4 else { return }
      begin(slot, send: send)
    } else if choice == 0 {
      ids[slot] = nil
      send(.trackingID, -1)
    } else if choice == 1 {
      begin(slot, send: send)
    } else if choice == 2 {
      send(.toolType, 2)
    } else {
      wander(slot, send: send)
    }
  }

  private mutating func begin(_ slot: Int, send: (EventCode, Int32) -> Void) {
    ids[slot] = nextID
    send(.trackingID, nextID)
    nextID += 1
    places[slot] = (Int32(random.next(below: 380)) + 10, Int32(random.next(below: 380)) + 10)
    send(.positionX, places[slot].x)
    send(.positionY, places[slot].y)
    send(.toolType, 0)
  }

  private mutating func wander(_ slot: Int, send: (EventCode, Int32) -> Void) {
    let x = min(max(places[slot].x + Int32(random.next(below: 21)) - 10, 0), ScriptedSession.size)
    let y = min(max(places[slot].y + Int32(random.next(below: 21)) - 10, 0), ScriptedSession.size)
    if x != places[slot].x { send(.positionX, x) }
    if y != places[slot].y { send(.positionY, y) }
    places[slot] = (x, y)
  }
}
