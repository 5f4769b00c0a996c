import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelStudies
import TouchReelTouchTracking

/// Trials as the window records them, by a hand whose times are made up.
enum DrawnStudy {
  /// Draws a trial.
  ///
  /// - Parameters:
  ///   - number: of the trial.
  ///   - outcome: `nil` for a program that is killed, so that its recording does not say it.
  /// - Returns: `nil` for one that was killed.
  @discardableResult
  static func draw(
    _ folder: inout StudyFolder, _ number: Int, _ outcome: TrialEnd.Outcome?, by code: String = "P01",
    with draw: (LiveDrawing) -> Void = { Self.draw(on: $0) }
  ) throws -> RecordedTrial? {
    let participant = Participant(code: try #require(ParticipantCode(code)), answers: answers(of: folder.study))
    let trial = StudySchedule(folder.study, for: participant.code).trials[number - 1]
    let (file, attempt) = try folder.place(for: trial, of: participant.code)
    let drawing = try LiveDrawing(
      SessionSetup(size: BoardSize(width: 200, height: 100)), to: SessionFile(creating: file), at: time(0))
    let facts = TrialFacts(
      study: folder.study.title, participant: participant, trial: trial, attempt: attempt,
      started: TimeSpan(nanoseconds: 1_543_363_200_250_000_000))
    drawing.note(facts.metadata)
    draw(drawing)
    drawing.tick(time(5000))
    guard let outcome else {
      drawing.finish()
      return nil
    }
    let end = TrialEnd(outcome, after: TimeSpan(nanoseconds: 1_250_000_000), touches: drawing.touchCount)
    drawing.finish(noting: end.metadata)
    let recorded = RecordedTrial(file: file, facts: facts, end: end)
    try folder.add(recorded)
    return recorded
  }

  private static func answers(of study: Study) -> [String: String] {
    Dictionary(uniqueKeysWithValues: study.questions.map { ($0.text, $0.choices.first ?? "") })
  }

  static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: 1_000_000 + milliseconds * 1000) }

  /// Draws a line to the right.
  ///
  /// - Parameters:
  ///   - step: milliseconds from one position to the next.
  ///   - lean: how far the pen leans to the right, in degrees; `nil` for a mouse.
  static func draw(on drawing: LiveDrawing, step: Int64 = 8, lean: Double? = nil) {
    drawing.draw((0...20).map { BoardPoint(x: 20 + 5 * Double($0), y: 50) }, step: step, lean: lean)
  }
}

extension LiveDrawing {
  /// Draws along points, as ``DrawnStudy/draw(on:step:lean:)`` does.
  func draw(_ points: [BoardPoint], step: Int64 = 8, lean: Double? = nil) {
    for (index, point) in points.enumerated() {
      var pen = PenState(end: .tip)
      pen.tilt = lean.map { Tilt(x: $0, y: 10) }
      let phase: PointerEvent.Phase = index == 0 ? .began : index == points.count - 1 ? .ended : .moved
      let time = DrawnStudy.time(100 + Int64(index) * step)
      handle(PointerEvent(lean == nil ? .mouse : .pen(pen), phase, at: point, time: time))
    }
  }
}
