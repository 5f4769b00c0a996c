public import TouchReelInputEvents

/// All devices of one recording, or of one live session: a tracker for each opening of a device, and the arbiter behind
/// them. It is a value: a copy is a snapshot to seek from.
///
/// ```
/// var session = TouchSession()
/// let screen = session.open(device, mapping: SurfaceMapping(device: device, board: board))
/// session.handle(frame, from: screen, into: &events)
/// session.cancelAll(.recordingEnded, at: time, into: &events)
/// ```
public struct TouchSession: Sendable {
  /// One for each opening, in order; a channel's number is its index.
  package private(set) var trackers: [TouchTracker] = []
  package private(set) var arbiter: TouchArbiter
  private var output = TrackerOutput()

  /// A session without devices.
  public init(rules: TouchRules = TouchRules()) { arbiter = TouchArbiter(rules: rules) }

  /// What becomes of palms, and of fingers while a pen is near. Changes affect later frames.
  public var rules: TouchRules {
    get { arbiter.rules }
    set { arbiter.rules = newValue }
  }

  /// What hovered in the frame that was handled last.
  public var hovers: [HoverEvent] { output.hovers }

  /// The touches that are down, in order of beginning.
  public var openTouches: [Touch] { arbiter.openTouches }

  /// Openings are numbered in their order, from 0.
  public mutating func open(_ device: DeviceDescription, mapping: SurfaceMapping) -> DeviceChannel {
    let index = DeviceChannel(rawValue: trackers.count)
    trackers.append(TouchTracker(device: device, index: index, mapping: mapping))
    arbiter.open(device, as: index)
    return index
  }

  /// The board or the mapping changed: later samples are mapped by the new one.
  public mutating func map(_ device: DeviceChannel, by mapping: SurfaceMapping) {
    guard trackers.indices.contains(device.rawValue) else { return }
    trackers[device.rawValue].mapping = mapping
  }

  /// Appends what the frame makes of the touches. A device that was not opened is ignored.
  public mutating func handle(_ frame: Frame, from device: DeviceChannel, into events: inout [TouchEvent]) {
    guard trackers.indices.contains(device.rawValue) else { return }
    output.removeAll()
    trackers[device.rawValue].handle(frame, into: &output)
    arbitrate(device, at: frame.time, into: &events)
  }

  /// The true state after a SYN_DROPPED, as a frame of all slots, keys and axes.
  public mutating func handleSync(_ frame: Frame, from device: DeviceChannel, into events: inout [TouchEvent]) {
    guard trackers.indices.contains(device.rawValue) else { return }
    output.removeAll()
    trackers[device.rawValue].handleSync(frame, into: &output)
    arbitrate(device, at: frame.time, into: &events)
  }

  private mutating func arbitrate(_ device: DeviceChannel, at time: Timestamp?, into events: inout [TouchEvent]) {
    if let time {
      let isNear = trackers[device.rawValue].isPenNear
      arbiter.handlePen(isNear: isNear, on: device, at: time, into: &events)
    }
    guard !output.touches.isEmpty else { return }
    let first = events.count
    // The two buffers take turns, and nothing is copied.
    if first == 0 { swap(&events, &output.touches) } else { events += output.touches }
    arbiter.admit(&events, from: first)
  }

  /// The device went away, was revoked or was reset: it will not say that its contacts were lifted.
  public mutating func remove(_ device: DeviceChannel, at time: Timestamp, into events: inout [TouchEvent]) {
    arbiter.cancel(.deviceRemoved, at: time, into: &events) { $0.device == device }
    arbiter.forget(device)
  }

  /// Cancels every touch that is down.
  public mutating func cancelAll(_ reason: CancelReason, at time: Timestamp, into events: inout [TouchEvent]) {
    arbiter.cancel(reason, at: time, into: &events) { _ in true }
  }

  /// Cancels one touch; the others go on.
  public mutating func cancel(
    _ id: Touch.ID, _ reason: CancelReason, at time: Timestamp, into events: inout [TouchEvent]
  ) {
    arbiter.cancel(reason, at: time, into: &events) { $0.id == id }
  }

  /// Cancels the touch that the device knows by this id.
  public mutating func cancel(
    _ id: TrackingID, on device: DeviceChannel, _ reason: CancelReason, at time: Timestamp,
    into events: inout [TouchEvent]
  ) {
    arbiter.cancel(reason, at: time, into: &events) { $0.trackingID == id && $0.device == device }
  }
}
