import ByteStreams
import DrawingBoard
import Drawings
import InputEvents
import TouchTracking

/// Which parts of a recording are left at its end, found by playing all of it.
struct UndoneSurvey {
  private var sink = Sink()

  private struct Sink: ReplaySink {
    var board: BoardSink?
    var operations: [Touch.ID: ElementID] = [:]

    mutating func handle(_ event: TouchEvent) {
      let before = board?.board.latestOperation?.id
      board?.handle(event)
      guard case .ended = event.phase, let after = board?.board.latestOperation?.id, after != before else { return }
      operations[event.touch.id] = after
    }

    mutating func handle(_ command: BoardCommand, at time: Timestamp) { board?.handle(command, at: time) }

    mutating func takeReport() -> BoardReport { board?.takeReport() ?? BoardReport() }
  }

  private let kept: Set<ElementID>

  init(_ stage: ReplayStage) throws(FileError) {
    sink.board = try stage.makeSmallSink()
    var replayer = try stage.makeReplayer()
    try replayer.play(into: &sink)
    kept = Set(sink.board?.board.drawing.operations.map(\.id) ?? [])
    sink.board = nil
  }

  /// The board at any instant of the recording without what is gone at the end.
  func clean(_ board: Board) -> Board {
    board.leavingOut(
      operations: { !kept.contains($0) },
      touches: { touch in sink.operations[touch].map { !kept.contains($0) } ?? false })
  }
}
