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
    switch entry.kind {
    case .opening:
      let earlier = last.updateValue(devices.count, forKey: entry.opening.number)
      if let earlier { devices[earlier].close() }
      devices.append(DeviceLint(entry.opening, channel: DeviceChannel(rawValue: devices.count)))
    case .frame:
      guard devices.indices.contains(entry.channel.rawValue), let time = entry.frame.events.first?.time else { return }
      let start = firstTime ?? time
      firstTime = start
      devices[entry.channel.rawValue].check(entry.frame, since: start)
    case .sync:
      guard devices.indices.contains(entry.channel.rawValue) else { return }
      devices[entry.channel.rawValue].sync(entry.frame)
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// What was found, by device, in the order of `LintFinding.Kind`.
  public mutating func finish() -> [LintFinding] {
    for index in devices.indices { devices[index].finish() }
    return devices.flatMap(\.findings)
  }
}
