import InputEvents

/// What a reader of the file knows of a device's state, for formats that express states by events only.
///
/// An opening's state is written at the beginning of its first frame, in that frame, so that it draws nothing of its
/// own: a finger that is down begins where the frame has it, and a value that no event repeats is there. Where a device
/// was plugged in again, everything is let go first.
struct HeldState {
  private var state: DeviceState
  private var time: Timestamp?

  /// - Parameter description: of the device, which the reader takes to begin with nothing down and all axes at 0.
  init(_ description: DeviceDescription) { state = DeviceState(description.withoutState) }

  /// Whether anything is down or pressed.
  var isHolding: Bool { state.isHolding }

  @inline(__always)
  mutating func apply(_ frame: Frame) {
    state.apply(frame)
    time = frame.time ?? time
  }

  /// What is to be written for the first frame of an opening.
  ///
  /// - Parameter description: of the opening, with its state. One that has none leaves what is known.
  mutating func begin(_ description: DeviceDescription, with frame: Frame) -> [Frame] {
    var frames: [Frame] = []
    if let time, let release = state.releaseFrame(at: time) {
      state.apply(release)
      frames.append(release)
    }
    let first = stated(description, with: frame)
    for frame in first { apply(frame) }
    return frames + first
  }

  private func stated(_ description: DeviceDescription, with frame: Frame) -> [Frame] {
    let wanted = DeviceState(description)
    guard let time = frame.events.first?.time, !wanted.isBlank || !description.slots.isEmpty else { return [frame] }
    let events = wanted.events(after: state.isBlank ? nil : state, at: time)
    guard !events.isEmpty else { return [frame] }
    guard frame.hasDrop else { return [Frame(events: events + frame.events)] }
    // A frame that lost events is not believed. What was down is not known to be: it is taken back, and its values
    // stay.
    return [Frame(events: events + wanted.takingBackForLoss(at: time) + [.report(at: time)]), frame]
  }
}
