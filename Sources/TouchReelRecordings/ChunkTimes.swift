import TouchReelInputEvents
import TouchReelMCAP

/// The lists of event times that belong into the open chunk, each before the first message that it is of.
struct ChunkTimes {
  struct Entry {
    /// The channel of the list's messages.
    let channel: ChannelID
    /// The position in the open chunk before the first message of the list.
    fileprivate(set) var position = 0
    /// When that message was logged and published.
    fileprivate(set) var time: (log: UInt64, publish: UInt64) = (0, 0)
    fileprivate var list = EventTimesBuilder()

    var bytes: [UInt8] { list.bytes }
    fileprivate var isEmpty: Bool { list.bytes.isEmpty }
  }

  private var entries: [DeviceChannel: Entry] = [:]

  /// The size of all lists, in bytes.
  private(set) var byteCount = 0

  /// The channel of a device's lists; `nil` if it has none yet.
  func channel(of device: DeviceChannel) -> ChannelID? { entries[device]?.channel }

  mutating func open(_ device: DeviceChannel, as channel: ChannelID) { entries[device] = Entry(channel: channel) }

  /// Notes a message of a device whose events all have its time.
  @inline(__always)
  mutating func skip(_ device: DeviceChannel) {
    if byteCount > 0 { skipEntry(of: device) }
  }

  private mutating func skipEntry(of device: DeviceChannel) {
    if entries[device]?.isEmpty == false { entries[device]?.list.skip() }
  }

  /// Notes a message of a device that has a channel of lists, before the message goes into the chunk at `position`.
  mutating func add(
    _ events: [InputEvent], of device: DeviceChannel, at position: Int, _ time: (log: UInt64, publish: UInt64)
  ) {
    if entries[device]?.isEmpty == true {
      entries[device]?.position = position
      entries[device]?.time = time
    }
    byteCount += entries[device]?.list.append(events) ?? 0
  }

  /// Takes all lists, those of later indices first: inserting one moves no index of the others.
  mutating func take() -> [Entry] {
    guard byteCount > 0 else { return [] }
    let taken = entries.values.filter { !$0.isEmpty }.sorted { $0.position > $1.position }
    for device in entries.keys { entries[device]?.list.removeAll() }
    byteCount = 0
    return taken
  }
}
