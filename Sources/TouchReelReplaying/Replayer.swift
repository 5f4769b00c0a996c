public import TouchReelByteStreams
public import TouchReelDrawingBoard
public import TouchReelInputEvents
public import TouchReelRecordings
public import TouchReelTouchTracking

/// What a replay feeds: a board, the kernel, a list.
public protocol ReplaySink {
  /// One step of one touch.
  mutating func handle(_ event: TouchEvent)
  /// The steps of touches that an entry gives, in order. One after another where the sink does not say otherwise.
  mutating func handle(_ events: [TouchEvent])
  /// Something that is near the surface without touching it. Passed over where the sink does not say otherwise.
  mutating func handle(_ event: HoverEvent)
  /// A command of the recording's `/board`.
  mutating func handle(_ command: BoardCommand, at time: Timestamp)
  /// A file within the recording: an image that a background may cite. Passed over where the sink does not say
  /// otherwise.
  mutating func handle(_ attachment: RecordingAttachment)
  /// An entry begins: a frame or a command, of which what is handled next comes.
  ///
  /// - Parameter time: the latest of all entries so far; `nil` if none had a time.
  mutating func beginEntry(at time: Timestamp?)
  /// What the board made of everything handled since the last report; empty if the sink has no board.
  mutating func drainReport() -> BoardReport
}

extension ReplaySink {
  public mutating func handle(_ events: [TouchEvent]) {
    // Don't iterate over the events themselves: that copies each, and they are large.
    for index in events.indices { handle(events[index]) }
  }

  public mutating func handle(_ event: HoverEvent) {}
  public mutating func handle(_ attachment: RecordingAttachment) {}
  public mutating func beginEntry(at time: Timestamp?) {}
  public mutating func drainReport() -> BoardReport { BoardReport() }
}

/// Plays a recording into a sink: frames become touches by the same session that a live device feeds.
///
/// It knows no clock: `play(through:)` runs as fast as it can up to an instant of the recording, and a replay in real
/// time asks for one instant after another.
///
/// ```
/// let recording = try Recording.open(path)
/// let plan = try RecordingFacts(recording).plan()
/// var sink = BoardSink(board: try Board(size: plan.board))
/// var replayer = Replayer(try recording.makeSource(), plan: plan)
/// try replayer.play(into: &sink)
/// let picture = sink.board.picture.composed()
/// ```
public struct Replayer {
  private var source: any RecordingSource
  private var player: EntryPlayer
  private let start: Timestamp?
  private var entry = RecordingEntry()
  /// Whether the next entry was read and is later than what was to be played.
  package private(set) var isPending = false
  private(set) var playedCount = 0
  /// What playing this far has taken: entries, and the steps of touches that came of them.
  private(set) var workCount = 0
  private var events: [TouchEvent] = []
  /// Touches that were down already when the window began: their next step begins them.
  private var waiting: Set<Touch.ID> = []

  /// - Parameters:
  ///   - source: read from its current position to its end, an entry at a time.
  ///   - plan: where devices lie on the board; it gives the board's size in points.
  ///   - rules: of palms and pens over touch, where they are not to be the recording's.
  ///   - start: what was drawn before is left out; touches that are down then begin there.
  public init(
    _ source: any RecordingSource, plan: BoardLayout, rules: TouchRuleOverrides = TouchRuleOverrides(),
    from start: Timestamp? = nil
  ) {
    self.source = source
    self.start = start
    player = EntryPlayer(plan: plan, rules: rules)
  }

  /// What the recording asked for in vain, one line each.
  public var warnings: [String] { player.warnings.lines }
  /// That events were lost, for what is written in a form that does not say so.
  private var lossWarnings: [String] { LostEvents(count: player.dropCount).warnings }
  /// Both, for what is written of the recording.
  package var allWarnings: [String] { warnings + lossWarnings }
  /// What was noticed in reading: lines skipped, a truncated file.
  package var readingWarnings: [String] { source.warnings.lines }
  /// How often events were lost in what was played.
  package var dropCount: Int { player.dropCount }
  /// How many contacts were palms in what was played.
  package var palmCount: Int { player.palmCount }
  /// The device of the frame that was played last; `nil` if the last entry was none.
  package var channel: DeviceChannel? {
    if case .frame(_, let channel) = entry { channel } else { nil }
  }
  /// The share of the file read so far, 0…1, if known.
  var shareRead: Double { source.progress }
  /// Whether the recording has given its board a size.
  package var hasBoardSize: Bool { player.hasBoardSize }
  /// How often a device was opened.
  package var openingCount: Int { player.openingCount }
  /// The numbers of all devices that were opened.
  package var deviceNumbers: DeviceNumbers { player.deviceNumbers }
  /// The openings of devices, as the plan and they themselves describe them.
  package var openings: [DeviceOpening] {
    descriptions.enumerated().map { index, description in
      DeviceOpening(number: deviceNumbers[DeviceChannel(rawValue: index)], description: description)
    }
  }
  /// The descriptions of all devices that were opened, by channel, as the plan and they themselves describe them.
  package var descriptions: [DeviceDescription] { player.descriptions }
  /// The latest time of all that was played; what comes later in a file need not be later.
  package var reached: Timestamp? { clock.latest }
  private var clock = ReachedTime()
  /// The time of what was played last.
  public var time: Timestamp? { player.time }

  /// Plays every entry before the first that is later than an instant; all where there is none. Touches that are down
  /// then stay down; see ``finish(_:into:)``.
  ///
  /// - Throws: where the source cannot be read; what was played before stays played.
  /// - Complexity: proportional to the events played; memory does not grow with them.
  public mutating func play(
    through end: Timestamp? = nil, into sink: inout some ReplaySink
  ) throws(FileError) {
    while try step(through: end, into: &sink) {}
  }

  /// Plays one entry.
  /// - Returns: false where the next entry is later than `end`, or there is none.
  public mutating func step(
    through end: Timestamp? = nil, into sink: inout some ReplaySink
  ) throws(FileError) -> Bool {
    if !isPending { isPending = try source.next(into: &entry) }
    guard isPending, !isLater(than: end) else { return false }
    isPending = false
    playedCount += 1
    workCount += 1
    clock.advance(to: entry.occurrence)
    sink.beginEntry(at: reached)
    if case .frame(let frame, let channel) = entry {
      player.play(frame, of: channel, into: &events)
      deliver(into: &sink)
      for hover in player.hovers { sink.handle(hover) }
    } else {
      playRare(into: &sink)
    }
    apply(sink.drainReport(), into: &sink)
    return true
  }

  /// Plays an entry that is no frame.
  private mutating func playRare(into sink: inout some ReplaySink) {
    let command = player.play(entry, into: &events)
    deliver(into: &sink)
    if let command, let time = entry.occurrence, !isLeftOut(command, at: time) { sink.handle(command, at: time) }
    if case .attachment(let attachment) = entry { sink.handle(attachment) }
  }

  /// Cancels every touch that is down, as at the end of a recording.
  public mutating func finish(_ reason: CancelReason = .recordingEnded, into sink: inout some ReplaySink) {
    player.cancelAll(reason, into: &events)
    deliver(into: &sink)
  }

  private mutating func apply(_ report: BoardReport, into sink: inout some ReplaySink) {
    guard !report.isEmpty else { return }
    player.apply(report, of: entry, into: &events)
    deliver(into: &sink)
  }

  private func isLater(than end: Timestamp?) -> Bool {
    guard let end, let instant = entry.occurrence else { return false }
    return instant > end
  }

  /// Settings, pages and layers from before the window count within it; what was done to ink before it does not.
  private func isLeftOut(_ command: BoardCommand, at time: Timestamp) -> Bool {
    guard let start, clock.time(of: time) < start else { return false }
    return !command.isSetting && !command.isBackground && !command.isOfPagesOrLayers
  }

  private mutating func deliver(into sink: inout some ReplaySink) {
    guard !events.isEmpty else { return }
    workCount += events.count
    if start == nil {
      sink.handle(events)
    } else {
      for event in events { deliverWithin(event, into: &sink) }
    }
    events.removeEach()
  }

  private mutating func recordEarlier(_ event: TouchEvent) {
    switch event.phase {
    case .began: waiting.insert(event.touch.id)
    case .moved: break
    case .ended, .cancelled: waiting.remove(event.touch.id)
    }
  }

  private mutating func deliverWithin(_ event: TouchEvent, into sink: inout some ReplaySink) {
    if let start, clock.time(of: event.time) < start { return recordEarlier(event) }
    if !waiting.isEmpty, waiting.remove(event.touch.id) != nil {
      sink.handle(TouchEvent(touch: event.touch, phase: .began, sample: event.sample))
      if case .moved = event.phase { return }
    }
    sink.handle(event)
  }
}
