import InputEvents

/// Makes whole frames of the messages of each device: parts that the writer split by their times are joined, and messages of
/// several frames, which others may write, are taken apart.
struct FrameJoiner {
  private var parts: [Frame] = []
  private var backlog: Backlog?
  private var heldCount = 0

  /// Events of unfinished frames that are held at most, over all devices.
  private static let heldLimit = 1 << 22

  /// The rest of a message that holds several frames.
  private struct Backlog {
    let channel: DeviceChannel
    let events: [InputEvent]
    var position = 0
  }

  mutating func addDevice() { parts.append(Frame()) }

  /// Whether a part of a frame of the device waits for its rest.
  func hasPart(of channel: DeviceChannel) -> Bool { !parts[channel.rawValue].events.isEmpty }

  /// Gives up the part that waits.
  mutating func takePart(of channel: DeviceChannel) -> Frame {
    let part = parts[channel.rawValue]
    parts[channel.rawValue].events.removeAll()
    heldCount -= part.events.count
    return part
  }

  /// Puts what waits of the device's frame into the entry, to which the next message is then to be appended.
  @inline(__always)
  mutating func begin(_ entry: inout RecordingEntry, of channel: DeviceChannel) {
    entry.kind = .frame
    entry.channel = channel
    entry.frame.events.removeAll(keepingCapacity: true)
    let held = parts[channel.rawValue].events.count
    guard held > 0 else { return }
    swap(&entry.frame, &parts[channel.rawValue])
    heldCount -= held
  }

  /// Takes the entry to which a message with so many SYN_REPORTs was appended.
  /// - Returns: whether the entry is to be given; else it was kept.
  @inline(__always)
  mutating func finish(_ entry: inout RecordingEntry, reports: Int) -> Bool {
    if reports == 1 && entry.frame.isComplete { return true }
    if reports == 0 { return !hold(&entry) }
    backlog = Backlog(channel: entry.channel, events: entry.frame.events)
    return false
  }

  /// Gives the next frame of a message of several.
  mutating func giveBacklog(into entry: inout RecordingEntry) -> Bool {
    guard let rest = backlog else { return false }
    let end = rest.events[rest.position...].firstIndex(where: \.isReport).map { $0 + 1 } ?? rest.events.count
    begin(&entry, of: rest.channel)
    entry.frame.events.append(contentsOf: rest.events[rest.position..<end])
    backlog?.position = end
    if end == rest.events.count { backlog = nil }
    return entry.frame.isComplete || !hold(&entry)
  }

  /// Keeps the part of a frame until its rest comes; false where there would be too much to keep.
  private mutating func hold(_ entry: inout RecordingEntry) -> Bool {
    let count = entry.frame.events.count
    guard count < FrameAssembler.limit, heldCount + count < Self.heldLimit else { return false }
    swap(&entry.frame, &parts[entry.channel.rawValue])
    heldCount += count
    return true
  }
}
