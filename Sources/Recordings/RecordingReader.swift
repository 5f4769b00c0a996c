public import InputEvents
import MCAP

/// Reads a recording from an MCAP file, in file order.
///
/// Any valid MCAP file with a channel of a recording is read; other channels are passed over with a warning. Messages are never
/// sorted by time.
public final class RecordingReader: RecordingSource {
  public struct Options: Hashable, Sendable {
    public enum Damage: Hashable, Sendable {
      /// Throws at the first damage.
      case stop
      /// Goes on with the next record that makes sense; `losses` tells what was passed over.
      case salvage
    }

    public var damage = Damage.stop
    /// The most bytes that a chunk may take in memory.
    public var maximumChunkSize = 64 << 20

    public init() {}
  }

  public let format = RecordingFormat.mcap
  public private(set) var epochOffset = TimeSpan.zero
  public private(set) var warnings = WarningList()
  public private(set) var isTruncated = false

  private var container: MCAPReader<ContainerInput>
  private let name: String
  private var routes = ChannelRoutes()
  private var devices: [OpenedDevice] = []
  private var deferred: [Deferred] = []
  private var backlog: MessageBacklog?
  private var adopted: MCAPMessage?
  private var summary: [MCAPChannel]?
  private let damage: Options.Damage
  private let meter: ReadingMeter
  private let size: UInt64
  private var pendingEvents = 0
  private var knowsOffset = false
  private var isOurs = false
  private var isAtEnd = false

  /// Events of unfinished frames that are held at most, over all devices.
  private static let pendingLimit = 1 << 22

  private struct OpenedDevice {
    let number: Int
    /// The writer's own number of the opening.
    let label: String?
    var unfinished = Frame()
  }

  /// What was met while something else had to be given first.
  private enum Deferred {
    case opening(DeviceChannel, DeviceDescription)
    case unfinished(DeviceChannel)
  }

  /// The rest of a message that holds several frames.
  private struct MessageBacklog {
    let channel: DeviceChannel
    let events: [InputEvent]
    var position = 0
  }

  public init(_ bytes: any ByteSource, options: Options = Options()) {
    name = bytes.name
    damage = options.damage
    let input = ContainerInput(bytes: bytes)
    meter = input.meter
    size = input.size ?? 0
    container = MCAPReader(
      input,
      options: MCAPReaderOptions(
        damage: options.damage == .stop ? .stop : .salvage, maximumChunkSize: options.maximumChunkSize))
  }

  /// What was passed over because of damage, in file order.
  public var losses: [RecordingLoss] { container.losses.map(RecordingLoss.init) }

  public var progress: Double { size == 0 ? 0 : min(Double(meter.offset) / Double(size), 1) }

  public func next(into entry: inout RecordingEntry) throws(RecordingError) -> Bool {
    while true {
      if giveDeferred(into: &entry) || giveBacklog(into: &entry) { return true }
      if let message = adopted {
        adopted = nil
        if take(message, into: &entry) { return true }
        continue
      }
      if isAtEnd { return false }
      guard let record = try nextRecord() else {
        try end()
        continue
      }
      if try take(record, into: &entry) { return true }
    }
  }

  /// Reads on where the file ended, after it has grown.
  ///
  /// Call it once `next` has returned false; frames that were cut short have been given then.
  public func resume() {
    switch container.ending {
    case .unfinished(let offset), .truncated(let offset): container.seek(to: offset)
    case .complete, .corrupted, nil: return
    }
    isAtEnd = false
    isTruncated = false
  }

  private func nextRecord() throws(RecordingError) -> MCAPRecord? {
    do { return try container.next() } catch { throw RecordingError(error, file: name) }
  }

  private func take(_ record: MCAPRecord, into entry: inout RecordingEntry) throws(RecordingError) -> Bool {
    switch record {
    case .message(let message): return take(message, into: &entry)
    case .channel(let channel):
      add(channel)
      return false
    case .attachment(let attachment, _):
      try take(attachment, into: &entry)
      return true
    case .metadata(let metadata):
      if let offset = RecordingLayout.epochOffset(of: metadata) { setOffset(offset) }
      return false
    case .header(let header):
      isOurs = header.profile == RecordingLayout.profile
      return false
    case .schema: return false
    }
  }

  private func setOffset(_ offset: TimeSpan) {
    epochOffset = offset
    knowsOffset = true
  }
}

/// Messages.
extension RecordingReader {
  @inline(__always)
  private func take(_ message: MCAPMessage, into entry: inout RecordingEntry) -> Bool {
    guard let route = routes[message.channel] else {
      adopt(message)
      return false
    }
    let time = time(of: message)
    switch route {
    case .foreign: return false
    case .events(let channel):
      return takeFrame(of: channel, at: time, message, into: &entry)
    case .sync(let channel):
      takeSync(of: channel, at: time, message, into: &entry)
    case .board:
      takeText(.board, at: time, into: &entry)
    case .notes:
      takeText(.note, at: time, into: &entry)
    }
    return true
  }

  private func time(of message: MCAPMessage) -> Timestamp {
    if !knowsOffset {
      setOffset(TimeSpan(nanoseconds: Int64(truncatingIfNeeded: message.logTime &- message.publishTime)))
    }
    if message.publishTime > UInt64(Int64.max) {
      warnings.add("times after the year 2262 were cut", at: "sequence \(message.sequence)")
    }
    return Timestamp(nanoseconds: Int64(clamping: message.publishTime))
  }

  private func takeText(_ kind: RecordingEntry.Kind, at time: Timestamp, into entry: inout RecordingEntry) {
    entry.kind = kind
    entry.time = time
    entry.payload.removeAll(keepingCapacity: true)
    container.withMessageData { data in data.withUnsafeBytes { entry.payload.append(contentsOf: $0) } }
  }

  private func takeSync(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) {
    entry.kind = .sync
    entry.channel = channel
    entry.frame.events.removeAll(keepingCapacity: true)
    _ = appendData(to: &entry.frame, at: time, message)
  }

  @inline(__always)
  private func takeFrame(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    let index = channel.rawValue
    entry.kind = .frame
    entry.channel = channel
    let held = devices[index].unfinished.events.count
    entry.frame.events.removeAll(keepingCapacity: true)
    if held > 0 {
      swap(&entry.frame, &devices[index].unfinished)
      pendingEvents -= held
    }
    let reports = appendData(to: &entry.frame, at: time, message)
    if reports > 1 || (reports == 1 && !entry.frame.isComplete) {
      backlog = MessageBacklog(channel: channel, events: entry.frame.events)
      return false
    }
    return reports == 1 || !hold(&entry.frame, of: index)
  }

  /// Keeps the part of a frame until the rest comes; false where there would be too much to keep.
  private func hold(_ frame: inout Frame, of index: Int) -> Bool {
    let count = frame.events.count
    guard count < FrameAssembler.limit, pendingEvents + count < Self.pendingLimit else { return false }
    swap(&frame, &devices[index].unfinished)
    pendingEvents += count
    return true
  }

  @inline(__always)
  private func appendData(to frame: inout Frame, at time: Timestamp, _ message: MCAPMessage) -> Int {
    let (reports, rest) = container.withMessageData { data in
      (frame.append(packed: data, at: time), data.byteCount % PackedEvents.size)
    }
    if rest != 0 {
      warnings.add(
        "a message is no multiple of 8 bytes: its last \(rest) were skipped",
        at: "channel \(message.channel.rawValue), sequence \(message.sequence)")
    }
    return reports
  }

  private func giveBacklog(into entry: inout RecordingEntry) -> Bool {
    guard let rest = backlog else { return false }
    let index = rest.channel.rawValue
    let end = rest.events[rest.position...].firstIndex(where: \.isReport).map { $0 + 1 } ?? rest.events.count
    entry.kind = .frame
    entry.channel = rest.channel
    entry.frame.events.removeAll(keepingCapacity: true)
    entry.frame.events.append(contentsOf: rest.events[rest.position..<end])
    backlog?.position = end
    if end == rest.events.count { backlog = nil }
    if entry.frame.events.isEmpty { return false }
    return entry.frame.isComplete || !hold(&entry.frame, of: index)
  }
}

/// Messages whose channel's declaration was lost.
extension RecordingReader {
  /// While salvaging, the summary may still have the declaration; else whole frames tell a device.
  private func adopt(_ message: MCAPMessage) {
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

/// Channels, attachments and the end.
extension RecordingReader {
  private func add(_ channel: MCAPChannel) {
    guard routes[channel.id] == nil else { return }
    switch RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) {
    case .events(let number): open(channel, number: number)
    case .sync(let number): addSync(channel, number: number)
    case .board: routes[channel.id] = .board
    case .notes: routes[channel.id] = .notes
    case nil:
      routes[channel.id] = .foreign
      routes.foreignTopics.append(channel.topic)
      warnings.add("topic \(channel.topic) (\(channel.messageEncoding)) is none of a recording and was passed over")
    }
  }

  private func open(_ channel: MCAPChannel, number: Int) {
    guard devices.count < RecordingLayout.openingLimit else {
      routes[channel.id] = .foreign
      return warnings.add("more than \(RecordingLayout.openingLimit) openings of devices: the others were passed over")
    }
    let opened = DeviceChannel(rawValue: devices.count)
    for index in devices.indices where devices[index].number == number && !devices[index].unfinished.events.isEmpty {
      deferred.append(.unfinished(DeviceChannel(rawValue: index)))
    }
    routes[channel.id] = .events(opened)
    devices.append(OpenedDevice(number: number, label: channel.metadata[DeviceMetadata.opening]))
    deferred.append(.opening(opened, description(of: channel)))
  }

  private func description(of channel: MCAPChannel) -> DeviceDescription {
    let size = channel.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard size <= RecordingLayout.metadataLimit else {
      warnings.add("\(channel.topic): its description of \(size) bytes is too long to be one")
      return DeviceMetadata.decode([:]).device
    }
    let (device, faults) = DeviceMetadata.decode(channel.metadata)
    for fault in faults { warnings.add("\(channel.topic): \(fault): the description is incomplete") }
    return device
  }

  private func addSync(_ channel: MCAPChannel, number: Int) {
    let label = channel.metadata[DeviceMetadata.opening]
    let openings = devices.indices.filter { devices[$0].number == number }
    guard let index = openings.last(where: { devices[$0].label == label }) ?? openings.last else {
      routes[channel.id] = .foreign
      return warnings.add("\(channel.topic): there is no device of this number: passed over")
    }
    routes[channel.id] = .sync(DeviceChannel(rawValue: index))
  }

  private func take(_ attachment: MCAPAttachment, into entry: inout RecordingEntry) throws(RecordingError) {
    let time = attachment.createTime != 0 || isOurs ? attachment.createTime : attachment.logTime
    entry.kind = .attachment
    entry.attachment.name = attachment.name
    entry.attachment.mediaType = attachment.mediaType
    entry.attachment.time = Timestamp(nanoseconds: Int64(clamping: time))
    do { entry.attachment.bytes = try container.readAttachmentData() } catch {
      throw RecordingError(error, file: name)
    }
  }

  private func giveDeferred(into entry: inout RecordingEntry) -> Bool {
    guard !deferred.isEmpty else { return false }
    switch deferred.removeFirst() {
    case .opening(let channel, let description):
      entry.kind = .opening
      entry.channel = channel
      entry.opening = DeviceOpening(number: devices[channel.rawValue].number, description: description)
    case .unfinished(let channel):
      entry.kind = .frame
      entry.channel = channel
      entry.frame = devices[channel.rawValue].unfinished
      pendingEvents -= entry.frame.events.count
      devices[channel.rawValue].unfinished.events.removeAll()
    }
    return true
  }

  private func end() throws(RecordingError) {
    isAtEnd = true
    switch container.ending {
    case .complete, nil: break
    case .unfinished(let offset): noteCut("the recording was not finished: it ends after its last whole chunk", offset)
    case .truncated(let offset): noteCut("the file is cut short inside a record", offset)
    case .corrupted(let error): noteCut("reading stopped at damage", error.place.offset)
    }
    for index in devices.indices where !devices[index].unfinished.events.isEmpty {
      deferred.append(.unfinished(DeviceChannel(rawValue: index)))
    }
    guard routes.isEmpty, !isOurs, !isTruncated || !routes.foreignTopics.isEmpty else { return }
    throw notARecording()
  }

  private func noteCut(_ kind: String, _ offset: UInt64) {
    isTruncated = true
    warnings.add(kind, at: "offset \(offset)")
  }

  private func notARecording() -> RecordingError {
    let topics = routes.foreignTopics
    let named = topics.prefix(5).joined(separator: ", ") + (topics.count > 5 ? ", …" : "")
    let found = topics.isEmpty ? "no channels" : "only the topics \(named)"
    return RecordingError(
      file: name, message: "an MCAP file with \(found), none of /device/N/events; name one that touchreel recorded")
  }
}
