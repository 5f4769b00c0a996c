import InputEvents

/// Looks for what is amiss in a recording's events.
///
/// It follows slots and keys as far as needed, and trusts nothing.
///
///     var linter = RecordingLinter()
///     while try source.next(into: &entry) { linter.check(entry) }
///     let findings = linter.finish()
public struct RecordingLinter {
  private var devices: [DeviceLint] = []
  /// The last opening of each device, by its number.
  private var last: [Int: Int] = [:]
  private var firstTime: Timestamp?

  public init() {}

  public mutating func check(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, _):
      let earlier = last.updateValue(devices.count, forKey: opening.number)
      if let earlier { devices[earlier].close() }
      devices.append(DeviceLint(opening, channel: DeviceChannel(rawValue: devices.count)))
    case .frame(let frame, let channel):
      guard devices.indices.contains(channel.rawValue), let time = frame.events.first?.time else { return }
      let start = firstTime ?? time
      firstTime = start
      devices[channel.rawValue].check(frame, since: start)
    case .sync(let frame, let channel):
      guard devices.indices.contains(channel.rawValue) else { return }
      devices[channel.rawValue].sync(frame)
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// What was found, by device, in the order of `LintFinding.Kind`.
  public mutating func finish() -> [LintFinding] {
    for index in devices.indices { devices[index].finish() }
    return devices.flatMap(\.findings)
  }
}
