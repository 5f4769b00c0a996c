import InputEvents

/// The life in progress in one slot: none, a hover or a touch.
struct Lane {
  struct Life {
    /// The device's id; nothing where it gave none.
    var deviceID: Int32?
    /// Nothing while it hovers.
    var touch: Touch?
    /// The last one that was passed on.
    var sample: TouchSample
    var hasGap = false
  }

  let slot: Slot
  var life: Life?

  var isTouching: Bool { life?.touch != nil }

  /// The contact's state at the end of a frame, or nothing where it is gone.
  @inline(__always)
  mutating func update(_ sample: TouchSample, deviceID: Int32?, births: inout Births, into output: inout TrackerOutput)
  {
    if let current = life, current.deviceID != deviceID { end(at: sample.time, births: births, into: &output) }
    guard let current = life else {
      return begin(sample, deviceID: deviceID, births: &births, into: &output)
    }
    switch (current.touch, sample.hovers) {
    case (let touch?, false): move(touch, from: current, to: sample, into: &output)
    case (nil, true): hover(from: current, to: sample, births: births, into: &output)
    default:
      end(at: sample.time, births: births, into: &output)
      begin(sample, deviceID: deviceID, births: &births, into: &output)
    }
  }

  /// The contact is gone: it ended where it was last seen.
  mutating func end(at time: Timestamp, births: Births, into output: inout TrackerOutput) {
    guard var last = life else { return }
    life = nil
    last.sample.time = time
    if let touch = last.touch {
      output.touches.append(TouchEvent(touch: touch, phase: .ended, sample: last.sample))
    } else {
      output.hovers.append(HoverEvent(device: births.device, slot: slot, phase: .left, sample: last.sample))
    }
  }

  private mutating func begin(
    _ sample: TouchSample, deviceID: Int32?, births: inout Births, into output: inout TrackerOutput
  ) {
    if sample.hovers {
      life = Life(deviceID: deviceID, touch: nil, sample: sample)
      output.hovers.append(HoverEvent(device: births.device, slot: slot, phase: .entered, sample: sample))
    } else {
      let touch = births.touch(in: slot, deviceID: deviceID, tool: sample.tool)
      life = Life(deviceID: deviceID, touch: touch, sample: sample)
      output.touches.append(TouchEvent(touch: touch, phase: .began, sample: sample))
    }
  }

  @inline(__always)
  private mutating func move(
    _ touch: Touch, from current: Life, to sample: TouchSample, into output: inout TrackerOutput
  ) {
    guard current.hasGap || !sample.isSameState(as: current.sample) else { return }
    output.touches.append(TouchEvent(touch: touch, phase: .moved(gap: current.hasGap), sample: sample))
    life?.sample = sample
    life?.hasGap = false
  }

  private mutating func hover(
    from current: Life, to sample: TouchSample, births: Births, into output: inout TrackerOutput
  ) {
    guard !sample.isSameState(as: current.sample) else { return }
    output.hovers.append(HoverEvent(device: births.device, slot: slot, phase: .moved, sample: sample))
    life?.sample = sample
  }
}

/// Gives a device's touches their numbers.
struct Births {
  let device: DeviceIndex
  private var next = 0
  /// Below −1, which no device sends.
  private var nextUnnamed: Int32 = -2

  init(device: DeviceIndex) { self.device = device }

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

extension TouchSample {
  /// Whether nothing but the time differs.
  @inline(__always)
  func isSameState(as other: TouchSample) -> Bool {
    position == other.position && hovers == other.hovers && tool == other.tool && pressure == other.pressure
      && major == other.major && minor == other.minor && orientation == other.orientation && tilt == other.tilt
      && boardPoint == other.boardPoint
  }
}
