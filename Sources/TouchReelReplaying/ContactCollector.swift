import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// Finds the contacts of touches, and the frames in which they are.
struct ContactCollector {
  private var contacts = RecordedContacts()
  /// The devices as a former reading describes them, by channel; as they describe themselves if there was none.
  private let descriptions: [DeviceDescription]?
  private var protocols: [DeviceChannel: ContactProtocol] = [:]
  private var filters: [DeviceChannel: SlotFilter] = [:]
  /// The touches that began and ended with the current entry.
  private var begun: [Touch.ID] = []
  private var ended: [Touch.ID] = []
  private var open: Set<Touch.ID> = []
  private var reached = ReachedTime()
  private var clock = ReachedTime()
  /// The number of each device's next frame.
  private var frames: [DeviceChannel: Int] = [:]
  private var claimed: Set<TouchFilter.Beginning> = []
  private var losses: [DeviceChannel: Int] = [:]
  /// Devices without slots: the frame since which it is not known whether the pointer touches. None while a touch was
  /// down then, which goes on if it touches.
  private var doubts: [DeviceChannel: Int] = [:]
  private var down: [DeviceChannel: Set<Touch.ID>] = [:]

  init(_ descriptions: [DeviceDescription]?) { self.descriptions = descriptions }

  /// An entry begins, whose steps of touches come next.
  mutating func begin(_ entry: RecordingEntry) {
    reached.advance(to: entry.occurrence)
    clock.advance(to: reached.latest)
    begun.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
  }

  mutating func handle(_ event: TouchEvent) {
    let (id, time) = (event.touch.id, clock.time(of: event.time))
    switch event.phase {
    case .began:
      open.insert(id)
      begun.append(id)
      contacts.entries[id] = RecordedContacts.Entry(touch: event.touch, began: event.time, span: time...time)
    case .moved: break
    case .ended, .cancelled:
      contacts.entries[id]?.ended = event.time
      contacts.entries[id]?.isLifted = event.phase == .ended
      close(id, at: time)
    }
  }

  private mutating func close(_ id: Touch.ID, at time: Timestamp) {
    guard open.remove(id) != nil, let entry = contacts.entries[id] else { return }
    contacts.entries[id]?.span = entry.span.lowerBound...max(time, entry.span.lowerBound)
    ended.append(id)
  }

  /// The entry ended.
  /// - Parameter player: it has played the entry.
  mutating func handle(_ entry: RecordingEntry, _ player: EntryPlayer) {
    switch entry {
    case .opening(let opening, let channel): start(opening.description, as: channel)
    case .frame(let frame, let channel): follow(frame, of: channel, isSync: false, player)
    case .sync(let frame, let channel): follow(frame, of: channel, isSync: true, player)
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: break
    }
    for id in begun { begin(id) }
    for id in ended { end(id) }
    if let channel = entry.channel { settleDoubt(of: channel, player) }
  }

  /// What is down at the recording's end was so up to there.
  mutating func finish() -> RecordedContacts {
    ended.removeAll()
    if let time = clock.latest { for id in open { close(id, at: time) } }
    for id in ended { end(id) }
    return contacts
  }

  private mutating func start(_ described: DeviceDescription, as channel: DeviceChannel) {
    var device = described
    if let descriptions {
      guard descriptions.indices.contains(channel.rawValue) else { return }
      device = descriptions[channel.rawValue]
    }
    protocols[channel] = device.contactProtocol
    guard device.contactProtocol == .slots else { return }
    var filter = SlotFilter(channel, ContactCourse()) { _ in true }
    filter.start(&device)
    filters[channel] = filter
    contacts.courses[channel] = ContactCourse()
  }

  private mutating func follow(_ frame: Frame, of channel: DeviceChannel, isSync: Bool, _ player: EntryPlayer) {
    let number = frames[channel, default: 0]
    frames[channel] = number + 1
    if frame.hasDrop, !isSync { doubt(channel, since: number) }
    guard filters[channel] != nil else { return }
    _ = filters[channel]?.filter(frame, isSync: isSync)
    guard let tracker = player.tracker(of: channel) else { return }
    if frame.hasDrop, !isSync, tracker.buffersUnnamedEvents {
      losses[channel] = number
      contacts.courses[channel]?.slotsAfterLoss[number] = .some(nil)
      filters[channel]?.forgetSlot()
    }
    if let loss = losses[channel], let slot = tracker.slotOfUnnamedEvents {
      losses[channel] = nil
      contacts.courses[channel]?.slotsAfterLoss[loss] = Int32(slot)
    }
  }

  private mutating func doubt(_ channel: DeviceChannel, since number: Int) {
    guard doubts[channel] == nil, down[channel, default: []].isEmpty else { return }
    if protocols[channel] != .anonymous { doubts[channel] = number }
  }

  private mutating func settleDoubt(of channel: DeviceChannel, _ player: EntryPlayer) {
    if player.tracker(of: channel)?.isPointerInDoubt != true { doubts[channel] = nil }
  }

  /// The device's last frame so far: a touch may begin and end with what another device does.
  private func frame(of channel: DeviceChannel) -> Int { max(frames[channel, default: 0] - 1, 0) }

  private mutating func begin(_ id: Touch.ID) {
    guard let touch = contacts.entries[id]?.touch else { return }
    down[touch.device, default: []].insert(id)
    let frame = frame(of: touch.device)
    guard let filter = filters[touch.device] else {
      // A touch that shows only by what follows a loss needs the loss.
      contacts.entries[id]?.frames = (doubts[touch.device] ?? frame)...frame
      return
    }
    contacts.entries[id]?.frames = frame...frame
    let slot = touch.slot.rawValue
    if let named = filter.beginnings[slot], named.trackingID == touch.trackingID.rawValue,
      claimed.insert(named).inserted
    {
      contacts.entries[id]?.beginning = named
      return
    }
    let beginning = TouchFilter.Beginning(
      device: touch.device, slot: slot, trackingID: max(touch.trackingID.rawValue, -1),
      time: contacts.entries[id]?.began)
    contacts.entries[id]?.beginning = beginning
    contacts.courses[touch.device]?.beginnings[frame, default: []].append(beginning)
  }

  private mutating func end(_ id: Touch.ID) {
    guard let entry = contacts.entries[id] else { return }
    down[entry.touch.device]?.remove(id)
    let (device, frame) = (entry.touch.device, frame(of: entry.touch.device))
    contacts.entries[id]?.frames = entry.frames.lowerBound...max(frame, entry.frames.lowerBound)
    if entry.isLifted { contacts.courses[device]?.ends[frame, default: []].insert(entry.touch.slot.rawValue) }
  }
}
