import ByteStreams
import InputEvents
import Recordings

/// What several devices did since they were last read, put in the order of its times.
///
/// The kernel has a queue for each device, so a reader that was held up finds one after another what happened alternately: a pen that came
/// near before a finger touched must not be told of after it. What one device did keeps its order, whatever its clock says.
struct FrameMerge: FrameReceiver {
  private enum Step {
    case frame(Frame)
    case syncedState(DeviceDescription)
  }

  private var steps: [(time: Timestamp, channel: DeviceChannel, step: Step)] = []
  private var latest: [DeviceChannel: Timestamp] = [:]

  mutating func add(_ frame: Frame, of channel: DeviceChannel) {
    add(.frame(frame), of: channel, at: frame.time)
  }

  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) {
    add(.syncedState(device), of: channel, at: nil)
  }

  private mutating func add(_ step: Step, of channel: DeviceChannel, at time: Timestamp?) {
    let before = latest[channel] ?? Timestamp(nanoseconds: .min)
    let time = max(time ?? before, before)
    latest[channel] = time
    steps.append((time, channel, step))
  }

  /// Gives everything; of one time, what was read first.
  func hand(to receiver: inout some FrameReceiver) throws(FileError) {
    let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
    for place in order {
      let (_, channel, step) = steps[place]
      switch step {
      case .frame(let frame): try receiver.add(frame, of: channel)
      case .syncedState(let device): try receiver.add(syncedState: device, of: channel)
      }
    }
  }
}

extension [RecordedDevice] {
  /// Reads what waits of each, in the order of its times.
  ///
  /// - Returns: those that went away, or cannot be read any longer.
  /// - Throws: where the receiver fails.
  func readInOrder(into receiver: inout some FrameReceiver) throws(RecorderFailure) -> [RecordedDevice] {
    // One device has nothing to be put in order with, and what it gives need not be kept.
    guard count > 1 else { return try read(into: &receiver) }
    var merge = FrameMerge()
    let gone = try read(into: &merge)
    try writing { () throws(FileError) in try merge.hand(to: &receiver) }
    return gone
  }

  private func read(into receiver: inout some FrameReceiver) throws(RecorderFailure) -> [RecordedDevice] {
    var gone: [RecordedDevice] = []
    for device in self where device.isOpen {
      do throws(RecorderFailure) {
        try device.read(into: &receiver)
      } catch {
        guard case .device = error else { throw error }
        gone.append(device)
      }
    }
    return gone
  }
}
