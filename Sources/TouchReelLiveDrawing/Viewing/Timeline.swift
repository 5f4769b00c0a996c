package import TouchReelByteStreams
import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelReplaying
import TouchReelTouchTracking

/// An overview of a recording: for equal parts of its duration, how many touches are down, and notable events; and the
/// instants that one can go to.
package struct Timeline: Hashable, Sendable {
  /// What happens at an instant that one can go to.
  package enum Event: Hashable, Sendable {
    case touch, cancel, drop
  }

  /// An instant, and what happens there.
  private struct Moment: Hashable, Sendable {
    let time: Timestamp
    let event: Event
  }

  /// More are not kept: a recording may be of days.
  private static let momentLimit = 1 << 20

  /// Notable events in a part.
  package struct Marks: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A touch is cancelled.
    package static let cancel = Marks(rawValue: 1)
    /// Events were lost (SYN_DROPPED).
    package static let drop = Marks(rawValue: 2)
    package static let undo = Marks(rawValue: 4)
    package static let redo = Marks(rawValue: 8)
    package static let clear = Marks(rawValue: 16)
  }

  package struct Part: Hashable, Sendable {
    /// The number of touches that are down, averaged over the part.
    package var touches = 0.0
    package var marks: Marks = []

    /// Nothing.
    package init() {}
  }

  package let start: Timestamp
  package let end: Timestamp
  package private(set) var parts: [Part]
  /// The instants that one can go to, in order of time.
  private var moments: [Moment] = []

  /// Reads the recording once, using memory only for the parts and what one can go to.
  ///
  /// - Parameters:
  ///   - recording: what is read.
  ///   - facts: those of the whole recording.
  ///   - count: the number of parts, clamped to 1…65,536.
  ///   - rules: rules for touches that replace those of the recording.
  /// - Throws: `FileError` if the recording cannot be read.
  package init(
    _ recording: Recording, facts: RecordingFacts, parts count: Int, rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) {
    self.init(from: facts.start, to: facts.end, parts: count)
    var source = try recording.makeSource()
    var reading = TimelineReading(rules: rules)
    var entry = RecordingEntry()
    while try source.next(into: &entry) { reading.handle(entry, into: &self) }
    reading.finish(into: &self)
  }

  init(from start: Timestamp, to end: Timestamp, parts count: Int) {
    self.start = start
    self.end = max(start, end)
    parts = Array(repeating: Part(), count: min(max(count, 1), 65_536))
  }

  /// The part that contains an instant; the first or last one if it is outside the recording.
  package func part(at instant: Timestamp) -> Int {
    let length = max(end.since(start).nanoseconds, 1).magnitude
    let offset = max(instant.since(start).nanoseconds, 0).magnitude
    guard offset < length else { return parts.count - 1 }
    let product = offset.multipliedFullWidth(by: UInt64(parts.count))
    return Int(length.dividingFullWidth(product).quotient)
  }

  /// The length of a part, in seconds; never zero, even if the recording has no duration.
  private var partLength: Double { max(end.since(start).seconds, 1e-9) / Double(parts.count) }

  /// The next instant at which something of a kind happens.
  package func time(after instant: Timestamp, of events: Set<Event>) -> Timestamp? {
    moments.first { $0.time > instant && events.contains($0.event) }?.time
  }

  /// The last one before.
  package func time(before instant: Timestamp, of events: Set<Event>) -> Timestamp? {
    moments.last { $0.time < instant && events.contains($0.event) }?.time
  }

  fileprivate mutating func note(_ event: Event, at time: Timestamp) {
    guard moments.count < Self.momentLimit else { return }
    moments.append(Moment(time: time, event: event))
  }

  fileprivate mutating func sortMoments() { moments.sort { $0.time < $1.time } }

  mutating func mark(_ mark: Marks, at instant: Timestamp) { parts[part(at: instant)].marks.insert(mark) }

  /// Adds touches that are down during a span of time.
  mutating func add(touches: Int, from first: Timestamp, to last: Timestamp) {
    let length = partLength
    let (begin, finish) = (max(first, start).since(start).seconds, min(last, end).since(start).seconds)
    guard touches > 0, finish > begin else { return }
    for index in part(at: first)...max(part(at: last), part(at: first)) {
      let (lower, upper) = (Double(index) * length, Double(index + 1) * length)
      let covered = min(finish, upper) - max(begin, lower)
      if covered > 0 { parts[index].touches += Double(touches) * covered / length }
    }
  }
}

/// The state of a timeline while it is read.
private struct TimelineReading {
  private var player: EntryPlayer
  private var events: [TouchEvent] = []
  private var down = 0
  private var latest: Timestamp?
  private var clock = ReachedTime()

  init(rules: TouchRuleOverrides) { player = EntryPlayer(rules: rules) }

  mutating func handle(_ entry: RecordingEntry, into timeline: inout Timeline) {
    clock.advance(to: entry.occurrence)
    if case .frame(let frame, _) = entry, frame.hasDrop, let time = clock.latest {
      timeline.mark(.drop, at: time)
      timeline.note(.drop, at: time)
    }
    let command = player.play(entry, into: &events)
    if let mark = command.flatMap(Self.mark), let time = clock.latest { timeline.mark(mark, at: time) }
    for event in events { count(event, into: &timeline) }
    events.removeAll(keepingCapacity: true)
  }

  private static func mark(of command: BoardCommand) -> Timeline.Marks? {
    switch command {
    case .undo: .undo
    case .redo: .redo
    case .clear: .clear
    default: nil
    }
  }

  mutating func finish(into timeline: inout Timeline) {
    advance(to: timeline.end, into: &timeline)
    timeline.sortMoments()
  }

  private mutating func count(_ event: TouchEvent, into timeline: inout Timeline) {
    switch event.phase {
    case .moved: return
    case .began:
      advance(to: event.time, into: &timeline)
      down += 1
      timeline.note(.touch, at: clock.time(of: event.time))
    case .ended, .cancelled:
      advance(to: event.time, into: &timeline)
      down -= 1
      guard case .cancelled = event.phase else { return }
      timeline.mark(.cancel, at: clock.time(of: event.time))
      timeline.note(.cancel, at: clock.time(of: event.time))
    }
  }

  /// Ignores times that go back.
  private mutating func advance(to time: Timestamp, into timeline: inout Timeline) {
    if let latest, time > latest { timeline.add(touches: down, from: latest, to: time) }
    latest = max(latest ?? time, time)
  }
}
