package import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

extension TouchIndex {
  /// Plays a recording once, on a board of few pixels.
  ///
  /// - Parameters:
  ///   - recording: what is read.
  ///   - facts: those of all of it.
  ///   - options: those with which it is shown, so that touches leave the same.
  ///   - limit: of the samples that are kept.
  package init(
    _ recording: Recording, facts: RecordingFacts, options: RenderOptions, limit: Int = sampleLimit
  ) throws(FileError) {
    var whole = options
    (whole.from, whole.to, whole.threads) = (nil, nil, 1)
    let stage = ReplayStage(recording, facts: facts, options: whole)
    var sink = TouchIndexSink(board: try stage.makeSmallSink(keepsShapes: false), index: TouchIndex(limit: limit))
    var replayer = try stage.makeReplayer()
    try replayer.play(into: &sink)
    self = sink.index
  }
}

/// A board, and an index of what touches leave on it.
private struct TouchIndexSink: ReplaySink {
  var board: BoardSink
  private(set) var index: TouchIndex
  private var clock = ReachedTime()

  init(board: BoardSink, index: TouchIndex) { (self.board, self.index) = (board, index) }

  mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  mutating func handle(_ event: TouchEvent) {
    let (id, time) = (event.touch.id, clock.time(of: event.time))
    let before = board.board.latestID
    let page = board.board.page
    board.handle(event)
    switch event.phase {
    case .began: index.begin(event, at: time, board.board.look(of: id))
    case .moved, .ended: index.add(event, at: time)
    case .cancelled: index.cancel(id, at: time, onPage: page)
    }
    guard event.phase == .ended, let after = board.board.latestID, after != before else { return }
    index.leave(after, by: id)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) { board.handle(command, at: time) }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport { board.drainReport() }
}
