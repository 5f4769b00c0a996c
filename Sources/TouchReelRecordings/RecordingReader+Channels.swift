import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP

/// Channels, attachments and the end.
extension ReadingState {
  mutating func add(_ channel: MCAPChannel) {
    guard routes[channel.id] == nil else { return }
    adoptDevices(declaredBefore: channel.id)
    declare(channel)
  }

  private mutating func declare(_ channel: MCAPChannel) {
    continuity.begin(channel.id, damageCount: container.damageCount)
    switch RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) {
    case .events(let number): open(channel, number: number)
    case .sync(let number): addCompanion(channel, number: number) { .sync($0) }
    case .times(let number): addCompanion(channel, number: number) { .times($0) }
    case .board: routes[channel.id] = .board
    case .notes: routes[channel.id] = .notes
    case nil: declareForeign(channel)
    }
  }

  private mutating func open(_ channel: MCAPChannel, number: Int) {
    guard devices.count < RecordingLayout.openingLimit else {
      routes[channel.id] = .ignored
      return noticed.add("more than \(RecordingLayout.openingLimit) openings of devices: the others are ignored")
    }
    let opened = DeviceChannel(rawValue: devices.count)
    for index in devices.indices
    where devices[index].number == number && joiner.hasPart(of: DeviceChannel(rawValue: index)) {
      deferred.append(.unfinished(DeviceChannel(rawValue: index)))
    }
    routes[channel.id] = .events(opened)
    joiner.addDevice()
    devices.append(OpenedDevice(number: number, label: channel.metadata[DeviceMetadata.opening]))
    deferred.append(.opening(opened, description(of: channel)))
  }

  private mutating func description(of channel: MCAPChannel) -> DeviceDescription {
    let size = channel.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard size <= RecordingLayout.metadataLimit else {
      noticed.add("\(channel.topic): its description of \(size) bytes is too long: ignored")
      return DeviceMetadata.decode([:]).device
    }
    let (device, faults) = DeviceMetadata.decode(channel.metadata)
    for fault in faults {
      noticed.add("\(channel.topic): \(fault)\(device.isComplete ? "" : ": the description is incomplete")")
    }
    return device
  }

  /// Routes a channel that belongs to an opening of a device.
  private mutating func addCompanion(
    _ channel: MCAPChannel, number: Int, _ route: (DeviceChannel) -> ChannelRoutes.Route
  ) {
    let label = channel.metadata[DeviceMetadata.opening]
    let openings = devices.indices.filter { devices[$0].number == number }
    guard let index = openings.last(where: { devices[$0].label == label }) ?? openings.last else {
      routes[channel.id] = .ignored
      return noticed.add("\(channel.topic): no device has this number: ignored")
    }
    routes[channel.id] = route(DeviceChannel(rawValue: index))
  }

  /// - Returns: false for a damaged attachment, which is skipped.
  mutating func take(_ attachment: MCAPAttachment, into entry: inout RecordingEntry) throws(FileError) -> Bool {
    var found = RecordingAttachment()
    found.name = attachment.name
    found.mediaType = attachment.mediaType
    found.time = try foreignTime(attachment.logTime)
    let isOnOurClock = Int64(clamping: attachment.createTime) == found.time.nanoseconds
    found.createTime = isOnOurClock ? .recordingClock : sourceTime(attachment.createTime, of: attachment.logTime)
    do {
      found.bytes = try container.readAttachmentData()
      entry = .attachment(found)
      return true
    } catch {
      if damage == .salvage, case .format(let problem) = error, case .tooLarge = problem.problem {
        noticed.add("\(attachment.name): \(problem.problem): left out; --limits chunk=N raises the limit")
        return false
      }
      guard damage != .stop, case .format(let problem) = error,
        container.losses.contains(where: { $0.reason == problem })
      else { throw FileError(error, file: name) }
      return false
    }
  }

  mutating func giveDeferred(into entry: inout RecordingEntry) -> Bool {
    guard !deferred.isEmpty else { return false }
    switch deferred.removeFirst() {
    case .opening(let channel, let description):
      let number = devices[channel.rawValue].number
      entry = .opening(DeviceOpening(number: number, description: description), as: channel)
    case .unfinished(let channel): entry = .frame(joiner.takePart(of: channel), of: channel)
    case .note(let text, let time):
      marks.notes += 1
      entry = .note(text, at: time)
    case .drop(let channel, let time): giveDrop(of: channel, at: time, into: &entry)
    }
    return true
  }

  mutating func end() throws(FileError) {
    isAtEnd = true
    switch container.ending {
    case .complete, nil: break
    case .unfinished(let offset): noteCut("the recording was not finished: it ends after its last whole chunk", offset)
    case .truncated(let offset): noteCut("the file is truncated inside a record", offset)
    case .corrupted(let error): noteCut("reading stopped at damage", error.location.offset)
    }
    if hasGiven { adoptDevices() }
    findGapsAtEnd()
    note(container.doubts.checksums, "the checksum of a chunk is wrong: its records are kept as they are")
    note(container.doubts.bits, "one bit of a chunk was wrong, as its checksum shows: it is set right")
    note(container.doubts.lengths, "the length of a chunk is wrong: it is read as far as its records go")
    if let trailing = container.trailing { noticed.add(Self.warning(of: trailing), at: "offset \(trailing.offset)") }
    for index in devices.indices where joiner.hasPart(of: DeviceChannel(rawValue: index)) {
      deferred.append(.unfinished(DeviceChannel(rawValue: index)))
      hasGivenContent = true
    }
    if routes.isEmpty, !isOurs, !isTruncated || !routes.foreignTopics.isEmpty { throw notARecording() }
    try refuseIfLost()
  }

  private mutating func note(_ chunks: MCAPDoubts.Tally, _ doubt: String) {
    if chunks.count > 0 { noticed.add(doubt, at: "offset \(chunks.first)", times: chunks.count) }
  }

  private mutating func noteCut(_ kind: String, _ offset: UInt64) {
    isTruncated = true
    noticed.add(kind, at: "offset \(offset)")
  }

  private static func warning(of trailing: MCAPTrailing) -> String {
    let found = "\(trailing.range.count.counted("byte")) behind the end of the MCAP file"
    let messages = trailing.messageCount.counted("message")
    guard trailing.isFile else {
      return "\(found) not read" + (trailing.messageCount == 0 ? "" : ", with \(messages) that no file declares")
    }
    return "\(found) not read: another one with \(messages); tail -c +\(trailing.offset + 1) FILE > OTHER separates it"
  }

  private func notARecording() -> FileError {
    let topics = routes.foreignTopics
    let named = topics.prefix(5).joined(separator: ", ") + (topics.count > 5 ? ", …" : "")
    let found = topics.isEmpty ? "no channels" : "only the topics \(named)"
    return FileError(
      file: name, message: "an MCAP file with \(found), none of /device/N/events; name one that touchreel recorded")
  }
}

/// Messages whose channel's declaration was lost.
extension ReadingState {
  /// Unless reading stops at damage, the summary may still have the declaration; otherwise whole frames show that it is
  /// a device's.
  mutating func adopt(_ message: MCAPMessage) {
    let origin = "channel \(message.channel.rawValue)"
    guard damage != .stop else {
      return noticed.add("messages of a channel that was not declared were skipped", at: origin)
    }
    if let channel = readSummary().channels.first(where: { $0.id == message.channel }) {
      add(channel)
    } else if holdsFrame() {
      noticed.add("the description of a device is lost", at: origin)
      let number = (devices.map(\.number).max() ?? -1) + 1
      let topic = RecordingTopic.events(device: number).name
      continuity.begin(message.channel, damageCount: -1)
      open(
        MCAPChannel(id: message.channel, topic: topic, messageEncoding: RecordingTopic.eventEncoding), number: number)
    } else {
      noticed.add("messages of a channel whose declaration is lost were skipped", at: origin)
      routes[message.channel] = .ignored
    }
    adopted = message
  }

  /// Adds the devices that were declared in what was lost. Our writer numbers channels in the order of their
  /// declaration, and that of devices is what messages call them by.
  private mutating func adoptDevices(declaredBefore id: ChannelID? = nil) {
    guard continuity.isNumbered, damage != .stop, container.damageCount > 0 else { return }
    for channel in readSummary().channels.sorted(by: { $0.id.rawValue < $1.id.rawValue })
    where routes[channel.id] == nil {
      if let id, channel.id.rawValue >= id.rawValue { return }
      if case .events? = RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) { declare(channel) }
    }
  }

  /// Declares a channel that the summary has and nothing that was read.
  mutating func declareIfLost(_ id: ChannelID) {
    guard routes[id] == nil, let channel = readSummary().channels.first(where: { $0.id == id }) else { return }
    declare(channel)
  }

  private mutating func holdsFrame() -> Bool {
    var frame = Frame()
    let reports = container.withMessageData { data in
      data.byteCount % PackedEvents.size == 0 ? frame.append(packed: data, at: Timestamp(nanoseconds: 0)) : 0
    }
    return reports == 1 && frame.isComplete
  }
}

/// Other programs' content, which is passed on unchanged, so that rewriting the file loses nothing.
extension ReadingState {
  private mutating func declareForeign(_ channel: MCAPChannel) {
    if !definitions.has(channel.schema), damage != .stop,
      let schema = readSummary().schemas.first(where: { $0.id == channel.schema })
    {
      note(schema)
    }
    if !definitions.has(channel.schema) {
      noticed.add("the schema of a topic is missing: it is given without one", at: channel.topic)
    }
    routes.foreignTopics.append(channel.topic)
    guard let index = definitions.add(channel) else {
      routes[channel.id] = .ignored
      return noticed.add(tooManyDefinitions)
    }
    routes[channel.id] = .foreign(index)
  }

  mutating func note(_ schema: MCAPSchema) {
    if !definitions.add(schema) { noticed.add(tooManyDefinitions) }
  }

  private var tooManyDefinitions: String {
    "schemas and channels of other programs take more than \(options.mcap.maximumChunkSize.inMebibytes): the others are left out; "
      + "--limits chunk=N raises the limit"
  }

  mutating func foreign(_ message: MCAPMessage, of index: Int) throws(FileError) -> ForeignMessage {
    ForeignMessage(
      channel: definitions.channels[index], sequence: message.sequence, time: try foreignTime(message.logTime),
      publishTime: sourceTime(message.publishTime, of: message.logTime), data: messageData)
  }

  /// - Returns: false for facts that are all ours.
  mutating func take(_ metadata: MCAPMetadata, into entry: inout RecordingEntry) -> Bool {
    var values = metadata.values
    if let offset = RecordingLayout.epochOffset(of: metadata) {
      setOffset(offset)
      values = RecordingLayout.foreignValues(of: metadata)
      if values.isEmpty { return false }
    }
    entry = .foreignMetadata(ForeignMetadata(name: metadata.name, values: values))
    return true
  }

  /// A time of the file on the recording's own clock. Where the offset is absurd it wraps round, as it does back when
  /// it is written.
  private mutating func foreignTime(_ logTime: UInt64) throws(FileError) -> Timestamp {
    if !knowsOffset { setOffset(try aheadOffset) }
    if logTime > UInt64(Int64.max) { noticed.add("times after the year 2262 were cut") }
    return Timestamp(nanoseconds: Int64(clamping: logTime) &- epochOffset.nanoseconds)
  }

  /// A record's second time relative to its first.
  private mutating func sourceTime(_ time: UInt64, of logTime: UInt64) -> SourceTime {
    if time == 0 { return .unset }
    let span = Timestamp(nanoseconds: Int64(clamping: time)).since(Timestamp(nanoseconds: Int64(clamping: logTime)))
    return .afterLogTime(span)
  }

  /// The first message is another program's, which does not know our clock: our own first message shows the offset.
  private var aheadOffset: TimeSpan {
    get throws(FileError) {
      options.inference == .wholeRecording ? try Self.epochOffset(of: bytes, options: options) : .zero
    }
  }

  static func epochOffset(of bytes: any ByteSource, options: ReadingOptions) throws(FileError) -> TimeSpan {
    do {
      var search = MCAPReader(ContainerInput(bytes: bytes), options: options.mcap)
      return try epochOffset(searching: &search)
    } catch {
      // Damage is reported when the file is read.
      guard case .source(let failure) = error else { return .zero }
      throw failure
    }
  }

  private static func epochOffset(
    searching search: inout MCAPReader<ContainerInput>
  ) throws(MCAPReader<ContainerInput>.Failure) -> TimeSpan {
    var channels: Set<ChannelID> = []
    while let record = try search.next() {
      switch record {
      case .metadata(let metadata): if let offset = RecordingLayout.epochOffset(of: metadata) { return offset }
      case .channel(let channel):
        if RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) != nil { channels.insert(channel.id) }
      case .message(let message): if channels.contains(message.channel) { return offset(of: message) }
      case .header, .schema, .attachment: continue
      }
    }
    return .zero
  }

  static func offset(of message: MCAPMessage) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(truncatingIfNeeded: message.logTime &- message.publishTime))
  }
}

extension MCAPTrailing {
  fileprivate var offset: UInt64 { range.lowerBound }
}

extension Int {
  /// `1 byte`, `2 bytes`.
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// `64 MiB`; smaller amounts in bytes.
  fileprivate var inMebibytes: String { self >= 1 << 20 ? "\(self >> 20) MiB" : "\(self) bytes" }
}
