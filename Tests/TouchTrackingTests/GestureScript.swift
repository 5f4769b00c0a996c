import InputEvents
import TouchTracking

/// What a hand does on a device, written down as gestures and turned into the frames that a kernel would send.
///
/// ```
/// var screen = GestureScript(on: .screen)
/// screen.down(0, id: 7, at: 100, 200)
/// screen.frame()
/// ```
/// Frames are 10 ms apart, and the first is at 10 ms.
struct GestureScript {
  enum Step: Hashable {
    case frame(Frame)
    case sync(Frame)
  }

  let device: DeviceDescription
  private(set) var steps: [Step] = []
  private(set) var time = Timestamp(nanoseconds: 0)
  private var events: [(EventType, EventCode, Int32)] = []

  init(on device: DeviceDescription) { self.device = device }

  // The words of any device.

  mutating func axis(_ code: EventCode, _ value: Int32) { events.append((.absolute, code, value)) }

  mutating func key(_ code: EventCode, _ value: Int32) { events.append((.key, code, value)) }

  mutating func press(_ code: EventCode) { key(code, 1) }

  mutating func release(_ code: EventCode) { key(code, 0) }

  mutating func at(_ x: Int32, _ y: Int32) {
    axis(.x, x)
    axis(.y, y)
  }

  /// The kernel's buffer overflowed here.
  mutating func drop() { events.append((.synchronization, .dropped, 0)) }

  /// SYN_REPORT.
  mutating func frame() { steps.append(.frame(closedFrame())) }

  /// What was written since the last frame is the state that a reader asked for after a SYN_DROPPED.
  mutating func sync() { steps.append(.sync(closedFrame())) }

  mutating func frame(at milliseconds: Int64) {
    time = Timestamp(nanoseconds: (milliseconds - 10) * 1_000_000)
    frame()
  }

  private mutating func closedFrame() -> Frame {
    time.nanoseconds += 10_000_000
    defer { events.removeAll() }
    let told = events.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) }
    return Frame(events: told + [.report(at: time)])
  }
}

/// Fingers in slots.
extension GestureScript {
  mutating func slot(_ slot: Int32) { axis(.slot, slot) }

  mutating func down(_ slot: Int32, id: Int32, at x: Int32, _ y: Int32) {
    self.slot(slot)
    axis(.trackingID, id)
    axis(.positionX, x)
    axis(.positionY, y)
  }

  mutating func move(_ slot: Int32, to x: Int32, _ y: Int32) {
    self.slot(slot)
    axis(.positionX, x)
    axis(.positionY, y)
  }

  mutating func up(_ slot: Int32) {
    self.slot(slot)
    axis(.trackingID, -1)
  }

  /// MT_TOOL_PALM.
  mutating func palm(_ slot: Int32) { tool(slot, 2) }

  /// MT_TOOL_FINGER.
  mutating func finger(_ slot: Int32) { tool(slot, 0) }

  private mutating func tool(_ slot: Int32, _ value: Int32) {
    self.slot(slot)
    axis(.toolType, value)
  }
}

/// Contacts without slots, each closed by SYN_MT_REPORT.
extension GestureScript {
  mutating func contact(_ x: Int32, _ y: Int32, id: Int32? = nil) {
    if let id { axis(.trackingID, id) }
    axis(.positionX, x)
    axis(.positionY, y)
    noContact()
  }

  /// SYN_MT_REPORT alone.
  mutating func noContact() { events.append((.synchronization, .multitouchReport, 0)) }
}

/// Pens.
extension GestureScript {
  mutating func penIn(_ tool: EventCode = .toolPen, at x: Int32, _ y: Int32) {
    press(tool)
    at(x, y)
  }

  mutating func penDown() {
    press(.touch)
    axis(.pressure, 500)
  }

  mutating func penUp() {
    release(.touch)
    axis(.pressure, 0)
  }

  /// As Wacom's driver does: all axes fall to 0.
  mutating func penOut(_ tool: EventCode = .toolPen) {
    release(tool)
    at(0, 0)
    axis(.pressure, 0)
  }
}
