public import InputEvents

/// Where two recordings first differ.
public enum RecordingDifference: Hashable, Sendable {
  /// The numbers of openings of devices.
  case openings(Int, Int)
  /// The events at a place, as each has them; nothing where a frame has ended.
  case event(device: DeviceChannel, frame: Int, index: Int, InputEvent?, InputEvent?)
  /// One recording has frames of the device that the other lacks: the first's number of frames, and the second's.
  case frames(device: DeviceChannel, Int, Int)
  /// Synced states, by their number.
  case sync(device: DeviceChannel, Int)
  /// Messages of `/board`, by their number.
  case board(Int)
}

extension RecordingDifference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .openings(let left, let right): "\(left) devices opened, not \(right)"
    case .event(let device, let frame, let index, let left, let right):
      "device \(device.rawValue), frame \(frame), event \(index): \(words(of: left)), not \(words(of: right))"
    case .frames(let device, let left, let right): "device \(device.rawValue): \(left) frames, not \(right)"
    case .sync(let device, let number): "device \(device.rawValue): synced state \(number) differs"
    case .board(let number): "message \(number) of /board differs"
    }
  }

  private func words(of event: InputEvent?) -> String {
    guard let event else { return "nothing" }
    let type = EventNames.name(of: event.type) ?? "type \(event.type.rawValue)"
    let code = EventNames.name(of: event.code, in: event.type) ?? "code \(event.code.rawValue)"
    return "\(type) \(code) \(event.value) at \(event.time.microseconds) µs"
  }
}
