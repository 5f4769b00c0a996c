import Synchronization
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelTouchTracking

/// Devices as asynchronous sequences.
@Suite(.timeLimit(.minutes(1)))
struct DeviceInputSequenceTests {
  private static var screen: DeviceDescription {
    var device = DeviceDescription()
    device.properties = [.direct]
    for code in [EventCode.slot, .trackingID, .positionX, .positionY] {
      device.axes[code] = AbsoluteAxis(minimum: 0, maximum: 1919)
    }
    device.axes[.positionY]?.maximum = 1079
    return device
  }

  /// A frame at so many milliseconds.
  private static func frame(_ milliseconds: Int, _ values: [(EventCode, Int32)]) -> DeviceInput {
    let time = Timestamp(nanoseconds: 0) + .milliseconds(milliseconds)
    let events = values.map { InputEvent(time: time, type: .absolute, code: $0, value: $1) }
    return DeviceInput(device: 0, step: .frame(Frame(events: events + [.report(at: time)])))
  }

  private static let inputs = [
    DeviceInput(device: 0, step: .opened(screen)),
    frame(0, [(.trackingID, 7), (.positionX, 100), (.positionY, 200)]),
    frame(10, [(.positionX, 300)]),
    frame(20, [(.trackingID, -1)]),
  ]

  @Test func `A loop waits for inputs, and ends with the devices`() async throws {
    let devices = try ScriptedDevices()
    let writer = Task.detached { [script = devices.script] in
      for input in Self.inputs {
        try await Task.sleep(for: .milliseconds(5))
        script.add([input])
      }
      script.end()
    }
    var read: [DeviceInput] = []
    for try await input in devices.inputs { read.append(input) }
    try await writer.value
    #expect(read == Self.inputs)
  }

  @Test func `Touch events lie on the board of the device`() async throws {
    let devices = try ScriptedDevices()
    devices.script.add(Self.inputs)
    devices.script.end()
    var events: [TouchEvent] = []
    for try await event in devices.touchEvents() { events.append(event) }
    #expect(events.map(\.phase) == [.began, .moved(gap: false), .ended])
    #expect(events.last?.sample.position == DevicePoint(x: 300, y: 200))
  }

  @Test func `A touch is cancelled with its device`() {
    var touches = DeviceTouches(on: BoardSize(width: 100, height: 100))
    for input in Self.inputs.prefix(2) { _ = touches.events(of: input) }
    #expect(touches.openTouches.count == 1)
    #expect(touches.events(of: DeviceInput(device: 0, step: .removed)).map(\.phase) == [.cancelled(.deviceRemoved)])
    #expect(touches.openTouches == [])
  }

  @Test func `A task that is cancelled waits no longer`() async throws {
    let waiting = Task {
      let devices = try ScriptedDevices()
      for try await _ in devices.inputs {}
    }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    try await waiting.value
  }
}

/// Devices that do what a test says.
private final class ScriptedDevices: DeviceInputs {
  /// What is to be read, and a descriptor that is readable since something was added.
  final class Script: Sendable {
    fileprivate let pending = Mutex<(inputs: [DeviceInput], isEnded: Bool)>(([], false))
    fileprivate let signal: EventSignal

    init() throws { signal = try EventSignal() }

    func add(_ inputs: [DeviceInput]) {
      pending.withLock { $0.inputs += inputs }
      signal.raise()
    }

    func end() {
      pending.withLock { $0.isEnded = true }
      signal.raise()
    }
  }

  let script: Script

  init() throws { script = try Script() }

  var fileDescriptor: Int32 { script.signal.readiness }
  var hasEnded: Bool { script.pending.withLock { $0.isEnded } }

  func readPending() -> [DeviceInput] {
    script.signal.acknowledge()
    return script.pending.withLock { pending in
      defer { pending.inputs = [] }
      return pending.inputs
    }
  }
}
