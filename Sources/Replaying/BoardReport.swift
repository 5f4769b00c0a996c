public import ByteStreams
public import DrawingBoard
public import Drawings
public import InputEvents
public import RecordingFormats
import Recordings
public import TouchTracking

/// What came of a command or a step on a board, beside its pixels.
public struct BoardReport: Sendable {
  /// Why the command was not carried out.
  public var refusal: BoardError?
  /// Touches whose shape was removed: they are cancelled (``CancelReason/shapeGone``).
  public var touchesWithoutShape: [Touch.ID] = []

  public init() {}

  var isEmpty: Bool { refusal == nil && touchesWithoutShape.isEmpty }
}

/// A sink with a board of few pixels beside it, so that touches whose shape is removed are cancelled in it as they are
/// on a board.
public struct BoardedSink<Sink: ReplaySink>: ReplaySink {
  public var sink: Sink
  private var board: BoardSink?

  /// - Parameters:
  ///   - recording: gets a board if touches select shapes in it, as its survey says.
  ///   - options: where the devices lie, and the rules of touches.
  public init(
    _ sink: Sink, recording: Recording, survey: RecordingSurvey, options: RenderOptions = RenderOptions()
  ) throws(FileError) {
    self.sink = sink
    if survey.selects { board = try ReplayStage(recording, survey: survey, options: options).makeSmallSink() }
  }

  public mutating func handle(_ event: TouchEvent) {
    sink.handle(event)
    board?.handle(event)
  }

  public mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    sink.handle(command, at: time)
    board?.handle(command, at: time)
  }

  public mutating func takeReport() -> BoardReport { board?.takeReport() ?? sink.takeReport() }
}
