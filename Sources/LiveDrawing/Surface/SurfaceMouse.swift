import InputEvents
import TouchTracking

/// The mouse of a desktop as a single-touch screen, which is touched while the button is down. Other motion is not
/// recorded.
struct SurfaceMouse {
  private var isDown = false
  private var point = DevicePoint(x: 0, y: 0)
  private var frame = SurfaceFrame()

  mutating func take(_ event: PointerEvent, emit: (SurfaceStep) -> Void) {
    frame.begin(at: event.time)
    switch event.phase {
    case .began:
      guard let place = DevicePoint(on: event.position) else { return }
      lift(emit: emit)
      move(to: place)
      isDown = true
      frame.key(.touch, true)
    case .moved:
      guard isDown, let place = DevicePoint(on: event.position) else { return }
      move(to: place)
    case .ended:
      if isDown, let place = DevicePoint(on: event.position) { move(to: place) }
      frame.report(of: .mouse, to: emit)
      return lift(emit: emit)
    case .cancelled:
      if isDown { emit(.cancel(.mouse, Slot(rawValue: 0), at: event.time)) }
      return lift(emit: emit)
    case .left: return
    }
    frame.report(of: .mouse, to: emit)
  }

  private mutating func move(to place: DevicePoint) {
    if place.x != point.x { frame.absolute(.x, place.x) }
    if place.y != point.y { frame.absolute(.y, place.y) }
    point = place
  }

  private mutating func lift(emit: (SurfaceStep) -> Void) {
    guard isDown else { return }
    isDown = false
    frame.key(.touch, false)
    frame.report(of: .mouse, to: emit)
  }
}
