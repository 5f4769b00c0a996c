import ByteStreams
import InputEvents
import MCAP

/// Channels, attachments and the end.
extension RecordingReader {
  func add(_ channel: MCAPChannel) {
    guard routes[channel.id] == nil else { return }
    adoptDevices(declaredBefore: channel.id)
    declare(channel)
  }

  func declare(_ channel: MCAPChannel) {
    continuity.begin(channel.id, damageCount: container.damageCount)
    switch RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) {
    case .events(let number): open(channel, number: number)
    case .sync(let number): addSync(channel, number: number)
    case .board: routes[channel.id] = .board
    case .notes: routes[channel.id] = .notes
    case nil: declareForeign(channel)
    }
  }

  func open(_ channel: MCAPChannel, number: Int) {
    guard devices.count < RecordingLayout.openingLimit else {
      routes[channel.id] = .ignored
      return noticed.add("more than \(RecordingLayout.openingLimit) openings of devices: the others were passed over")
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

  private func description(of channel: MCAPChannel) -> DeviceDescription {
    let size = channel.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard size <= RecordingLayout.metadataLimit else {
      noticed.add("\(channel.topic): its description of \(size) bytes is too long to be one")
      return DeviceMetadata.decode([:]).device
    }
    let (device, faults) = DeviceMetadata.decode(channel.metadata)
    for fault in faults {
      noticed.add("\(channel.topic): \(fault)\(device.isComplete ? "" : ": the description is incomplete")")
    }
    return device
  }

  private func addSync(_ channel: MCAPChannel, number: Int) {
    let label = channel.metadata[DeviceMetadata.opening]
    let openings = devices.indices.filter { devices[$0].number == number }
    guard let index = openings.last(where: { devices[$0].label == label }) ?? openings.last else {
      routes[channel.id] = .ignored
      return noticed.add("\(channel.topic): there is no device of this number: passed over")
    }
    routes[channel.id] = .sync(DeviceChannel(rawValue: index))
  }

  /// - Returns: false for a damaged attachment that was passed over.
  func take(_ attachment: MCAPAttachment, into entry: inout RecordingEntry) throws(FileError) -> Bool {
    var found = RecordingAttachment()
    found.name = attachment.name
    found.mediaType = attachment.mediaType
    found.time = foreignTime(attachment.logTime)
    let isOnOurClock = Int64(clamping: attachment.createTime) == found.time.nanoseconds
    found.createTime = isOnOurClock ? .recordingClock : sourceTime(attachment.createTime, of: attachment.logTime)
    do {
      found.bytes = try container.readAttachmentData()
      entry = .attachment(found)
      return true
    } catch {
      if damage == .salvage, case .format(let problem) = error, case .tooLarge = problem.problem {
        noticed.add("\(attachment.name): \(problem.problem): left out; --max-chunk raises the limit")
        return false
      }
      guard damage != .stop, case .format(let problem) = error,
        container.losses.contains(where: { $0.reason == problem })
      else { throw FileError(error, file: name) }
      return false
    }
  }

  func giveDeferred(into entry: inout RecordingEntry) -> Bool {
    guard !deferred.isEmpty else { return false }
    switch deferred.removeFirst() {
    case .opening(let channel, let description):
      let number = devices[channel.rawValue].number
      entry = .opening(DeviceOpening(number: number, description: description), as: channel)
    case .unfinished(let channel): entry = .frame(joiner.takePart(of: channel), of: channel)
    case .note(let text, let time): entry = .note(text, at: time)
    case .drop(let channel, let time): giveDrop(of: channel, at: time, into: &entry)
    }
    return true
  }

  func end() throws(FileError) {
    isAtEnd = true
    switch container.ending {
    case .complete, nil: break
    case .unfinished(let offset): noteCut("the recording was not finished: it ends after its last whole chunk", offset)
    case .truncated(let offset): noteCut("the file is cut short inside a record", offset)
    case .corrupted(let error): noteCut("reading stopped at damage", error.place.offset)
    }
    if hasGiven { adoptDevices() }
    findGapsAtEnd()
    for index in devices.indices where joiner.hasPart(of: DeviceChannel(rawValue: index)) {
      deferred.append(.unfinished(DeviceChannel(rawValue: index)))
    }
    guard routes.isEmpty, !isOurs, !isTruncated || !routes.foreignTopics.isEmpty else { return }
    throw notARecording()
  }

  private func noteCut(_ kind: String, _ offset: UInt64) {
    isTruncated = true
    noticed.add(kind, at: "offset \(offset)")
  }

  private func notARecording() -> FileError {
    let topics = routes.foreignTopics
    let named = topics.prefix(5).joined(separator: ", ") + (topics.count > 5 ? ", …" : "")
    let found = topics.isEmpty ? "no channels" : "only the topics \(named)"
    return FileError(
      file: name, message: "an MCAP file with \(found), none of /device/N/events; name one that touchreel recorded")
  }
}
