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
  }

  /// In the order of beginning.
  public private(set) var entries: [Touch.ID: Entry] = [:]

  /// - Complexity: that of reading the recording twice.
  public init(
    _ recording: Recording, survey: RecordingSurvey, rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) {
    var options = RenderOptions()
    options.rules = rules
    var sink = try BoardedSink(Sink(), recording: recording, survey: survey, options: options)
    var replayer = Replayer(try recording.makeSource(), plan: survey.plan(), rules: rules)
    try replayer.play(into: &sink)
    let contacts = try Contacts(recording)
    entries = sink.sink.entries.mapValues { entry in
      var entry = entry
      entry.beginning = contacts.beginning(of: entry)
      return entry
    }
  }

  private struct Sink: ReplaySink {
    var entries: [Touch.ID: Entry] = [:]

    mutating func handle(_ event: TouchEvent) {
      switch event.phase {
      case .began: entries[event.touch.id] = Entry(touch: event.touch, began: event.time)
      case .moved: break
      case .ended, .cancelled: entries[event.touch.id]?.ended = event.time
      }
    }

    mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
  }
}

/// When contacts came into the slots of devices.
private struct Contacts {
  private struct Place: Hashable {
    var device: DeviceChannel
    var slot: Int32
  }

  /// In the order of the file.
  private var beginnings: [Place: [TouchFilter.Beginning]] = [:]
  private var current: [DeviceChannel: Int32] = [:]

  init(_ recording: Recording) throws(FileError) {
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      switch entry {
      case .opening(let opening, let channel): note(opening.description, as: channel)
      case .frame(let frame, let channel), .sync(let frame, let channel): note(frame, of: channel)
      case .board, .note, .attachment, .foreignMessage, .foreignMetadata: continue
      }
    }
  }

  private mutating func note(_ device: DeviceDescription, as channel: DeviceChannel) {
    guard device.contactProtocol == .slots else { return }
    current[channel] = device.axes[.slot]?.value ?? 0
    for (number, slot) in device.slots.enumerated() {
      if let id = slot[.trackingID], id >= 0 { add(id, in: Int32(number), of: channel, at: nil) }
    }
  }

  private mutating func note(_ frame: Frame, of channel: DeviceChannel) {
    guard var slot = current[channel] else { return }
    for event in frame.events where event.type == .absolute {
      if event.code == .slot { slot = event.value }
      if event.code == .trackingID, event.value >= 0 { add(event.value, in: slot, of: channel, at: event.time) }
    }
    current[channel] = slot
  }

  private mutating func add(_ id: Int32, in slot: Int32, of channel: DeviceChannel, at time: Timestamp?) {
    beginnings[Place(device: channel, slot: slot), default: []].append(
      TouchFilter.Beginning(device: channel, slot: slot, trackingID: id, time: time))
  }

  /// The latest that has the touch's tracking id and came no later than it.
  func beginning(of entry: TouchCatalog.Entry) -> TouchFilter.Beginning? {
    let place = Place(device: entry.touch.device, slot: entry.touch.slot.rawValue)
    return beginnings[place]?.last { beginning in
      beginning.trackingID == entry.touch.trackingID.rawValue && beginning.time.map { $0 <= entry.began } ?? true
    }
  }
}
