import TouchReelInputEvents

/// The life in progress in one slot: none, a hover or a touch.
struct ContactTrack {
  enum State { case empty, hovering, touching }

  /// The one that was passed on last; meaningless while the track is empty.
  private(set) var sample = TouchSample(
    time: Timestamp(nanoseconds: 0), position: DevicePoint(x: 0, y: 0), boardPoint: BoardPoint(x: 0, y: 0))
  private(set) var state = State.empty
  /// The device's id; `nil` if it gave none.
  private(set) var deviceID: Int32?
  /// The touch in progress; before the first one only its device and slot mean something.
  private(set) var touch: Touch
  private(set) var hasGap = false

  init(slot: Slot, device: DeviceChannel) {
    touch = Touch(
      id: Touch.ID(rawValue: 0), device: device, slot: slot, trackingID: TrackingID(rawValue: 0), tool: .finger)
  }

  var isEmpty: Bool { state == .empty }

  /// Whether the touch of an id is in progress.
  @inline(__always)
  func isTouch(of id: Int32?) -> Bool { state == .touching && deviceID == id }

  /// A sample of the touch in progress was emitted.
  @inline(__always)
  mutating func record(_ new: TouchSample) {
    sample = new
    hasGap = false
  }

  /// The contact's state at the end of a frame.
  mutating func update(
    _ new: TouchSample, deviceID id: Int32?, ids: inout TouchIDAllocator, into output: inout TrackerOutput
  ) {
    guard state == (new.isHovering ? .hovering : .touching), deviceID == id else {
      end(at: new.time, into: &output)
      return begin(new, deviceID: id, ids: &ids, into: &output)
    }
    guard hasGap || !new.isSameState(as: sample) else { return }
    move(to: new, into: &output)
  }

  /// Events were lost: the life goes on with a gap, if it goes on.
  mutating func breakOff() { hasGap = !isEmpty }

  /// Gives its id to a life whose id was lost.
  mutating func adopt(_ id: Int32) {
    if !isEmpty && deviceID == nil { deviceID = id }
  }

  /// A contact whose position is not known yet is here.
  mutating func endOthers(than id: Int32?, at time: Timestamp, into output: inout TrackerOutput) {
    if deviceID != id { end(at: time, into: &output) }
  }

  /// The contact is gone: it ended where it was last seen.
  @inline(never)
  mutating func end(at time: Timestamp, into output: inout TrackerOutput) {
    sample.time = time
    switch state {
    case .empty: return
    case .hovering: output.hovers.append(hover(.left))
    case .touching: output.touches.append(TouchEvent(touch: touch, phase: .ended, sample: sample))
    }
    state = .empty
  }

  private mutating func begin(
    _ new: TouchSample, deviceID id: Int32?, ids: inout TouchIDAllocator, into output: inout TrackerOutput
  ) {
    (deviceID, sample, hasGap) = (id, new, false)
    if new.isHovering {
      state = .hovering
      output.hovers.append(hover(.entered))
    } else {
      state = .touching
      touch = ids.touch(in: touch.slot, deviceID: id, tool: new.tool)
      output.touches.append(TouchEvent(touch: touch, phase: .began, sample: new))
    }
  }

  private mutating func move(to new: TouchSample, into output: inout TrackerOutput) {
    sample = new
    if state == .touching {
      output.touches.append(TouchEvent(touch: touch, phase: .moved(gap: hasGap), sample: new))
    } else {
      output.hovers.append(hover(.moved))
    }
    hasGap = false
  }

  private func hover(_ phase: HoverEvent.Phase) -> HoverEvent {
    HoverEvent(device: touch.device, slot: touch.slot, phase: phase, sample: sample)
  }
}

/// Gives a device's touches their numbers.
struct TouchIDAllocator {
  let device: DeviceChannel
  private var next = 0
  /// Below −1, which no device sends.
  private var nextUnnamed: Int32 = -2

  init(device: DeviceChannel) { self.device = device }

  mutating func touch(in slot: Slot, deviceID: Int32?, tool: TouchTool) -> Touch {
    defer { next += 1 }
    let id = TrackingID(rawValue: deviceID ?? unnamedID())
    return Touch(id: Touch.ID(rawValue: next), device: device, slot: slot, trackingID: id, tool: tool)
  }

  private mutating func unnamedID() -> Int32 {
    defer { nextUnnamed = nextUnnamed == .min ? -2 : nextUnnamed - 1 }
    return nextUnnamed
  }
}
