import InputEvents
import MCAP

/// Messages whose channel's declaration was lost.
extension RecordingReader {
  /// Unless reading stops at damage, the summary may still have the declaration; else whole frames tell a device.
  func adopt(_ message: MCAPMessage) {
    let place = "channel \(message.channel.rawValue)"
    guard damage != .stop else {
      return noticed.add("messages of a channel that was not declared were skipped", at: place)
    }
    if let channel = readSummary().channels.first(where: { $0.id == message.channel }) {
      add(channel)
    } else if holdsFrame() {
      noticed.add("the description of a device is lost", at: place)
      let number = (devices.map(\.number).max() ?? -1) + 1
      let topic = RecordingTopic.events(device: number).name
      continuity.begin(message.channel, damageCount: -1)
      open(
        MCAPChannel(id: message.channel, topic: topic, messageEncoding: RecordingTopic.eventEncoding), number: number)
    } else {
      noticed.add("messages of a channel whose declaration is lost were skipped", at: place)
      routes[message.channel] = .ignored
    }
    adopted = message
  }

  /// Adds the devices that were declared in what was lost. Our writer numbers channels in the order of their declaration, and that of devices
  /// is what messages call them by.
  func adoptDevices(declaredBefore id: ChannelID? = nil) {
    guard continuity.isNumbered, damage != .stop, container.damageCount > 0 else { return }
    for channel in readSummary().channels.sorted(by: { $0.id.rawValue < $1.id.rawValue })
    where routes[channel.id] == nil {
      if let id, channel.id.rawValue >= id.rawValue { return }
      if case .events? = RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) { declare(channel) }
    }
  }

  func readSummary() -> (channels: [MCAPChannel], schemas: [MCAPSchema]) {
    if let summary { return summary }
    // A summary that cannot be read has nothing to tell, and the damage is reported where reading meets it.
    let found = (try? container.readSummary()) ?? nil
    let told = (found?.channels ?? [], found?.schemas ?? [])
    summary = told
    return told
  }

  private func holdsFrame() -> Bool {
    var frame = Frame()
    let reports = container.withMessageData { data in
      data.byteCount % PackedEvents.size == 0 ? frame.append(packed: data, at: Timestamp(nanoseconds: 0)) : 0
    }
    return reports == 1 && frame.isComplete
  }
}
