import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording of one device, scripted frame by frame.
struct Gesture {
  private(set) var script: [ScriptedEntry]

  init(on device: DeviceDescription = Gesture.screen) { script = [.opening(0, number: 0, device)] }

  /// A screen of five slots, 1000 × 500 units.
  static let screen: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "screen"
    device.properties = [.direct]
    device.codes = [.key: [.touch]]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 4), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10),
      .positionY: AbsoluteAxis(minimum: 0, maximum: 500, resolution: 10),
      .contactPressure: AbsoluteAxis(minimum: 0, maximum: 255),
    ]
    device.slots = Array(repeating: [.trackingID: -1], count: 5)
    return device
  }()

  struct Step {
    var type: EventType
    var code: EventCode
    var value: Int32

    static func axis(_ code: EventCode, _ value: Int32) -> Step { Step(type: .absolute, code: code, value: value) }
    static func key(_ code: EventCode, _ value: Int32) -> Step { Step(type: .key, code: code, value: value) }
    static func slot(_ value: Int32) -> Step { axis(.slot, value) }
    static func id(_ value: Int32) -> Step { axis(.trackingID, value) }
    static func x(_ value: Int32) -> Step { axis(.positionX, value) }
    static func y(_ value: Int32) -> Step { axis(.positionY, value) }
    static let drop = Step(type: .synchronization, code: .dropped, value: 0)
    static let report = Step(type: .synchronization, code: .report, value: 0)
  }

  /// - Parameter milliseconds: of all events; a SYN_REPORT ends the frame.
  mutating func frame(_ milliseconds: Int64, _ steps: Step...) {
    script.append(.frame(0, Self.frame(milliseconds, steps + [.report])))
  }

  mutating func cutFrame(_ milliseconds: Int64, _ steps: Step...) {
    script.append(.frame(0, Self.frame(milliseconds, steps)))
  }

  mutating func sync(_ milliseconds: Int64, _ steps: Step...) {
    script.append(.sync(0, Self.frame(milliseconds, steps + [.report])))
  }

  mutating func add(_ entry: ScriptedEntry) { script.append(entry) }

  static func frame(_ milliseconds: Int64, _ steps: [Step]) -> Frame {
    let time = Timestamp(microseconds: milliseconds * 1000)
    return Frame(
      events: steps.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) })
  }
}

/// What transforms make of a recording.
func transformed(_ script: [ScriptedEntry], by transforms: (any EntryTransform)...) throws(FileError) -> [ScriptedEntry]
{
  var sink = TransformedSink(ScriptSink(), by: transforms)
  for step in script { try sink.write(step.entry) }
  try sink.finish()
  return (sink.sink as? ScriptSink)?.script ?? []
}

/// Keeps what is written.
struct ScriptSink: RecordingSink {
  var script: [ScriptedEntry] = []
  let losses: [String] = []

  /// Whether nothing was written but openings of devices.
  var isWithoutContent: Bool { script.allSatisfy { if case .opening = $0 { true } else { false } } }

  mutating func write(_ entry: RecordingEntry) { script.append(ScriptedEntry(entry)) }
  mutating func finish() {}
}

/// A source of what it was given.
struct ScriptSource: RecordingSource {
  let format = RecordingFormat.mcap
  let epochOffset = TimeSpan.zero
  let warnings = WarningList()
  let isTruncated = false
  private var rest: ArraySlice<ScriptedEntry>

  init(_ script: [ScriptedEntry]) { rest = script[...] }

  mutating func next(into entry: inout RecordingEntry) -> Bool {
    guard let step = rest.popFirst() else { return false }
    entry = step.entry
    return true
  }
}
