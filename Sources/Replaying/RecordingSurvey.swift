public import ByteStreams
import DrawingBoard
import Drawings
public import InputEvents
public import RecordingFormats
public import Recordings
public import TouchTracking

/// What one reading of a recording finds: devices, time, events, touches, and what is odd about them.
public struct RecordingSurvey: Sendable {
  /// One opening of a device.
  public struct Device: Sendable {
    public var opening: DeviceOpening
    /// As the recording has it; where it has none or only a part, with what the events show.
    public var description: DeviceDescription
    public var touches: Int

    public var kind: DeviceKind { description.kind }
    /// Of the tilt axes of a device with touches, those whose values are not degrees, since the device gives no
    /// resolution.
    public var rawTiltAxes: [EventCode] {
      guard touches > 0 else { return [] }
      return [.tiltX, .tiltY].filter { code in description.axes[code].map { $0.resolution <= 0 } ?? false }
    }
    public var contactProtocol: ContactProtocol { description.contactProtocol }
    /// The slots that the device announces or, if it is not described, has used.
    public var slots: Int { contactProtocol == .none ? 0 : description.slotCount }
  }

  /// What became of the touches. Palms and hover are no touches; began = ended + cancelled.
  public struct Touches: Hashable, Sendable {
    public var began = 0
    public var ended = 0
    public var cancelled: [CancelReason: Int] = [:]
    /// The most touches that were down at one time.
    public var maximumSimultaneous = 0
  }

  public let format: RecordingFormat
  public internal(set) var devices: [Device] = []
  public private(set) var statistics = RecordingStatistics()
  public private(set) var touches = Touches()
  /// Contacts that were palms from the beginning.
  public private(set) var palms = 0
  /// What the recording gave its board last, in points; `nil` if the devices decide its shape.
  public private(set) var boardSize: BoardSize?
  /// Whether anything is undone, so that a replay has to keep what an undo may want.
  public private(set) var undoes = false
  /// Whether touches select shapes, so that only a board knows whether a shape is removed from one; see
  /// ``countTouches(onBoardOf:rules:)``.
  public private(set) var selects = false
  /// What was noticed in reading: lines skipped, a file cut short, no description.
  public private(set) var readingWarnings: [String] = []
  /// Messages of `/board` that are not understood.
  public private(set) var messageWarnings: [String] = []
  /// What the linter found.
  public private(set) var findings: [LintFinding] = []
  /// What is odd about its touches, if that was asked for.
  public private(set) var oddities: [Oddity] = []
  public private(set) var isTruncated = false
  /// Whether it was read to its end. Where it was not, everything here is of the part that was read.
  public private(set) var isOfWhole = true

  /// Reads the recording: to its end, or as far as the picture at a time needs.
  ///
  /// - Parameters:
  ///   - recording: what is read.
  ///   - rules: of touches, in place of the recording's.
  ///   - time: of the picture. What comes later is not read where this is a span, and where neither a second device
  ///     nor a command nor what the events show of the device can change the board.
  ///   - findsOddities: whether to look for what is odd about the touches.
  ///   - readsAhead: whether a thread of its own reads a long file.
  ///   - progress: called with the share of the file read so far, 0…1, if known.
  public init(
    _ recording: Recording, rules: TouchRuleOverrides = TouchRuleOverrides(), until time: ReplayTime = .end,
    findsOddities: Bool = false, readsAhead: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) {
    format = recording.format
    var source = readsAhead ? try recording.makeSourceReadAhead() : try recording.makeSource()
    var reading = SurveyReading(rules: rules)
    if findsOddities { reading.oddities = OddityFinder() }
    var limit: TimeSpan?
    if case .span(let span) = time, try recording.isOfOneDevice() { limit = span }
    while try source.next(into: &reading.entry) {
      if let limit, reading.isLater(than: limit) {
        isOfWhole = false
        break
      }
      reading.take()
      progress(source.progress)
    }
    reading.finish()
    statistics = reading.statistics
    touches = reading.touches
    palms = reading.palms
    boardSize = reading.boardSize
    undoes = reading.undoes
    selects = reading.selects
    devices = reading.devices
    isTruncated = source.isTruncated
    readingWarnings = source.warnings.lines
    messageWarnings = reading.warnings
    oddities = reading.oddities?.found() ?? []
    findings = reading.findings.filter { $0.kind != .missingDescription || format == .mcap }
  }

  /// What an outline of the recording says.
  init(_ outline: RecordingOutline, touches: Int = 1) {
    format = outline.format
    statistics = outline.statistics
    devices = [Device(opening: outline.opening, description: outline.description, touches: touches)]
  }

  /// What the beginning of a stream says of its devices. Each that has positions counts as touched.
  init(
    beginning format: RecordingFormat, _ statistics: RecordingStatistics, mayHaveBoardMessages: Bool
  ) {
    self.format = format
    self.statistics = statistics
    // Whether touches will select shapes is not known.
    selects = mayHaveBoardMessages
    devices = statistics.devices.map { device in
      var description = device.opening.description
      // The first frame does not show how hard one can press.
      if !description.isComplete {
        for code in [EventCode.pressure, .contactPressure] where description.axes[code] != nil {
          description.axes[code] = AbsoluteAxis(minimum: 0, maximum: 0)
        }
      }
      return Device(opening: device.opening, description: description, touches: description.hasPositions ? 1 : 0)
    }
  }

  /// Counts the touches of a recording in which touches select shapes again, with a board: those whose shape is removed
  /// are cancelled.
  ///
  /// - Parameters:
  ///   - recording: the one that was surveyed. It is read again if touches select shapes in it.
  ///   - rules: of touches, in place of the recording's.
  public mutating func countTouches(
    onBoardOf recording: Recording, rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) {
    guard selects else { return }
    var options = RenderOptions()
    options.rules = rules
    var counting = try BoardedSink(TouchCount(), recording: recording, survey: self, options: options)
    var replayer = Replayer(try recording.makeSource(), plan: plan(), rules: rules)
    try replayer.play(into: &counting)
    replayer.finish(into: &counting)
    touches = counting.sink.touches
    messageWarnings = replayer.warnings
  }

  /// Of the first event in the file.
  public var start: Timestamp { statistics.firstTime ?? Timestamp(nanoseconds: 0) }
  /// All that a user should know, one line each.
  public var warnings: [String] {
    readingWarnings + messageWarnings + findings.map(\.description)
      + SurfaceMapping.Options().warnings(of: descriptions)
  }
  public var eventCount: Int { statistics.eventCount }
  /// The latest time of all events, which is that of the last one unless the clock was set back.
  public var end: Timestamp { statistics.latest ?? start }
  public var openings: [DeviceOpening] { devices.map(\.opening) }
  public var descriptions: [DeviceDescription] { devices.map(\.description) }

  /// A place in the recording as an instant of its clock.
  public func instant(_ time: ReplayTime) -> Timestamp { start.advanced(by: time.span(in: end.since(start))) }

  /// The same as a bound of what is played or kept; `nil` for the end of the file, which is behind its last entry
  /// whatever time that has.
  public func bound(_ time: ReplayTime?) -> Timestamp? { time.flatMap { $0.isEnd ? nil : instant($0) } }

  /// An instant as a bound of what is shown; `nil` for the last event's and later ones, by which all is shown.
  public func bound(through instant: Timestamp) -> Timestamp? { instant >= end ? nil : instant }

  /// How the devices lie on a board.
  /// - Parameters:
  ///   - aspect: the board's proportions; those of the device with most touches where there is none.
  ///   - options: what the user states of the surface.
  public func plan(
    aspect: BoardSize? = nil, options: SurfaceMapping.Options = SurfaceMapping.Options()
  ) -> BoardLayout {
    let candidates = devices.map { BoardLayout.Candidate(description: $0.description, touches: $0.touches) }
    return BoardLayout(candidates, recorded: boardSize, aspect: aspect, options: options)
  }
}

/// The state of a survey while it reads.
private struct SurveyReading {
  var entry = RecordingEntry()
  private(set) var statistics = RecordingStatistics()
  private(set) var boardSize: BoardSize?
  private(set) var undoes = false
  private(set) var selects = false
  private(set) var findings: [LintFinding] = []
  var oddities: OddityFinder?
  private var player: EntryPlayer
  private var linter = RecordingLinter()
  private var events: [TouchEvent] = []
  private var counted = TouchCount()
  private var touchCounts: [Int] = []
  private var observed = ObservedDescriptions()

  init(rules: TouchRuleOverrides) { player = EntryPlayer(rules: rules) }

  var touches: RecordingSurvey.Touches { counted.touches }
  var palms: Int { player.palmCount }
  /// Of the messages of `/board`.
  var warnings: [String] { player.warnings.lines }

  /// Whether the entry that was read comes later than a span after the first event, and the description of the device
  /// is complete.
  func isLater(than span: TimeSpan) -> Bool {
    guard let instant = entry.occurrence, let first = statistics.firstTime, instant.since(first) > span else {
      return false
    }
    return observed.areComplete
  }

  /// Counts the entry that was read.
  mutating func take() {
    statistics.add(entry)
    linter.check(entry)
    switch entry {
    case .opening(let opening, let channel):
      touchCounts.append(0)
      oddities?.open(opening.description, as: channel)
      observed.open(opening.description)
    case .frame(let frame, let channel): return take(frame, of: channel)
    case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: break
    }
    note(player.play(entry, into: &events))
    count()
  }

  private mutating func take(_ frame: Frame, of channel: DeviceChannel) {
    observed.observe(frame, of: channel)
    player.play(frame, of: channel, into: &events)
    count()
  }

  private mutating func note(_ command: BoardCommand?) {
    switch command {
    case .size(let size): boardSize = size
    case .drawing(let drawing): boardSize = drawing.size
    case .undo: undoes = true
    case .set(let setting) where setting[\.tool] == .selection: selects = true
    default: break
    }
  }

  mutating func finish() {
    player.cancelAll(.recordingEnded, into: &events)
    count()
    findings = linter.finish()
  }

  private mutating func count() {
    for event in events {
      counted.handle(event)
      oddities?.handle(event, since: statistics.firstTime ?? event.time)
      let device = event.touch.device.rawValue
      if case .began = event.phase, touchCounts.indices.contains(device) { touchCounts[device] += 1 }
    }
    events.removeAll(keepingCapacity: true)
  }

  /// By channel.
  var devices: [RecordingSurvey.Device] {
    zip(statistics.devices, zip(observed.descriptions, touchCounts)).map { device, seen in
      RecordingSurvey.Device(opening: device.opening, description: seen.0, touches: seen.1)
    }
  }
}

extension DeviceDescription {
  /// Whether the events are needed to know where the device's positions lie.
  var lacksRanges: Bool {
    let positions = hasAxis(.positionX) ? [EventCode.positionX, .positionY] : [.x, .y]
    return !isComplete || positions.contains { code in axes[code].map { $0.span == 0 } ?? false }
  }

  /// Adds the codes that were seen and, where the description has no range, the range that was observed. A description
  /// that is incomplete may hold ranges of positions that were guessed; the observed ones are better.
  func supplemented(with seen: DeviceDescription) -> DeviceDescription {
    var described = self
    described.supplement(with: seen)
    return described
  }

  private mutating func supplement(with seen: DeviceDescription) {
    let positions: Set<EventCode> = [.x, .y, .positionX, .positionY]
    for (code, axis) in seen.axes {
      let lacksRange = axes[code].map { $0.span == 0 && positions.contains(code) } ?? true
      guard lacksRange || (!isComplete && !hasOwnRanges && positions.contains(code)) else { continue }
      // Events do not show a resolution, which a user may have stated.
      let resolution = axes[code]?.resolution ?? 0
      axes[code] = axis
      axes[code]?.resolution = resolution
    }
    if !isComplete { codes.merge(seen.codes) { $0.union($1) } }
  }
}

/// Counts touches as they begin and end.
struct TouchCount: ReplaySink {
  private(set) var touches = RecordingSurvey.Touches()

  mutating func handle(_ event: TouchEvent) {
    switch event.phase {
    case .began: touches.began += 1
    case .moved: return
    case .ended: touches.ended += 1
    case .cancelled(let reason): touches.cancelled[reason, default: 0] += 1
    }
    let open = touches.began - touches.ended - touches.cancelled.values.reduce(0, +)
    touches.maximumSimultaneous = max(touches.maximumSimultaneous, open)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}
