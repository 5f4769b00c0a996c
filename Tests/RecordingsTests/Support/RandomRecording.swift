import SeededCases
import TouchReelInputEvents
import TouchReelRecordings

/// A recording that says anything that a recording can say, the same for the same seed.
struct RandomRecording {
  private(set) var script: [ScriptedEntry] = []
  private var random: SplitMix64
  private var time: Int64
  private var openings = 0
  private var devices: Int

  /// - Parameter length: entries, beside the openings.
  init(seed: UInt64, length: Int = 200) {
    random = SplitMix64(seed: seed)
    time = Int64.random(in: 0...2_000_000_000_000_000, using: &random)
    devices = Int.random(in: 1...3, using: &random)
    for number in 0..<devices { open(number) }
    for _ in 0..<length { addEntry() }
  }

  private mutating func open(_ number: Int) {
    script.append(.opening(openings, number: number, description()))
    openings += 1
  }

  private mutating func addEntry() {
    time = max(0, time + Int64.random(in: -5_000...20_000, using: &random) * 1000)
    let now = Timestamp(nanoseconds: time)
    let channel = openings - 1 - Int.random(in: 0..<min(openings, devices), using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0: open(Int.random(in: 0..<devices, using: &random))
    case 1: script.append(.sync(channel, frame(at: time, isSplit: false)))
    case 2: script.append(.board(now, #"{"tool":"pen \#(time)"}"#))
    case 3: script.append(.note(now, #"{"note":"ÄÖ 🖊 \#(time)"}"#))
    case 4: script.append(.attachment(attachment(at: now)))
    default: script.append(.frame(channel, frame(at: time, isSplit: Bool.random(using: &random))))
    }
  }

  private mutating func frame(at start: Int64, isSplit: Bool) -> Frame {
    var now = start
    var events = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      if isSplit && Int.random(in: 0..<4, using: &random) == 0 {
        now = max(0, now + Int64.random(in: -2...4, using: &random) * 1000)
      }
      return event(at: now)
    }
    events.append(.report(at: Timestamp(nanoseconds: now)))
    return Frame(events: events)
  }

  private mutating func event(at time: Int64) -> InputEvent {
    InputEvent(
      time: Timestamp(nanoseconds: time), type: EventType(rawValue: UInt16.random(in: 1...0xFFFF, using: &random)),
      code: EventCode(rawValue: .random(in: 0...0xFFFF, using: &random)),
      value: .random(in: .min ... .max, using: &random))
  }

  private mutating func description() -> DeviceDescription {
    var device = DeviceDescription()
    device.name = "Schirm \"\(openings)\" \\ é"
    device.phys = Bool.random(using: &random) ? "usb-0000:00:14.0-1/input0" : ""
    device.uniq = Bool.random(using: &random) ? "12:34" : ""
    device.node = Bool.random(using: &random) ? "/dev/input/event\(openings)" : nil
    device.identity = DeviceIdentity(bus: 3, vendor: 0xFFFF, product: 0, version: 0x1234)
    device.properties = [.direct, InputProperty(rawValue: 31)]
    device.codes = [.key: [.touch, .toolPen], .absolute: [.x, .slot], EventType(rawValue: 0xFFFF): [.y]]
    device.axes = [
      .x: AbsoluteAxis(minimum: .min, maximum: .max, fuzz: -1, flat: 2, resolution: 3, value: 4),
      .slot: AbsoluteAxis(minimum: 0, maximum: 9),
    ]
    if Bool.random(using: &random) { device.slots = [[.trackingID: 7, .positionX: -3], [:]] }
    if Bool.random(using: &random) { device.active = [.key: [.touch], .led: []] }
    if Bool.random(using: &random) { device.foreignFacts = ["site": "lab/\n\u{1}", "opening.x": ""] }
    if Bool.random(using: &random) { device.udev = ["ID_INPUT": "1", "ID_SERIAL": "a/b\n\u{1}"] }
    device.isComplete = Bool.random(using: &random)
    return device
  }

  private mutating func attachment(at time: Timestamp) -> RecordingAttachment {
    var attachment = RecordingAttachment()
    attachment.name = "a\(time.nanoseconds).png"
    attachment.mediaType = "image/png"
    attachment.time = time
    attachment.bytes = (0..<Int.random(in: 0...5000, using: &random)).map { _ in
      UInt8(truncatingIfNeeded: random.next())
    }
    return attachment
  }
}
