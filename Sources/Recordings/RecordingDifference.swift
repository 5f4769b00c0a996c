public import InputEvents

/// Where two recordings first differ.
public enum RecordingDifference: Hashable, Sendable {
  /// The numbers of openings of devices.
  case openings(Int, Int)
  /// The devices' descriptions.
  case device(DeviceChannel, DeviceDifference)
  /// The events at a place, as each has them; `nil` if a frame has ended.
  case event(device: DeviceChannel, frame: Int, index: Int, InputEvent?, InputEvent?)
  /// One recording has frames of the device that the other lacks: the first's number of frames, and the second's.
  case frames(device: DeviceChannel, Int, Int)
  /// Synced states, by their number.
  case sync(device: DeviceChannel, Int)
  /// Messages of `/board`, by their number.
  case board(Int)
  /// The removals of devices that `/notes` holds, by their number.
  case removal(Int)
  /// The files within, by their number.
  case attachment(Int)
}

extension RecordingDifference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .openings(let left, let right): "\(left) \(left == 1 ? "device" : "devices") opened, not \(right)"
    case .device(let device, let difference):
      "device \(device.rawValue): \(difference.fact): \(difference.left), not \(difference.right)"
    case .event(let device, let frame, let index, let left, let right):
      "device \(device.rawValue), frame \(frame), event \(index): \(words(of: left)), not \(words(of: right))"
    case .frames(let device, let left, let right):
      "device \(device.rawValue): \(left) \(left == 1 ? "frame" : "frames"), not \(right)"
    case .sync(let device, let number): "device \(device.rawValue): synced state \(number) differs"
    case .board(let number): "message \(number) of /board differs"
    case .removal(let number): "removal \(number) of a device differs"
    case .attachment(let number): "attachment \(number) differs"
    }
  }

  private func words(of event: InputEvent?) -> String {
    guard let event else { return "nothing" }
    let type = EventNames.name(of: event.type) ?? "type \(event.type.rawValue)"
    let code = EventNames.name(of: event.code, in: event.type) ?? "code \(event.code.rawValue)"
    return "\(type) \(code) \(event.value) at \(event.time.microseconds) µs"
  }
}
