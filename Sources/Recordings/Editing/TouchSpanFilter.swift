public import ByteStreams
public import InputEvents

/// Keeps or leaves out touches of devices without slots, whose events are of all their touches: by the spans of time in
/// which they are down.
///
/// Where events that were left out are followed by others, the first of these brings the device into the state that it
/// is in by then. What is still near or pressed behind a touch that is kept, as a pen that hovers, is let go.
public struct TouchSpanFilter: EntryTransform {
  /// What becomes of the events within the spans; the others of the same device are treated the other way.
  public enum Spans: Sendable { case kept, leftOut }

  private let spans: Spans
  private let times: [DeviceChannel: [ClosedRange<Timestamp>]]
  private var devices: [DeviceChannel: Device] = [:]

  private struct Device {
    /// After what the device reported, and after what was passed on of it.
    var reported: DeviceState
    var passed: DeviceState
    var isPassing = true
  }

  /// - Parameters:
  ///   - spans: what becomes of what lies in them.
  ///   - times: by device, from the first frame of a touch to its last. Other devices stay as they are.
  public init(_ spans: Spans, _ times: [DeviceChannel: [ClosedRange<Timestamp>]]) {
    (self.spans, self.times) = (spans, times)
  }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel) where times[channel] != nil: try open(opening, as: channel, emit: emit)
    case .frame(let frame, let channel) where devices[channel] != nil:
      if let frame = passed(frame, of: channel) { try emit(.frame(frame, of: channel)) }
      devices[channel]?.reported.apply(frame)
    case .sync(let frame, let channel) where devices[channel] != nil:
      if let frame = passed(frame, of: channel) { try emit(.sync(frame, of: channel)) }
      devices[channel]?.reported.applySync(frame)
    default: try emit(entry)
    }
  }

  /// What is down where the device was opened is not there until an event of it is passed on.
  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel, emit: Emit) throws(FileError) {
    let reported = DeviceState(opening.description)
    var opening = opening
    if reported.isHolding { opening.description = opening.description.withoutState }
    let passed = DeviceState(opening.description)
    devices[channel] = Device(reported: reported, passed: passed, isPassing: !reported.isHolding)
    try emit(.opening(opening, as: channel))
  }

  private mutating func passed(_ frame: Frame, of channel: DeviceChannel) -> Frame? {
    guard var device = devices[channel], let first = frame.events.first?.time, let last = frame.time else {
      return frame
    }
    defer { devices[channel] = device }
    let isWithin = times[channel]?.contains { $0.contains(last) } ?? false
    let (wasPassing, isPassing) = (device.isPassing, isWithin == (spans == .kept))
    device.isPassing = isPassing
    var passed: Frame?
    if isPassing {
      let before = wasPassing ? [] : device.reported.events(after: device.passed, at: first)
      passed = Frame(events: before + frame.events)
    } else if wasPassing, spans == .kept {
      passed = device.passed.releaseFrame(at: last)
    }
    if let passed { device.passed.apply(passed) }
    return passed
  }
}
