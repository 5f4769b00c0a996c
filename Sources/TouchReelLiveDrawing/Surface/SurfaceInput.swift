import TouchReelClampedNumbers
package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Turns a desktop's events of fingers, pens and mice into frames of devices, which are drawn like any others.
///
/// It has no clock: events carry their times, and an event that is earlier than the previous one gets that one's time.
/// Events of several fingers at the same time are one frame, so a frame is emitted when an event with another time
/// arrives, or by ``settle(emit:)``. After inconsistent events, such as a second `began`, the latest one counts.
///
/// ```
/// var input = SurfaceInput()
/// for event in events { input.handle(event) { step in … } }
/// input.settle { step in … }
/// ```
package struct SurfaceInput: Sendable {
  private var fingers = SurfaceFingers()
  private var pen = SurfacePen()
  private var mouse = SurfaceMouse()
  private var latest: Timestamp?

  package init() {}

  /// Steps are emitted in order, once they are complete.
  package mutating func handle(_ event: PointerEvent, emit: (SurfaceStep) -> Void) {
    var event = event
    event.time = max(event.time, latest ?? event.time)
    if event.time != latest { fingers.settle(emit: emit) }
    latest = event.time
    switch event.pointer {
    case .finger(let sequence): fingers.handle(event, of: sequence, emit: emit)
    case .pen(let state):
      fingers.settle(emit: emit)
      pen.handle(event, state, emit: emit)
    case .mouse:
      fingers.settle(emit: emit)
      mouse.handle(event, emit: emit)
    }
  }

  /// Lifts everything. Later events of fingers that were down are ignored until they touch again.
  package mutating func liftAll(at time: Timestamp, emit: (SurfaceStep) -> Void) {
    let time = max(time, latest ?? time)
    latest = time
    fingers.liftAll(at: time, emit: emit)
    let nowhere = BoardPoint(x: .nan, y: .nan)
    pen.handle(PointerEvent(.pen(PenState()), .left, at: nowhere, time: time), PenState(), emit: emit)
    mouse.handle(PointerEvent(.mouse, .ended, at: nowhere, time: time), emit: emit)
  }

  /// Emits the frame that waits for more events with the same time.
  package mutating func settle(emit: (SurfaceStep) -> Void) { fingers.settle(emit: emit) }
}

/// A step that the events of a desktop result in.
package enum SurfaceStep: Hashable, Sendable {
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

/// The mouse of a desktop as a single-touch screen, which is touched while the button is down. Other motion is not
/// recorded.
private struct SurfaceMouse {
  private var isDown = false
  private var point = DevicePoint(x: 0, y: 0)
  private var frame = SurfaceFrame()

  mutating func handle(_ event: PointerEvent, emit: (SurfaceStep) -> Void) {
    frame.begin(at: event.time)
    switch event.phase {
    case .began:
      guard let target = DevicePoint(on: event.position) else { return }
      lift(emit: emit)
      move(to: target)
      isDown = true
      frame.key(.touch, true)
    case .moved:
      guard isDown, let target = DevicePoint(on: event.position) else { return }
      move(to: target)
    case .ended:
      if isDown, let target = DevicePoint(on: event.position) { move(to: target) }
      frame.report(of: .mouse, to: emit)
      return lift(emit: emit)
    case .cancelled:
      if isDown { emit(.cancel(.mouse, Slot(rawValue: 0), at: event.time)) }
      return lift(emit: emit)
    case .left: return
    }
    frame.report(of: .mouse, to: emit)
  }

  private mutating func move(to target: DevicePoint) {
    if target.x != point.x { frame.absolute(.x, target.x) }
    if target.y != point.y { frame.absolute(.y, target.y) }
    point = target
  }

  private mutating func lift(emit: (SurfaceStep) -> Void) {
    guard isDown else { return }
    isDown = false
    frame.key(.touch, false)
    frame.report(of: .mouse, to: emit)
  }
}

/// The pen of a desktop: each of its events is a frame.
private struct SurfacePen {
  private var end: PenState.End?
  private var isDown = false
  private var values: [EventCode: Int32] = [:]
  private var frame = SurfaceFrame()

  mutating func handle(_ event: PointerEvent, _ state: PenState, emit: (SurfaceStep) -> Void) {
    frame.begin(at: event.time)
    switch event.phase {
    case .began: set(event, state, isDown: true, emit: emit)
    case .moved: set(event, state, isDown: isDown, emit: emit)
    case .ended: lift(emit: emit)
    case .cancelled: cancel(at: event.time, emit: emit)
    case .left: leave(emit: emit)
    }
  }

  private mutating func set(_ event: PointerEvent, _ state: PenState, isDown touches: Bool, emit: (SurfaceStep) -> Void)
  {
    guard let point = DevicePoint(on: event.position) else { return }
    if let end, end != state.end { leave(emit: emit) }
    set(.x, point.x)
    set(.y, point.y)
    set(.pressure, touches ? Self.pressure(state.pressure ?? 1) : 0)
    if let tilt = state.tilt {
      set(.tiltX, Self.tilt(tilt.x))
      set(.tiltY, Self.tilt(tilt.y))
    }
    if end == nil { frame.key(state.end.key, true) }
    end = state.end
    if touches != isDown { frame.key(.touch, touches) }
    isDown = touches
    frame.report(of: .pen, to: emit)
  }

  private mutating func lift(emit: (SurfaceStep) -> Void) {
    guard isDown else { return }
    set(.pressure, 0)
    frame.key(.touch, false)
    isDown = false
    frame.report(of: .pen, to: emit)
  }

  private mutating func cancel(at time: Timestamp, emit: (SurfaceStep) -> Void) {
    guard isDown else { return }
    emit(.cancel(.pen, Slot(rawValue: 0), at: time))
    lift(emit: emit)
  }

  private mutating func leave(emit: (SurfaceStep) -> Void) {
    lift(emit: emit)
    guard let end else { return }
    frame.key(end.key, false)
    self.end = nil
    frame.report(of: .pen, to: emit)
  }

  /// Adds an axis if its value has changed, like the kernel.
  private mutating func set(_ code: EventCode, _ value: Int32) {
    guard values[code, default: 0] != value else { return }
    values[code] = value
    frame.absolute(code, value)
  }

  /// Always at least 1: a pen that touches has some pressure.
  private static func pressure(_ value: Double) -> Int32 {
    let units = (min(max(value, 0), 1) * Double(SurfaceDevice.pressureMaximum)).rounded()
    return max(Int32(clamping: units), 1)
  }

  private static func tilt(_ degrees: Double) -> Int32 {
    Int32(clamping: (min(max(degrees, -90), 90) * SurfaceDevice.tiltUnits).rounded())
  }
}

extension PenState.End {
  fileprivate var key: EventCode { self == .tip ? .toolPen : .toolRubber }
}
