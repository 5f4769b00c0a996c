public import TouchReelInputEvents

/// What a recording holds, as far as it can be counted without tracking touches.
public struct RecordingStatistics: Hashable, Sendable {
  /// One opening of a device.
  public struct Device: Hashable, Sendable {
    /// The opening that the numbers are of.
    public var opening: DeviceOpening
    /// SYN_REPORTs and all others.
    public var eventCount = 0
    /// SYN_REPORTs.
    public var frameCount = 0
    /// SYN_DROPPEDs.
    public var dropCount = 0
    /// Synced states after a SYN_DROPPED.
    public var syncCount = 0
    /// The times of the first event in the file and of the last; `nil` if there are none.
    public var firstTime: Timestamp?
    /// The time of the last event; `nil` if there is none.
    public var lastTime: Timestamp?
    /// The least and the greatest value that each axis had.
    package var observedRanges: [EventCode: ClosedRange<Int32>] { ranges.byCode }

    fileprivate var ranges = ObservedRanges()

    fileprivate init(_ opening: DeviceOpening) { self.opening = opening }
  }

  /// One for each opening, in the file's order.
  public private(set) var devices: [Device] = []
  /// The number of messages of `/board`.
  public private(set) var boardMessageCount = 0
  /// The number of messages of `/notes`.
  public private(set) var noteCount = 0
  /// The number of attachments.
  public private(set) var attachmentCount = 0
  /// What is not a recording's; its attachments are counted above too.
  package private(set) var foreign = ForeignTally()
  /// What the recording says of itself: the first ``ownLimit`` of it.
  package private(set) var ownMetadata: [ForeignMetadata] = []
  /// The times of the first event in the file and of the last; `nil` if there are none.
  public private(set) var firstTime: Timestamp?
  /// The time of the last event; `nil` if there is none.
  public private(set) var lastTime: Timestamp?
  /// The latest time of all events, which is not the last one's if the clock was set back.
  package private(set) var latest: Timestamp?

  /// The times of the first message of `/board` in the file and of the latest.
  package private(set) var firstBoardTime: Timestamp?
  package private(set) var latestBoardTime: Timestamp?

  package init() {}

  private static let ownLimit = 8

  /// The number of events of all devices, SYN_REPORTs and SYN_DROPPEDs among them.
  public var eventCount: Int { devices.reduce(0) { $0 + $1.eventCount } }
  /// The number of frames of all devices.
  public var frameCount: Int { devices.reduce(0) { $0 + $1.frameCount } }
  /// How often events were lost.
  public var dropCount: Int { devices.reduce(0) { $0 + $1.dropCount } }

  /// The time from the first event in the file to the latest of all, as `docs/times.md` counts; never negative.
  public var duration: TimeSpan {
    guard let firstTime, let latest else { return .zero }
    return latest.since(firstTime)
  }

  /// Counts an entry. Entries are added in the file's order.
  package mutating func add(_ entry: RecordingEntry) {
    switch entry {
    case .foreignMetadata(let metadata) where metadata.isOwn:
      if ownMetadata.count < Self.ownLimit { ownMetadata.append(metadata) }
    default: foreign.add(entry)
    }
    switch entry {
    case .opening(let opening, _): devices.append(Device(opening))
    case .frame(let frame, let channel): add(frame, of: channel)
    case .sync(_, let channel):
      if devices.indices.contains(channel.rawValue) { devices[channel.rawValue].syncCount += 1 }
    case .board: addMessage(at: entry.occurrence)
    case .note: noteCount += 1
    case .attachment: attachmentCount += 1
    case .foreignMessage, .foreignMetadata: break
    }
  }

  private mutating func addMessage(at time: Timestamp?) {
    boardMessageCount += 1
    guard let time else { return }
    firstBoardTime = firstBoardTime ?? time
    latestBoardTime = max(latestBoardTime ?? time, time)
  }

  private mutating func add(_ frame: Frame, of channel: DeviceChannel) {
    guard let first = frame.events.first, let last = frame.events.last else { return }
    firstTime = firstTime ?? first.time
    lastTime = last.time
    latest = max(latest ?? last.time, first.time, last.time)
    guard devices.indices.contains(channel.rawValue) else { return }
    devices[channel.rawValue].add(frame, from: first.time, to: last.time)
  }
}

extension RecordingStatistics.Device {
  fileprivate mutating func add(_ frame: Frame, from first: Timestamp, to last: Timestamp) {
    firstTime = firstTime ?? first
    lastTime = last
    eventCount += frame.events.count
    for event in frame.events {
      switch event.type {
      case .absolute: ranges.note(event.value, of: event.code)
      case .synchronization:
        if event.isReport { frameCount += 1 }
        if event.isDropped { dropCount += 1 }
      default: continue
      }
    }
  }
}

/// The least and the greatest value of each axis.
private struct ObservedRanges: Hashable {
  private var least = [Int32](repeating: .max, count: 64)
  private var greatest = [Int32](repeating: .min, count: 64)

  @inline(__always)
  mutating func note(_ value: Int32, of code: EventCode) {
    let index = Int(code.rawValue)
    guard index < 64 else { return }
    least[index] = min(least[index], value)
    greatest[index] = max(greatest[index], value)
  }

  var byCode: [EventCode: ClosedRange<Int32>] {
    var ranges: [EventCode: ClosedRange<Int32>] = [:]
    for index in 0..<64 where least[index] <= greatest[index] {
      ranges[EventCode(rawValue: UInt16(index))] = least[index]...greatest[index]
    }
    return ranges
  }
}
