public import InputEvents
public import Recordings

extension LiveDrawing {
  /// Whether the session is being recorded.
  public var isRecorded: Bool { writer.isWriting }

  /// When ``tick(_:)`` has something to do.
  public var deadline: Timestamp? {
    let due = [writer.deadline, recognition?.deadline, growthTime].compactMap { $0 }.min()
    return due?.advanced(by: TimeSpan(nanoseconds: -shift.nanoseconds))
  }

  /// Hands on what is due to be written, and what waited for a gesture that did not come.
  public func tick(_ now: Timestamp) {
    let now = now.advanced(by: shift)
    settle()
    if recognition?.expire(at: now) == true { flushHeldFrames() }
    if let growthTime, now >= growthTime { grow() }
    writer.closeChunk(ifDueAt: now)
  }

  /// Ends the recording, and waits until it is on the disk. What is drawn later is not recorded.
  public func finish() {
    settle()
    flushHeldFrames()
    writer.finish()
  }

  /// Why the recording ended too early; told once.
  public func takeFailure() -> RecordingError? { writer.takeFailure() }
}
