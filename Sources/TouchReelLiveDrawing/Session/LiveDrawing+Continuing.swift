public import TouchReelByteStreams
import TouchReelDrawingBoard
public import TouchReelDrawings
public import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings
public import TouchReelReplaying
import TouchReelTouchTracking

/// Sessions that begin with a drawing, or within a recording.
extension LiveDrawing {
  /// A board with a drawing on it, all of which can be undone. The recording starts with that drawing.
  ///
  /// - Parameters:
  ///   - drawing: what is on the board.
  ///   - setup: its size is ignored in favour of the drawing's.
  ///   - output: `nil` for a session that is not recorded.
  ///   - now: the start time.
  /// - Throws: `BoardError` if the drawing's size is not supported.
  public convenience init(
    _ drawing: Drawing, _ setup: SessionSetup, to output: (any SessionOutput)?, at now: Timestamp
  ) throws(BoardError) {
    var sized = setup
    sized.size = drawing.boardSize
    try self.init(sized, to: output, at: now)
    record(.drawing(drawing), at: now)
  }

  /// Continues a recording from any instant: the new recording starts with everything in the old one up to and
  /// including that instant, and continues on the old one's clock. Touches that are down then end where they are;
  /// settings, undo and redo are as they were.
  ///
  /// - Parameters:
  ///   - recording: the old one.
  ///   - facts: those of the whole recording.
  ///   - instant: the last one of the old recording that counts.
  ///   - setup: its size, settings and rules are ignored in favour of the recording's.
  ///   - output: `nil` for a session that is not recorded.
  ///   - now: the time on the caller's clock that corresponds to the instant.
  /// - Throws: `FileError` if the recording cannot be read up to the instant, or gives no board; the output has a
  ///   part of it then.
  /// - Complexity: that of playing everything up to the instant.
  public convenience init(
    branchOf recording: Recording, facts: RecordingFacts, through instant: Timestamp, _ setup: SessionSetup,
    to output: (any SessionOutput)?, at now: Timestamp
  ) throws(FileError) {
    var source = try recording.makeSource()
    let plan = facts.plan()
    var setup = setup
    var entry = RecordingEntry()
    let hasEntries = try source.next(into: &entry)
    setup.epochOffset = source.epochOffset
    do throws(BoardError) {
      try self.init(setup, plan: plan, to: output, at: min(entry.occurrence ?? facts.start, facts.start))
    } catch {
      throw FileError(
        file: recording.name, message: "its surface gives a board of \(plan.board.width)x\(plan.board.height)")
    }
    // Nothing is shown until the instant is reached.
    sink.board.mode = .batch(threads: max(setup.threads, 1))
    defer { sink.board.mode = .live }
    // The new recording keeps the board's size, whatever devices are added to it.
    record(.size(plan.board), at: reached)
    var isWithin = hasEntries
    let bound = facts.bound(through: instant)
    while isWithin, bound.map({ bound in entry.occurrence.map { $0 <= bound } ?? true }) ?? true {
      copy(entry)
      isWithin = try source.next(into: &entry)
    }
    liftAll(at: instant)
    shift = reached.since(now)
    annotate(RecorderNote.resumed.payload, at: reached)
  }

  /// Adjusts the clock after a slow start: what comes from now on follows the latest entry without a gap.
  package func resume(at now: Timestamp) { shift = reached.since(now) }

  private func copy(_ entry: RecordingEntry) {
    devices.follow(entry)
    if case .attachment(let attachment) = entry { images.insert(ImageID(rawValue: attachment.name)) }
    reached = max(reached, entry.occurrence ?? reached)
    play(entry)
  }

  /// Lifts all touches of the old recording, which nothing else would do.
  private func liftAll(at instant: Timestamp) {
    // Devices that were opened after the instant are not part of the new recording.
    player.forgetOpenings(after: devices.openingCount)
    reached = max(reached, instant)
    for lift in devices.lifts(at: reached) { record(.frame(lift.frame, of: lift.device)) }
    cancel(openTouches, .recordingEnded, at: reached)
  }
}
