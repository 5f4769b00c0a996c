package import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// The pages of a recording.
package struct RecordedPages: Hashable, Sendable {
  /// How many there are at its end.
  package private(set) var count = 1
  /// How often another one was shown.
  package private(set) var turns = 0

  /// - Parameters:
  ///   - recording: is played once more if it has other pages than its first.
  ///   - facts: those of the recording.
  ///   - rules: of touches, in place of the recording's.
  package init(_ recording: Recording, _ facts: RecordingFacts, rules: TouchRuleOverrides) throws(FileError) {
    guard facts.changesPages else { return }
    var options = RenderOptions()
    options.rules = rules
    let stage = ReplayStage(recording, facts: facts, options: options)
    var sink = TurnSink(board: try stage.makeSmallSink())
    var replayer = try stage.makeReplayer()
    try replayer.play(into: &sink)
    (count, turns) = (sink.board.shownPage.count, sink.turns)
  }
}

/// A board, and how often it showed another page.
private struct TurnSink: ReplaySink {
  var board: BoardSink
  private(set) var turns = 0

  init(board: BoardSink) { self.board = board }

  mutating func handle(_ event: TouchEvent) { board.handle(event) }

  mutating func handle(_ event: HoverEvent) { board.handle(event) }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    let shown = board.board.pageIDs[board.board.page]
    board.handle(command, at: time)
    // A drawing that is opened is the beginning of another one.
    if case .drawing = command { return }
    if board.board.pageIDs[board.board.page] != shown { turns += 1 }
  }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport { board.drainReport() }
}
