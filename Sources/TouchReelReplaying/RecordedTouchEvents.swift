public import TouchReelByteStreams
import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings
public import TouchReelTouchTracking

/// What touches do in a recording, step by step, as a board that replays it is given them: touches that messages of
/// `/board` cancel are cancelled, and what is down at the end is cancelled there.
///
/// Elements are as those of `RecordedEntries`: a `Result` each, and the file is read anew by each loop.
///
///     for event in try recording.touchEvents() {
///       let event = try event.get()
///       if event.phase == .began { count += 1 }
///     }
public struct RecordedTouchEvents: Sequence {
  /// A reading, which opens the file with its first element.
  public struct Iterator: IteratorProtocol {
    private var entries: RecordedEntries.Iterator
    private var player: EntryPlayer
    private var events: [TouchEvent] = []
    /// The index of the next of ``events``.
    private var index = 0
    private var hasEnded = false

    fileprivate init(_ sequence: RecordedTouchEvents) {
      entries = sequence.recording.entries().makeIterator()
      player = EntryPlayer(plan: sequence.layout, rules: sequence.rules)
    }

    public mutating func next() -> Result<TouchEvent, FileError>? {
      while index == events.count {
        guard !hasEnded else { return nil }
        events.removeEach()
        index = 0
        if let error = readOn() { return .failure(error) }
      }
      defer { index += 1 }
      return .success(events[index])
    }

    /// Plays an entry.
    /// - Returns: why there are no more of them, if they cannot be read.
    private mutating func readOn() -> FileError? {
      switch entries.next() {
      case .success(let entry): _ = player.play(entry, into: &events)
      case .failure(let error):
        hasEnded = true
        return error
      case nil:
        hasEnded = true
        player.cancelAll(.recordingEnded, into: &events)
      }
      return nil
    }
  }

  fileprivate let recording: Recording
  fileprivate let layout: BoardLayout
  fileprivate let rules: TouchRuleOverrides

  public func makeIterator() -> Iterator { Iterator(self) }
}

extension Recording {
  /// What the recording's touches do, at positions in board points.
  ///
  /// - Parameters:
  ///   - layout: where the devices lie on the board; `nil` for `RecordingFacts.plan()`, for which the recording is
  ///     read once more.
  ///   - rules: of palms and of pens over touch, in place of the recording's.
  /// - Throws: if the recording cannot be read.
  public func touchEvents(
    on layout: BoardLayout? = nil, rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) -> RecordedTouchEvents {
    let layout = if let layout { layout } else { try RecordingFacts(self, rules: rules).plan() }
    return RecordedTouchEvents(recording: self, layout: layout, rules: rules)
  }

  /// Draws the recording.
  ///
  /// - Parameter options: what is shown, and how; by default everything as it is at the end, 1920 pixels wide.
  /// - Returns: the picture, and what the user should know of it.
  /// - Throws: if the recording cannot be read.
  public func rendered(_ options: RenderOptions = RenderOptions()) throws(FileError) -> RenderedPicture {
    if let picture = try Renderer.pictureInOneReading(of: self, options: options) { return picture }
    let survey = try RecordingFacts(self, rules: options.rules)
    return try Renderer(self, facts: survey, options: options).renderedPicture()
  }
}
