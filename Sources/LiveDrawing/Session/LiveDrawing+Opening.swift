public import DrawingBoard
import EvdevDevices
public import InputEvents
public import Recordings
public import Replaying
import TouchTracking

extension LiveDrawing {
  /// A board with a drawing on it, all of which can be undone; the recording begins with it.
  ///
  /// - Parameter setup: its size does not count, the drawing's does.
  /// - Throws: where the drawing's size is not usable.
  public convenience init(
    _ drawing: Drawing, _ setup: SessionSetup, to output: (any SessionOutput)?, at now: Timestamp
  ) throws(BoardError) {
    var sized = setup
    sized.size = drawing.size
    try self.init(sized, to: output, at: now)
    record(.drawing(drawing), at: now)
  }

  /// Draws on from any point of a recording: the new one begins with everything of the old one up to and with an instant, and goes on from
  /// there on the old one's clock. Touches that are down then end where they are; settings, undo and redo are as they were.
  ///
  /// - Parameters:
  ///   - survey: of all of the recording.
  ///   - setup: its size, settings and rules do not count, the recording's do.
  ///   - now: corresponds to the instant from here on.
  /// - Throws: where the recording cannot be read up to there, or gives no board; the output then has a part of it.
  /// - Complexity: that of playing everything up to the instant.
  public convenience init(
    branchOf recording: Recording, survey: RecordingSurvey, through instant: Timestamp, _ setup: SessionSetup,
    to output: (any SessionOutput)?, at now: Timestamp
  ) throws(RecordingError) {
    var source = try recording.makeSource()
    let plan = survey.plan()
    var setup = setup
    var first = RecordingEntry()
    let hasEntries = try source.next(into: &first)
    setup.epochOffset = source.epochOffset
    do throws(BoardError) {
      try self.init(setup, plan: plan, to: output, at: min(first.occurrence ?? survey.start, survey.start))
    } catch {
      throw RecordingError(
        file: recording.name, message: "its surface gives a board of \(plan.board.width)x\(plan.board.height)")
    }
    // Nobody watches until the instant is reached.
    sink.board.pace = .batch(threads: max(setup.threads, 1))
    defer { sink.board.pace = .live }
    // Whatever devices come to it, the new recording's board is the old one's.
    record(.size(plan.board), at: reached)
    entry = first
    var isWithin = hasEntries
    while isWithin, entry.occurrence.map({ $0 <= instant }) ?? true {
      copy()
      isWithin = try source.next(into: &entry)
    }
    entry = RecordingEntry()
    liftAll(at: instant)
    shift = reached.since(now)
    note(RecorderNote.resumed.payload, at: reached)
  }

  /// The beginning took its time: what comes from now on follows what was recorded last without a gap.
  public func resume(at now: Timestamp) { shift = reached.since(now) }

  private func copy() {
    devices.follow(entry)
    if entry.kind == .attachment { images.insert(ImageID(rawValue: entry.attachment.name)) }
    reached = max(reached, entry.occurrence ?? reached)
    play()
  }

  /// Nobody else will lift what is down.
  private func liftAll(at instant: Timestamp) {
    // What the survey saw of devices that came later is of no use: others will come.
    player.forgetOpenings(after: devices.openingCount)
    reached = max(reached, instant)
    for lift in devices.lifts(at: reached) { record(lift.frame, of: lift.device, as: .frame) }
    cancel(openTouches, .recordingEnded, at: reached)
  }
}
