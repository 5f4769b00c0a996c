public import ByteStreams
import DrawingBoard
public import InputEvents
public import RecordingFormats
public import Recordings
public import TouchTracking

/// Every touch of a recording by its number, with the contact that it came of.
public struct TouchCatalog: Sendable {
  /// A touch, when it was down, and the contact.
  public struct Entry: Sendable {
    public var touch: Touch
    public var began: Timestamp
    /// `nil` if it was down at the recording's end.
    public var ended: Timestamp?
    /// `nil` if the device has no slots.
    public var beginning: TouchFilter.Beginning?
    /// The first and the last of the device's frames in which it was down, by their numbers: those of one opening,
    /// synced states among them, from 0.
    public internal(set) var frames = 0...0
    /// From its beginning to its end, as times of the recording.
    public internal(set) var span: ClosedRange<Timestamp>
    /// The numbers of the entries with which it began and ended.
    fileprivate var entries: ClosedRange<Int>
    /// Whether the device lifted it.
    fileprivate var isLifted = false
  }

  /// The touches by their numbers, which count them from 0 in the order in which they began.
  public private(set) var entries: [Touch.ID: Entry] = [:]
  /// What the events of devices with slots do not say of their contacts.
  public private(set) var courses: [DeviceChannel: ContactCourse] = [:]

  /// - Complexity: that of reading the recording twice.
  public init(
    _ recording: Recording, survey: RecordingSurvey, rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) {
    var options = RenderOptions()
    options.rules = rules
    var sink = try BoardedSink(Sink(), recording: recording, survey: survey, options: options)
    var replayer = Replayer(try recording.makeSource(), plan: survey.plan(), rules: rules)
    try replayer.play(into: &sink)
    sink.sink.finish()
    var contacts = ContactReading(sink.sink.entries, survey, rules)
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) { contacts.take(entry) }
    (entries, courses) = (contacts.entries, contacts.courses)
  }

  private struct Sink: ReplaySink {
    private(set) var entries: [Touch.ID: Entry] = [:]
    private var open: Set<Touch.ID> = []
    private var clock = ReachedTime()
    /// Of the current entry.
    private var number = -1

    mutating func beginEntry(at time: Timestamp?) {
      clock.advance(to: time)
      number += 1
    }

    mutating func handle(_ event: TouchEvent) {
      let (id, time) = (event.touch.id, clock.time(of: event.time))
      switch event.phase {
      case .began:
        open.insert(id)
        entries[id] = Entry(touch: event.touch, began: event.time, span: time...time, entries: number...number)
      case .moved: break
      case .ended, .cancelled:
        entries[id]?.ended = event.time
        entries[id]?.isLifted = event.phase == .ended
        end(id, at: time)
      }
    }

    private mutating func end(_ id: Touch.ID, at time: Timestamp) {
      guard open.remove(id) != nil, let entry = entries[id] else { return }
      entries[id]?.span = entry.span.lowerBound...max(time, entry.span.lowerBound)
      entries[id]?.entries = entry.entries.lowerBound...max(number, entry.entries.lowerBound)
    }

    /// What is down at the recording's end was so up to there.
    mutating func finish() {
      for id in open { if let time = clock.latest { end(id, at: time) } }
    }

    mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
  }
}

/// Finds the contacts of touches, and the frames in which they are.
private struct ContactReading {
  private(set) var entries: [Touch.ID: TouchCatalog.Entry]
  private(set) var courses: [DeviceChannel: ContactCourse] = [:]
  private var filters: [DeviceChannel: SlotFilter] = [:]
  private var player: EntryPlayer
  private var events: [TouchEvent] = []
  private let descriptions: [DeviceDescription]
  /// The touches that begin and end with an entry, by its number.
  private var beginning: [Int: [Touch.ID]] = [:]
  private var ending: [Int: [Touch.ID]] = [:]
  /// Of the next entry, and of each device's next frame.
  private var number = 0
  private var frames: [DeviceChannel: Int] = [:]
  private var taken: Set<TouchFilter.Beginning> = []
  private var losses: [DeviceChannel: Int] = [:]
  /// Devices without slots: the frame since which it is not known whether the pointer touches. None while a touch was
  /// down then, which goes on if it touches.
  private var doubts: [DeviceChannel: Int] = [:]
  private var down: [DeviceChannel: Set<Touch.ID>] = [:]

  init(_ entries: [Touch.ID: TouchCatalog.Entry], _ survey: RecordingSurvey, _ rules: TouchRuleOverrides) {
    self.entries = entries
    player = EntryPlayer(plan: survey.plan(), rules: rules)
    descriptions = survey.descriptions
    for (id, entry) in entries.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      beginning[entry.entries.lowerBound, default: []].append(id)
      ending[entry.entries.upperBound, default: []].append(id)
    }
  }

  mutating func take(_ entry: RecordingEntry) {
    _ = player.play(entry, into: &events)
    events.removeAll(keepingCapacity: true)
    switch entry {
    case .opening(_, let channel): open(channel)
    case .frame(let frame, let channel): follow(frame, of: channel, isSync: false)
    case .sync(let frame, let channel): follow(frame, of: channel, isSync: true)
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: break
    }
    for id in beginning[number] ?? [] { begin(id) }
    for id in ending[number] ?? [] { end(id) }
    if let channel = entry.channel { settleDoubt(of: channel) }
    number += 1
  }

  private mutating func open(_ channel: DeviceChannel) {
    guard descriptions.indices.contains(channel.rawValue) else { return }
    var device = descriptions[channel.rawValue]
    guard device.contactProtocol == .slots else { return }
    var filter = SlotFilter(channel, ContactCourse()) { _ in true }
    filter.start(&device)
    filters[channel] = filter
    courses[channel] = ContactCourse()
  }

  private mutating func follow(_ frame: Frame, of channel: DeviceChannel, isSync: Bool) {
    let number = frames[channel, default: 0]
    frames[channel] = number + 1
    if frame.hasDrop, !isSync { doubt(channel, since: number) }
    guard filters[channel] != nil else { return }
    _ = filters[channel]?.filter(frame, isSync: isSync)
    guard let tracker = player.tracker(of: channel) else { return }
    if frame.hasDrop, !isSync, tracker.holdsUnnamedEvents {
      losses[channel] = number
      courses[channel]?.slotsAfterLoss[number] = .some(nil)
      filters[channel]?.forgetSlot()
    }
    if let loss = losses[channel], let slot = tracker.slotOfUnnamedEvents {
      losses[channel] = nil
      courses[channel]?.slotsAfterLoss[loss] = Int32(slot)
    }
  }

  private mutating func doubt(_ channel: DeviceChannel, since number: Int) {
    guard doubts[channel] == nil, down[channel, default: []].isEmpty else { return }
    let device = descriptions.indices.contains(channel.rawValue) ? descriptions[channel.rawValue] : nil
    if device?.contactProtocol != .anonymous { doubts[channel] = number }
  }

  private mutating func settleDoubt(of channel: DeviceChannel) {
    if player.tracker(of: channel)?.isPointerInDoubt != true { doubts[channel] = nil }
  }

  /// The device's last frame so far: a touch may begin and end with what another device does.
  private func frame(of channel: DeviceChannel) -> Int { max(frames[channel, default: 0] - 1, 0) }

  private mutating func begin(_ id: Touch.ID) {
    guard let touch = entries[id]?.touch else { return }
    down[touch.device, default: []].insert(id)
    let frame = frame(of: touch.device)
    guard let filter = filters[touch.device] else {
      // A touch that shows only by what follows a loss needs the loss.
      entries[id]?.frames = (doubts[touch.device] ?? frame)...frame
      return
    }
    entries[id]?.frames = frame...frame
    let slot = touch.slot.rawValue
    if let named = filter.beginnings[slot], named.trackingID == touch.trackingID.rawValue, taken.insert(named).inserted
    {
      entries[id]?.beginning = named
      return
    }
    let beginning = TouchFilter.Beginning(
      device: touch.device, slot: slot, trackingID: max(touch.trackingID.rawValue, -1), time: entries[id]?.began)
    entries[id]?.beginning = beginning
    courses[touch.device]?.beginnings[frame, default: []].append(beginning)
  }

  private mutating func end(_ id: Touch.ID) {
    guard let entry = entries[id] else { return }
    down[entry.touch.device]?.remove(id)
    let (device, frame) = (entry.touch.device, frame(of: entry.touch.device))
    entries[id]?.frames = entry.frames.lowerBound...max(frame, entry.frames.lowerBound)
    if entry.isLifted { courses[device]?.ends[frame, default: []].insert(entry.touch.slot.rawValue) }
  }
}
