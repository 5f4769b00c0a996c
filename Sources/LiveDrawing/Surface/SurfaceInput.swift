public import InputEvents
public import TouchTracking

/// Turns what a desktop tells a window of fingers, pens and mice into frames of devices, from which the ink is made as from any others.
///
/// It has no clock: events carry their times, and one that is earlier than the event before takes its time. What several fingers do at one
/// time is one frame, so a frame is given when an event with another time comes, or when the events at hand are known to be all
/// (``settle(emit:)``). After an event that does not make sense, such as a second beginning, the state is that of the latest.
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

  /// Nothing touches or is near any longer. What the desktop still tells of fingers that were down says nothing.
  public mutating func liftAll(at time: Timestamp, emit: (SurfaceStep) -> Void) {
    let time = max(time, latest ?? time)
    latest = time
    fingers.liftAll(at: time, emit: emit)
    let nowhere = BoardPoint(x: .nan, y: .nan)
    pen.take(PointerEvent(.pen(PenState()), .left, at: nowhere, time: time), PenState(), emit: emit)
    mouse.take(PointerEvent(.mouse, .ended, at: nowhere, time: time), emit: emit)
  }

  /// Gives what waits for more events of its time.
  public mutating func settle(emit: (SurfaceStep) -> Void) { fingers.settle(emit: emit) }
}

/// What the events of a desktop come to, in order.
public enum SurfaceStep: Hashable, Sendable {
  /// To be recorded and tracked as if a device of the kernel had sent it.
  case frame(Frame, of: SurfaceDevice)
  /// The desktop took this contact back. The frame that lifts it follows.
  case cancel(SurfaceDevice, Slot, at: Timestamp)
}

/// A frame as it fills.
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

  /// Gives the frame away where it says anything. Its storage is used again, unless someone keeps it.
  mutating func report(of device: SurfaceDevice, to emit: (SurfaceStep) -> Void) {
    guard !isEmpty else { return }
    frame.events.append(.report(at: time))
    emit(.frame(frame, of: device))
    frame.events.removeAll(keepingCapacity: true)
  }
}
