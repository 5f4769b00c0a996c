public import DrawingBoard
import DrawingFiles
public import InputEvents
public import Recordings
public import TouchTracking

/// What a replay feeds: a board, the kernel, a list.
public protocol ReplaySink {
  /// One step of one touch.
  mutating func handle(_ event: TouchEvent)
  /// A command of the recording's `/board`.
  mutating func handle(_ command: BoardCommand, at time: Timestamp)
}

/// Plays a recording into a sink: frames become touches by the same session that a live device feeds.
///
/// It knows no clock: `play(through:)` runs as fast as it can up to an instant of the recording, and whoever replays in real time asks for
/// one instant after another.
public struct Replayer {
  private var source: any RecordingSource
  private let plan: SurfacePlan
  private let start: Timestamp?
  private var session: TouchSession
  private var channels: [DeviceIndex] = []
  private var entry = RecordingEntry()
  private var isPending = false
  private var events: [TouchEvent] = []
  /// Touches that were down already when the window began: their next step begins them.
  private var waiting: Set<Touch.ID> = []
  public private(set) var warnings = WarningList()
  /// The time of what was played last.
  public private(set) var time: Timestamp?

  /// - Parameter start: what was drawn before is left out; touches that are down then begin there.
  public init(
    _ source: any RecordingSource, plan: SurfacePlan, rules: TouchRules = TouchRules(), from start: Timestamp? = nil
  ) {
    self.source = source
    self.plan = plan
    self.start = start
    session = TouchSession(rules: rules)
  }

  /// Plays every entry up to and with an instant; all where there is none.
  public mutating func play(
    through end: Timestamp? = nil, into sink: inout some ReplaySink
  ) throws(RecordingError) {
    while try step(through: end, into: &sink) {}
  }

  /// Plays one entry.
  /// - Returns: false where the next entry is later than `end`, or there is none.
  public mutating func step(
    through end: Timestamp? = nil, into sink: inout some ReplaySink
  ) throws(RecordingError) -> Bool {
    if !isPending { isPending = try source.next(into: &entry) }
    guard isPending, !isLater(than: end) else { return false }
    isPending = false
    play(into: &sink)
    return true
  }

  /// Cancels every touch that is down, as at the end of a recording.
  public mutating func finish(_ reason: CancelReason = .recordingEnded, into sink: inout some ReplaySink) {
    guard let time else { return }
    session.cancelAll(reason, at: time, into: &events)
    deliver(into: &sink)
  }

  private func isLater(than end: Timestamp?) -> Bool {
    guard let end else { return false }
    return switch entry.kind {
    case .frame, .sync: entry.frame.time.map { $0 > end } ?? false
    case .board, .note: entry.time > end
    case .opening, .attachment: false
    }
  }

  private mutating func play(into sink: inout some ReplaySink) {
    switch entry.kind {
    case .opening: open()
    case .frame, .sync: playFrame(into: &sink)
    case .board: playCommand(into: &sink)
    case .note: playNote(into: &sink)
    case .attachment: break
    }
  }

  private mutating func open() {
    let channel = entry.channel.rawValue
    let known = plan.descriptions.indices.contains(channel) ? plan.descriptions[channel] : entry.opening.description
    let index = session.open(known, mapping: plan.mapping(of: entry.channel))
    // Openings are numbered in their order by both sides.
    if channels.count == channel { channels.append(index) }
  }

  private mutating func playFrame(into sink: inout some ReplaySink) {
    guard channels.indices.contains(entry.channel.rawValue) else { return }
    let device = channels[entry.channel.rawValue]
    time = entry.frame.time ?? time
    if entry.kind == .sync {
      session.handleSync(entry.frame, from: device, into: &events)
    } else {
      session.handle(entry.frame, from: device, into: &events)
    }
    deliver(into: &sink)
  }

  private mutating func deliver(into sink: inout some ReplaySink) {
    for event in events {
      guard let start else {
        sink.handle(event)
        continue
      }
      event.time < start ? noteEarlier(event) : deliverWithin(event, into: &sink)
    }
    events.removeAll(keepingCapacity: true)
  }

  private mutating func noteEarlier(_ event: TouchEvent) {
    switch event.phase {
    case .began: waiting.insert(event.touch.id)
    case .moved: break
    case .ended, .cancelled: waiting.remove(event.touch.id)
    }
  }

  private mutating func deliverWithin(_ event: TouchEvent, into sink: inout some ReplaySink) {
    if waiting.remove(event.touch.id) != nil {
      sink.handle(TouchEvent(touch: event.touch, phase: .began, sample: event.sample))
      if case .moved = event.phase { return }
    }
    sink.handle(event)
  }
}
