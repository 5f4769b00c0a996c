public import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings

/// One reading of a recording, in which all facts are found that are wanted.
///
/// ```
/// let facts = try RecordingScan(.contacts).facts(of: recording)
/// ```
public struct RecordingScan: Sendable {
  /// What is found besides devices, times and counts of events, which takes half as long.
  public struct Facts: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Touches, what messages of `/board` change, and what the linter finds.
    public static let touches = Facts(rawValue: 1)
    /// The anomalies of the touches.
    public static let anomalies: Facts = [.touches, Facts(rawValue: 2)]
    /// Each touch with the contact that it came of.
    public static let contacts: Facts = [.touches, Facts(rawValue: 4)]
    /// Touches as a board has them: those whose shape is removed are cancelled. Where touches select shapes, the
    /// recording is read twice.
    public static let touchesOnBoard: Facts = [.touches, Facts(rawValue: 8)]
  }

  /// What is found besides devices, times and counts.
  public var wanted: Facts
  /// The rules of touches in place of the recording's.
  public var rules: TouchRuleOverrides
  /// The time of a picture, as far as which is read. What comes later is not read where this is a span, and where
  /// neither a second device nor a command nor what the events show of the device can change the board.
  package var time = ReplayTime.end
  /// Whether a thread of its own reads a long file.
  package var readsAhead = false

  /// A scan for facts; rules hold instead of the recording's.
  public init(_ wanted: Facts = .touches, rules: TouchRuleOverrides = TouchRuleOverrides()) {
    (self.wanted, self.rules) = (wanted, rules)
  }

  /// Reads the recording.
  ///
  /// - Parameters:
  ///   - recording: what is read.
  ///   - progress: called with the share of the file read so far, 0…1, if known.
  /// - Throws: if the recording cannot be read.
  public func facts(
    of recording: Recording, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> RecordingFacts {
    var reading = ScanReading(wanted.contains(.touches) ? TouchCollector(wanted, rules: rules) : nil)
    var facts = try read(recording, &reading, progress)
    if !areSettled(facts) { try settle(&facts, of: recording) }
    return facts
  }

  private func read(
    _ recording: Recording, _ reading: inout ScanReading, _ progress: (Double) -> Void
  ) throws(FileError) -> RecordingFacts {
    var facts = RecordingFacts(of: recording.format)
    var source = readsAhead ? try recording.makeSourceReadAhead() : try recording.makeSource()
    let limit = try limit(in: recording)
    while try source.next(into: &reading.entry) {
      if let limit, reading.isLater(than: limit) {
        facts.isOfWhole = false
        break
      }
      reading.collect()
      progress(source.progress)
    }
    reading.finish(into: &facts)
    (facts.isTruncated, facts.readingWarnings) = (source.isTruncated, source.warnings.lines)
    return facts
  }

  /// The span from the first event behind which nothing matters.
  private func limit(in recording: Recording) throws(FileError) -> TimeSpan? {
    guard case .span(let span) = time, try recording.isOfOneDevice() else { return nil }
    return span
  }

  // MARK: A second reading

  /// Whether one reading has shown all that is wanted: only a board knows which touches lose their shape, and contacts
  /// are those of the devices as all of their events show them.
  private func areSettled(_ facts: RecordingFacts) -> Bool {
    let dependsOnBoard = wanted.contains(.touchesOnBoard) || wanted.contains(.contacts)
    if facts.selects && dependsOnBoard { return false }
    return !wanted.contains(.contacts)
      || facts.devices.allSatisfy { $0.opening.description.makesSameTouches(as: $0.description) }
  }

  private func settle(_ facts: inout RecordingFacts, of recording: Recording) throws(FileError) {
    var options = RenderOptions()
    options.rules = rules
    var touches = TouchCollector(wanted, rules: rules, placedBy: facts)
    if facts.selects {
      touches.board = try ReplayStage(recording, facts: facts, options: options).makeSmallSink()
    }
    var reading = ScanReading(touches)
    let settled = try read(recording, &reading) { _ in }
    facts.contacts = settled.contacts
    if facts.selects { (facts.touches, facts.messageWarnings) = (settled.touches, settled.messageWarnings) }
  }
}

/// The state of a scan while it reads.
private struct ScanReading {
  var entry = RecordingEntry()
  private var statistics = RecordingStatistics()
  private var observed = ObservedDescriptions()
  private var touches: TouchCollector?

  init(_ touches: TouchCollector?) { self.touches = touches }

  /// Whether the entry that was read comes later than a span after the first event, and the description of the device
  /// is complete.
  func isLater(than span: TimeSpan) -> Bool {
    guard let instant = entry.occurrence, let first = statistics.firstTime, instant.since(first) > span else {
      return false
    }
    return observed.areComplete
  }

  /// Collects from the entry that was read.
  mutating func collect() {
    statistics.add(entry)
    observed.observe(entry)
    touches?.handle(entry, since: statistics.firstTime)
  }

  mutating func finish(into facts: inout RecordingFacts) {
    facts.statistics = statistics
    let counts = touches?.finish(into: &facts)
    facts.devices = zip(statistics.devices, observed.descriptions).enumerated().map { index, device in
      RecordingFacts.Device(opening: device.0.opening, description: device.1, touches: counts?[index] ?? 0)
    }
  }
}

extension DeviceDescription {
  /// Whether a description of the same device that may know more ranges makes the same touches. Ranges of positions
  /// that were guessed make none.
  fileprivate func makesSameTouches(as other: DeviceDescription) -> Bool {
    var adapted = self
    if !isComplete && !hasOwnRanges {
      for code in [EventCode.x, .y, .positionX, .positionY] {
        guard let mine = axes[code], let theirs = other.axes[code] else { continue }
        adapted.axes[code] = theirs
        adapted.axes[code]?.value = mine.value
      }
    }
    return adapted == other
  }
}
