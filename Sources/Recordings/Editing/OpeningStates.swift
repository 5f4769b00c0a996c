import InputEvents

/// The state of every opening of a device, after the entries of a recording so far.
struct OpeningStates {
  struct Opening {
    let channel: DeviceChannel
    /// That of the device.
    let number: Int
    var state: DeviceState
  }

  /// In their order, which is that of their channels.
  private(set) var openings: [Opening] = []
  /// The last opening of each device, by its number.
  private var last: [Int: Int] = [:]

  subscript(channel: DeviceChannel) -> DeviceState? { index(of: channel).map { openings[$0].state } }

  mutating func apply(_ entry: RecordingEntry) {
    switch entry.kind {
    case .opening: open(entry)
    case .frame: if let index = index(of: entry.channel) { openings[index].state.apply(entry.frame) }
    case .sync: if let index = index(of: entry.channel) { openings[index].state.applySync(entry.frame) }
    case .note: remove(RecordingNote.removedChannel(in: entry.payload))
    case .board, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// An opening takes the place of an earlier one of the same device, whose contacts are gone with it.
  private mutating func open(_ entry: RecordingEntry) {
    let earlier = last.updateValue(openings.count, forKey: entry.opening.number)
    if let earlier { openings[earlier].state.release() }
    openings.append(
      Opening(
        channel: entry.channel, number: entry.opening.number, state: DeviceState(entry.opening.description)))
  }

  private mutating func remove(_ channel: DeviceChannel?) {
    guard let channel, let index = index(of: channel) else { return }
    openings[index].state.release()
  }

  @inline(__always)
  private func index(of channel: DeviceChannel) -> Int? {
    let place = channel.rawValue
    if openings.indices.contains(place), openings[place].channel == channel { return place }
    return openings.lastIndex { $0.channel == channel }
  }
}
