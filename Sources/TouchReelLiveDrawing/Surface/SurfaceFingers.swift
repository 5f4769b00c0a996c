import TouchReelInputEvents
import TouchReelTouchTracking

/// The fingers of a desktop as slots of a touchscreen (protocol B). Events of several fingers at the same time are one
/// frame.
struct SurfaceFingers {
  private struct Finger {
    var sequence: TouchSequence
    var point: DevicePoint
  }

  private var slots = [Finger?](repeating: nil, count: SurfaceDevice.slotCount)
  private var frame = SurfaceFrame()
  /// A bit mask of the slots that the current frame contains.
  private var slotsInFrame: UInt64 = 0
  private var currentSlot = 0
  private var nextID = SurfaceDevice.trackingIDs.lowerBound
  private var isTouched = false

  mutating func handle(_ event: PointerEvent, of sequence: TouchSequence, emit: (SurfaceStep) -> Void) {
    guard let point = DevicePoint(on: event.position) else {
      return handleInvalidPosition(event, of: sequence, emit: emit)
    }
    let slot = slots.firstIndex { $0?.sequence == sequence }
    switch event.phase {
    case .began:
      if let slot { lift(slot, at: event.time, emit: emit) }
      begin(sequence, at: point, event.time, emit: emit)
    case .moved: if let slot { move(slot, to: point, event.time, emit: emit) }
    case .ended:
      guard let slot else { return }
      move(slot, to: point, event.time, emit: emit)
      lift(slot, at: event.time, emit: emit)
    case .cancelled: if let slot { cancel(slot, at: event.time, emit: emit) }
    case .left: break
    }
  }

  mutating func liftAll(at time: Timestamp, emit: (SurfaceStep) -> Void) {
    settle(emit: emit)
    for slot in slots.indices where slots[slot] != nil { lift(slot, at: time, emit: emit) }
    settle(emit: emit)
  }

  /// Completes the current frame.
  mutating func settle(emit: (SurfaceStep) -> Void) {
    guard !frame.isEmpty else { return }
    let touches = slots.contains { $0 != nil }
    if touches != isTouched { frame.key(.touch, touches) }
    isTouched = touches
    slotsInFrame = 0
    frame.report(of: .touchscreen, to: emit)
  }

  /// Handles an event whose position is not finite; its end still lifts the finger.
  private mutating func handleInvalidPosition(
    _ event: PointerEvent, of sequence: TouchSequence, emit: (SurfaceStep) -> Void
  ) {
    guard let slot = slots.firstIndex(where: { $0?.sequence == sequence }) else { return }
    switch event.phase {
    case .ended: lift(slot, at: event.time, emit: emit)
    case .cancelled: cancel(slot, at: event.time, emit: emit)
    case .began, .moved, .left: break
    }
  }

  private mutating func begin(
    _ sequence: TouchSequence, at point: DevicePoint, _ time: Timestamp, emit: (SurfaceStep) -> Void
  ) {
    guard let slot = slots.firstIndex(where: { $0 == nil }) else { return }
    select(slot, at: time, emit: emit)
    slots[slot] = Finger(sequence: sequence, point: point)
    frame.absolute(.trackingID, nextID)
    nextID = nextID == SurfaceDevice.trackingIDs.upperBound ? SurfaceDevice.trackingIDs.lowerBound : nextID + 1
    frame.absolute(.positionX, point.x)
    frame.absolute(.positionY, point.y)
  }

  private mutating func move(_ slot: Int, to point: DevicePoint, _ time: Timestamp, emit: (SurfaceStep) -> Void) {
    guard let before = slots[slot]?.point, before != point else { return }
    select(slot, at: time, emit: emit)
    slots[slot]?.point = point
    if point.x != before.x { frame.absolute(.positionX, point.x) }
    if point.y != before.y { frame.absolute(.positionY, point.y) }
  }

  private mutating func lift(_ slot: Int, at time: Timestamp, emit: (SurfaceStep) -> Void) {
    select(slot, at: time, emit: emit)
    slots[slot] = nil
    frame.absolute(.trackingID, -1)
  }

  private mutating func cancel(_ slot: Int, at time: Timestamp, emit: (SurfaceStep) -> Void) {
    settle(emit: emit)
    emit(.cancel(.touchscreen, Slot(rawValue: Int32(slot)), at: time))
    lift(slot, at: time, emit: emit)
  }

  /// Makes a slot current. A frame contains each slot once and has one time, so this may start a new one.
  private mutating func select(_ slot: Int, at time: Timestamp, emit: (SurfaceStep) -> Void) {
    if frame.time != time || slotsInFrame & 1 << slot != 0 { settle(emit: emit) }
    if frame.isEmpty { frame.begin(at: time) }
    if slot != currentSlot { frame.absolute(.slot, Int32(slot)) }
    (currentSlot, slotsInFrame) = (slot, slotsInFrame | 1 << slot)
  }
}
