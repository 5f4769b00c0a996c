package import TouchReelByteStreams
package import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelTouchTracking

/// Every touch of a recording as a digest of its steps, by device in the order of beginning: what two recordings that
/// interleave their devices otherwise must have in common.
package struct TouchDigests: ReplaySink, Equatable {
  fileprivate struct Steps {
    var device: DeviceChannel
    var index: Int
    var hasher = Hasher()
  }

  private var open: [Touch.ID: Steps] = [:]
  private var digests: [DeviceChannel: [Int]] = [:]
  private var start: Timestamp?

  /// - Parameter isFromStart: whether times count from the first step.
  package init(
    _ recording: Recording, plan: BoardLayout, rules: TouchRuleOverrides = TouchRuleOverrides(), isFromStart: Bool
  ) throws(FileError) {
    if !isFromStart { start = Timestamp(nanoseconds: 0) }
    var replayer = Replayer(try recording.makeSource(), plan: plan, rules: rules)
    try replayer.play(into: &self)
    replayer.finish(into: &self)
  }

  package mutating func handle(_ event: TouchEvent) {
    let start = start ?? event.time
    self.start = start
    var steps = open.removeValue(forKey: event.touch.id) ?? begin(event.touch)
    steps.add(event, at: event.time.since(start))
    switch event.phase {
    case .ended, .cancelled: digests[steps.device]?[steps.index] = steps.hasher.finalize()
    default: open[event.touch.id] = steps
    }
  }

  package mutating func handle(_ command: BoardCommand, at time: Timestamp) {}

  private mutating func begin(_ touch: Touch) -> Steps {
    let index = digests[touch.device, default: []].count
    digests[touch.device, default: []].append(0)
    return Steps(device: touch.device, index: index)
  }

  package static func == (left: TouchDigests, right: TouchDigests) -> Bool { left.digests == right.digests }
}

extension TouchDigests.Steps {
  /// All but the touch's number, which is its index among those of all devices.
  fileprivate mutating func add(_ event: TouchEvent, at time: TimeSpan) {
    var sample = event.sample
    sample.time = Timestamp(nanoseconds: time.nanoseconds)
    hasher.combine(event.touch.slot)
    hasher.combine(event.touch.trackingID)
    hasher.combine(event.touch.tool)
    hasher.combine(event.phase)
    hasher.combine(sample)
  }
}
