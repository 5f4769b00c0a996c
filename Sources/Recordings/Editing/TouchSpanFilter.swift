public import ByteStreams
public import InputEvents

/// Keeps or leaves out touches of devices without slots, whose events are of all their touches: by the frames in which
/// they are down.
///
/// Where events that were left out are followed by others, the first of these brings the device into the state that it
/// is in by then. What is still near or pressed behind a touch that is kept, as a pen that hovers, is let go.
public struct TouchSpanFilter: EntryTransform {
  /// By device, the numbers of frames from the first of a touch to its last. Those of one opening count, synced states
  /// among them, from 0.
  public typealias Spans = [DeviceChannel: [ClosedRange<Int>]]

  private let kept: Spans
  private let leftOut: Spans
  private var devices: [DeviceChannel: Device] = [:]

  private struct Device {
    /// After what the device reported, and after what was passed on of it.
    var reported: DeviceState
    var passed: DeviceState
    var isPassing = true
    /// Of the next frame.
    var number = 0
  }

  /// - Parameters:
  ///   - kept: of these devices only what lies within them is kept.
  ///   - leftOut: what lies within them is not. Devices that neither has stay as they are.
  public init(kept: Spans = [:], leftOut: Spans = [:]) { (self.kept, self.leftOut) = (kept, leftOut) }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel) where kept[channel] != nil || leftOut[channel] != nil:
      try open(opening, as: channel, emit: emit)
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

  private func keeps(_ number: Int, of channel: DeviceChannel) -> Bool {
    func isWithin(_ spans: [ClosedRange<Int>]) -> Bool { spans.contains { $0.contains(number) } }
    return (kept[channel].map(isWithin) ?? true) && !(leftOut[channel].map(isWithin) ?? false)
  }

  private mutating func passed(_ frame: Frame, of channel: DeviceChannel) -> Frame? {
    guard var device = devices[channel], let first = frame.events.first?.time, let last = frame.time else {
      return frame
    }
    defer { devices[channel] = device }
    let (wasPassing, isPassing) = (device.isPassing, keeps(device.number, of: channel))
    device.isPassing = isPassing
    device.number += 1
    var passed: Frame?
    if isPassing {
      let before = wasPassing ? [] : device.reported.events(after: device.passed, at: first)
      passed = Frame(events: before + frame.events)
    } else if wasPassing, kept[channel] != nil {
      passed = device.passed.releaseFrame(at: last)
    }
    if let passed { device.passed.apply(passed) }
    return passed
  }
}
