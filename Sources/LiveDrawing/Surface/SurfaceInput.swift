public import InputEvents
public import TouchTracking

/// Turns a desktop's events of fingers, pens and mice into frames of devices, which are drawn like any others.
///
/// It has no clock: events carry their times, and an event that is earlier than the previous one gets that one's time.
/// Events of several fingers at the same time are one frame, so a frame is emitted when an event with another time
/// arrives, or by ``settle(emit:)``. After inconsistent events, such as a second `began`, the latest one counts.
///
/// ```
/// var input = SurfaceInput()
/// for event in events { input.take(event) { step in … } }
/// input.settle { step in … }
/// ```
public struct SurfaceInput: Sendable {
  private var fingers = SurfaceFingers()
  private var pen = SurfacePen()
  private var mouse = SurfaceMouse()
  private var latest: Timestamp?

  public init() {}

  public mutating func take(_ event: PointerEvent, emit: (SurfaceStep) -> Void) {
    var event = event
    event.time = max(event.time, latest ?? event.time)
    if event.time != latest { fingers.settle(emit: emit) }
    latest = event.time
    switch event.pointer {
    case .finger(let sequence): fingers.take(event, of: sequence, emit: emit)
    case .pen(let state):
      fingers.settle(emit: emit)
      pen.take(event, state, emit: emit)
    case .mouse:
      fingers.settle(emit: emit)
      mouse.take(event, emit: emit)
    }
  }

  /// Lifts everything. Later events of fingers that were down are ignored until they touch again.
  public mutating func liftAll(at time: Timestamp, emit: (SurfaceStep) -> Void) {
    let time = max(time, latest ?? time)
    latest = time
    fingers.liftAll(at: time, emit: emit)
    let nowhere = BoardPoint(x: .nan, y: .nan)
    pen.take(PointerEvent(.pen(PenState()), .left, at: nowhere, time: time), PenState(), emit: emit)
    mouse.take(PointerEvent(.mouse, .ended, at: nowhere, time: time), emit: emit)
  }

  /// Emits the frame that waits for more events with the same time.
  public mutating func settle(emit: (SurfaceStep) -> Void) { fingers.settle(emit: emit) }
}

/// A step that the events of a desktop result in.
public enum SurfaceStep: Hashable, Sendable {
  /// A frame to be recorded and tracked like one of a kernel device.
  case frame(Frame, of: SurfaceDevice)
  /// The desktop cancelled this contact. The frame that lifts it follows.
  case cancel(SurfaceDevice, Slot, at: Timestamp)
}

/// A frame under construction.
struct SurfaceFrame {
  private var frame = Frame()
  private(set) var time = Timestamp(nanoseconds: 0)

  var isEmpty: Bool { frame.events.isEmpty }

  mutating func begin(at time: Timestamp) { self.time = time }

  mutating func absolute(_ code: EventCode, _ value: Int32) { add(.absolute, code, value) }

  mutating func key(_ code: EventCode, _ isDown: Bool) { add(.key, code, isDown ? 1 : 0) }

  private mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    frame.events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  /// Emits the frame unless it is empty. Its storage is reused unless the receiver keeps it.
  mutating func report(of device: SurfaceDevice, to emit: (SurfaceStep) -> Void) {
    guard !isEmpty else { return }
    frame.events.append(.report(at: time))
    emit(.frame(frame, of: device))
    frame.events.removeAll(keepingCapacity: true)
  }
}
