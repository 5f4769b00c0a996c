package import TouchReelByteStreams
package import TouchReelInputEvents

/// Keeps or leaves out touches of devices without slots, whose events are of all their touches: by the frames in which
/// they are down.
///
/// Where events that were left out are followed by others, the first of these brings the device into the state that it
/// is in by then. What is still near or pressed behind a touch that is kept, as a pen that hovers, is let go.
package struct TouchSpanFilter: EntryTransform {
  /// The numbers of frames from the first of a touch to its last, by device. Those of one opening count, synced states
  /// among them, from 0.
  package typealias Spans = [DeviceChannel: [ClosedRange<Int>]]

  private let kept: Spans
  private let leftOut: Spans
  private var devices: [DeviceChannel: Device] = [:]

  fileprivate struct Device {
    /// After what the device reported, and after what was passed on of it.
    var reported: DeviceState
    var passed: DeviceState
    var isPassing = true
    /// The number of the next frame.
    var number = 0
  }

  /// - Parameters:
  ///   - kept: of these devices only what lies within them is kept.
  ///   - leftOut: what lies within them is not. Devices that neither has stay as they are.
  package init(kept: Spans = [:], leftOut: Spans = [:]) { (self.kept, self.leftOut) = (kept, leftOut) }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel) where kept[channel] != nil || leftOut[channel] != nil:
      try open(opening, as: channel, emit: emit)
    case .frame(let frame, let channel) where devices[channel] != nil:
      for frame in passed(frame, of: channel) { try emit(.frame(frame, of: channel)) }
      devices[channel]?.report(frame)
    case .sync(let frame, let channel) where devices[channel] != nil:
      for frame in passed(frame, of: channel) { try emit(.sync(frame, of: channel)) }
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

  private mutating func passed(_ frame: Frame, of channel: DeviceChannel) -> [Frame] {
    guard var device = devices[channel], let last = frame.time else { return [frame] }
    defer { devices[channel] = device }
    let (wasPassing, isPassing) = (device.isPassing, keeps(device.number, of: channel))
    device.isPassing = isPassing
    device.number += 1
    var passed: [Frame] = []
    if isPassing {
      passed = wasPassing ? [frame] : device.resumed(with: frame)
    } else if wasPassing, kept[channel] != nil, let release = device.passed.releaseFrame(at: last) {
      passed = [release]
    }
    for frame in passed { device.passed.apply(frame) }
    return passed
  }
}

extension TouchSpanFilter.Device {
  /// Whether something still touches behind lost events is not known before an event says so; a touch that goes on is
  /// passed on without a break.
  fileprivate mutating func report(_ frame: Frame) {
    reported.apply(frame)
    if frame.hasDrop { reported.forgetTouchKeys() }
  }

  /// The first frame behind others that were left out. What precedes a SYN_DROPPED in its frame is lost, so that the
  /// state is then a frame of its own.
  fileprivate func resumed(with frame: Frame) -> [Frame] {
    guard let first = frame.events.first?.time else { return [frame] }
    let state = reported.events(after: passed, at: first)
    if state.isEmpty || !frame.hasDrop { return [Frame(events: state + frame.events)] }
    return [Frame(events: state + [.report(at: first)]), frame]
  }
}
