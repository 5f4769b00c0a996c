import TestSupport
import TouchReelInputEvents
import TouchReelTouchTracking

/// What a hand does on a device, written down as gestures and turned into the frames that a kernel would send.
///
/// ```
/// var screen = GestureScript(on: .screen)
/// screen.down(0, id: 7, at: 100, 200)
/// screen.frame()
/// ```
/// Frames are 10 ms apart, and the first is at 10 ms.
struct GestureScript: EventScript {
  enum Step: Hashable {
    case frame(Frame)
    case sync(Frame)
  }

  let device: DeviceDescription
  private(set) var steps: [Step] = []
  private(set) var time = Timestamp(nanoseconds: 0)
  private var events: [(EventType, EventCode, Int32)] = []

  init(on device: DeviceDescription) { self.device = device }

  mutating func set(_ type: EventType, _ code: EventCode, _ value: Int32) { events.append((type, code, value)) }

  mutating func at(_ x: Int32, _ y: Int32) {
    axis(.x, x)
    axis(.y, y)
  }

  /// The kernel's buffer overflowed here.
  mutating func drop() { set(.synchronization, .dropped, 0) }

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
    let written = events.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) }
    return Frame(events: written + [.report(at: time)])
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
  mutating func noContact() { set(.synchronization, .multitouchReport, 0) }
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

  /// Takes the pen away as Wacom's driver does: all axes fall to 0.
  mutating func penOut(_ tool: EventCode = .toolPen) {
    release(tool)
    at(0, 0)
    axis(.pressure, 0)
  }
}
