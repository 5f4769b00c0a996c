package import TouchReelByteStreams
import TouchReelDrawingBoard
package import TouchReelInputEvents
import TouchReelRecordings
package import TouchReelTouchTracking

extension SeekableReplay {
  /// What a recording has of a touch between two instants, both included. What is shown stays as it is.
  ///
  /// - Complexity: what there is to play from the last copy before; nothing is found where that is much.
  package func samples(of touch: Touch.ID, in span: ClosedRange<Timestamp>) throws(FileError) -> [TouchSample] {
    var position = try lightPosition(before: span.lowerBound)
    var sink = SampleSink(board: position.sink, touch: touch, span: span)
    var left = Self.lookUpLimit
    while left > 0, try position.replayer.step(through: span.upperBound, into: &sink) { left -= 1 }
    return left > 0 ? sink.samples : []
  }

  /// So many frames are played at most to look something up.
  private static var lookUpLimit: Int { 200_000 }
}

/// A board, and the samples of a touch while it is played.
private struct SampleSink: ReplaySink {
  var board: BoardSink
  let touch: Touch.ID
  let span: ClosedRange<Timestamp>
  private(set) var samples: [TouchSample] = []
  private var clock = ReachedTime()

  init(board: BoardSink, touch: Touch.ID, span: ClosedRange<Timestamp>) {
    (self.board, self.touch, self.span) = (board, touch, span)
  }

  mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  mutating func handle(_ event: TouchEvent) {
    if event.touch.id == touch, span.contains(clock.time(of: event.time)) { samples.append(event.sample) }
    board.handle(event)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) { board.handle(command, at: time) }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport { board.drainReport() }
}
