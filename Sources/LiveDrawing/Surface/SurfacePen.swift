import InputEvents
import TouchTracking

/// The pen of a desktop: each of its events is a frame.
struct SurfacePen {
  private var end: PenState.End?
  private var isDown = false
  private var values: [EventCode: Int32] = [:]
  private var frame = SurfaceFrame()

  mutating func take(_ event: PointerEvent, _ state: PenState, emit: (SurfaceStep) -> Void) {
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

  /// At least 1: a pen that touches has some pressure.
  private static func pressure(_ value: Double) -> Int32 {
    let units = (min(max(value, 0), 1) * Double(SurfaceDevice.pressureMaximum)).rounded()
    return max(Int32(clamped: units), 1)
  }

  private static func tilt(_ degrees: Double) -> Int32 {
    Int32(clamped: (min(max(degrees, -90), 90) * SurfaceDevice.tiltUnits).rounded())
  }
}

extension PenState.End {
  fileprivate var key: EventCode { self == .tip ? .toolPen : .toolRubber }
}
