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
    switch entry {
    case .opening(let opening, let channel): open(opening, as: channel)
    case .frame(let frame, let channel): if let index = index(of: channel) { openings[index].state.apply(frame) }
    case .sync(let frame, let channel): if let index = index(of: channel) { openings[index].state.applySync(frame) }
    case .note(let text, _): remove(RecordingNote.removedChannel(in: text))
    case .board, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// An opening takes the place of an earlier one of the same device, whose contacts are gone with it.
  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    let earlier = last.updateValue(openings.count, forKey: opening.number)
    if let earlier { openings[earlier].state.release() }
    openings.append(
      Opening(channel: channel, number: opening.number, state: DeviceState(opening.description)))
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
