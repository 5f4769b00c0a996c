import InputEvents
import MCAP

/// Messages whose channel's declaration was lost.
extension RecordingReader {
  /// While salvaging, the summary may still have the declaration; else whole frames tell a device.
  func adopt(_ message: MCAPMessage) {
    let place = "channel \(message.channel.rawValue)"
    guard damage == .salvage else {
      return warnings.add("messages of a channel that was not declared were skipped", at: place)
    }
    if let channel = summaryChannels().first(where: { $0.id == message.channel }) {
      add(channel)
    } else if holdsFrame() {
      warnings.add("the description of a device is lost", at: place)
      let number = (devices.map(\.number).max() ?? -1) + 1
      let topic = RecordingTopic.events(device: number).name
      open(
        MCAPChannel(id: message.channel, topic: topic, messageEncoding: RecordingTopic.eventEncoding), number: number)
    } else {
      warnings.add("messages of a channel whose declaration is lost were skipped", at: place)
      routes[message.channel] = .foreign
    }
    adopted = message
  }

  private func summaryChannels() -> [MCAPChannel] {
    if let summary { return summary }
    let channels: [MCAPChannel]
    // A summary that cannot be read has nothing to tell, and the damage is reported where reading meets it.
    do { channels = try container.readSummary()?.channels ?? [] } catch { channels = [] }
    summary = channels
    return channels
  }

  private func holdsFrame() -> Bool {
    var frame = Frame()
    let reports = container.withMessageData { data in
      data.byteCount % PackedEvents.size == 0 ? frame.append(packed: data, at: Timestamp(nanoseconds: 0)) : 0
    }
    return reports == 1 && frame.isComplete
  }
}
