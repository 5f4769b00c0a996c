import InputEvents
import TouchTracking

/// The fingers of a desktop as the slots of a touchscreen (protocol B). What several fingers do at one time is one frame.
struct SurfaceFingers {
  private struct Finger {
    var sequence: TouchSequence
    var point: DevicePoint
  }

  private var slots = [Finger?](repeating: nil, count: SurfaceDevice.slotCount)
  private var frame = SurfaceFrame()
  /// The slots that the frame at hand tells of, by bits.
  private var told: UInt64 = 0
  private var named = 0
  private var nextID = SurfaceDevice.trackingIDs.lowerBound
  private var isTouched = false

  mutating func take(_ event: PointerEvent, of sequence: TouchSequence, emit: (SurfaceStep) -> Void) {
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

  /// The frame at hand is whole.
  mutating func settle(emit: (SurfaceStep) -> Void) {
    guard !frame.isEmpty else { return }
    let touches = slots.contains { $0 != nil }
    if touches != isTouched { frame.key(.touch, touches) }
    isTouched = touches
    told = 0
    frame.report(of: .touchscreen, to: emit)
  }

  /// A place that is no number does not keep a finger down.
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
    name(slot, at: time, emit: emit)
    slots[slot] = Finger(sequence: sequence, point: point)
    frame.absolute(.trackingID, nextID)
    nextID = nextID == SurfaceDevice.trackingIDs.upperBound ? SurfaceDevice.trackingIDs.lowerBound : nextID + 1
    frame.absolute(.positionX, point.x)
    frame.absolute(.positionY, point.y)
  }

  private mutating func move(_ slot: Int, to point: DevicePoint, _ time: Timestamp, emit: (SurfaceStep) -> Void) {
    guard let before = slots[slot]?.point, before != point else { return }
    name(slot, at: time, emit: emit)
    slots[slot]?.point = point
    if point.x != before.x { frame.absolute(.positionX, point.x) }
    if point.y != before.y { frame.absolute(.positionY, point.y) }
  }

  private mutating func lift(_ slot: Int, at time: Timestamp, emit: (SurfaceStep) -> Void) {
    name(slot, at: time, emit: emit)
    slots[slot] = nil
    frame.absolute(.trackingID, -1)
  }

  private mutating func cancel(_ slot: Int, at time: Timestamp, emit: (SurfaceStep) -> Void) {
    settle(emit: emit)
    emit(.cancel(.touchscreen, Slot(rawValue: Int32(slot)), at: time))
    lift(slot, at: time, emit: emit)
  }

  /// What follows is of this slot. A frame tells of each slot once and has one time.
  private mutating func name(_ slot: Int, at time: Timestamp, emit: (SurfaceStep) -> Void) {
    if frame.time != time || told & 1 << slot != 0 { settle(emit: emit) }
    if frame.isEmpty { frame.begin(at: time) }
    if slot != named { frame.absolute(.slot, Int32(slot)) }
    (named, told) = (slot, told | 1 << slot)
  }
}
