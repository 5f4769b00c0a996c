import TouchReelInputEvents

/// Makes whole frames of the messages of each device: parts that the writer split by their times are joined, and
/// messages of several frames, which others may write, are taken apart.
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

  /// The frame to which the device's next message is to be appended: what waits of it, or an empty one.
  ///
  /// - Parameter entry: its frame's memory is taken over.
  @inline(__always)
  mutating func begin(of channel: DeviceChannel, reusing entry: inout RecordingEntry) -> Frame {
    var frame = entry.takeFrame()
    let held = parts[channel.rawValue].events.count
    guard held > 0 else { return frame }
    swap(&frame, &parts[channel.rawValue])
    heldCount -= held
    return frame
  }

  /// Takes the frame to which a message with so many SYN_REPORTs was appended.
  /// - Returns: whether it is whole, and the entry; otherwise it is kept.
  @inline(__always)
  mutating func finish(
    _ frame: consuming Frame, of channel: DeviceChannel, reports: Int, into entry: inout RecordingEntry
  ) -> Bool {
    if reports == 1 && frame.isComplete {
      entry = .frame(frame, of: channel)
      return true
    }
    if reports == 0 { return giveOrHold(frame, of: channel, into: &entry) }
    backlog = Backlog(channel: channel, events: frame.events)
    return false
  }

  /// Gives the next frame of a message of several.
  mutating func giveBacklog(into entry: inout RecordingEntry) -> Bool {
    guard let rest = backlog else { return false }
    let end = rest.events[rest.position...].firstIndex(where: \.isReport).map { $0 + 1 } ?? rest.events.count
    var frame = begin(of: rest.channel, reusing: &entry)
    frame.events.append(contentsOf: rest.events[rest.position..<end])
    backlog?.position = end
    if end == rest.events.count { backlog = nil }
    guard frame.isComplete else { return giveOrHold(frame, of: rest.channel, into: &entry) }
    entry = .frame(frame, of: rest.channel)
    return true
  }

  /// Holds a part of a frame until its rest comes, or returns it if too much is held.
  /// - Returns: whether it is returned as an entry.
  @inline(never)
  private mutating func giveOrHold(
    _ part: consuming Frame, of channel: DeviceChannel, into entry: inout RecordingEntry
  ) -> Bool {
    let count = part.events.count
    guard count < FrameAssembler.limit, heldCount + count < Self.heldLimit else {
      entry = .frame(part, of: channel)
      return true
    }
    parts[channel.rawValue] = part
    heldCount += count
    return false
  }
}
