public import ByteStreams
public import Canvas
import DrawingBoard
public import Drawings
import InputEvents
public import RecordingFormats
import Recordings
public import TouchTracking

/// What of a recording a picture shows, and how.
public struct RenderOptions: Sendable {
  public enum OpenTouches: Sendable {
    /// Strokes in progress at the picture's time are shown as they are.
    case shown
    /// They are taken back.
    case dropped
  }

  public enum UndoneInk: Sendable {
    /// What is undone later is shown until then.
    case shownUntilUndone
    /// What the recording undoes, and does not redo, is left out at any time.
    case leftOut
  }

  /// In pixels; without one the board's own: 1920 wide, of the device's proportions.
  public var size: PixelSize?
  /// Pixels for each board point, where there is no size. The board is the same whatever it is.
  public var scale = 1.0
  public var from: ReplayTime?
  public var to: ReplayTime?
  public var background: Background?
  public var image: (id: ImageID, pixels: PixelBuffer)?
  public var overrides = BoardOverrides()
  public var openTouches = OpenTouches.shown
  public var undone = UndoneInk.shownUntilUndone
  public var rules = TouchRuleOverrides()
  public var mapping = SurfaceMapping.Options()
  /// At least 1; the pixels do not depend on it.
  public var threads = 1

  public init() {}
}

/// A picture of a recording at an instant of it.
public struct Renderer {
  let stage: ReplayStage
  var options: RenderOptions { stage.options }

  public init(_ recording: Recording, survey: RecordingSurvey, options: RenderOptions) {
    stage = ReplayStage(recording, survey: survey, options: options)
  }

  /// - Parameter progress: called with the share played so far, 0…1.
  /// - Returns: the picture, and what the user should know of it.
  public func picture(
    progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> (picture: Picture, warnings: [String]) {
    let (board, warnings) = try board(stage.makeSinkForOnePicture(), progress: progress)
    return (board.picture, warnings)
  }

  /// The board at the picture's time.
  func board(
    _ sink: BoardSink, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> (board: Board, warnings: [String]) {
    let undone = options.undone == .leftOut ? try UndoneSurvey(stage) : nil
    var sink = sink
    var replayer = try stage.makeReplayer()
    let (start, end) = (stage.survey.start, options.to.map(stage.survey.instant))
    let length = max((end ?? stage.survey.end).since(start).seconds, 1e-9)
    while try replayer.step(through: end, into: &sink) {
      progress((replayer.time ?? start).since(start).seconds / length)
    }
    if options.openTouches == .dropped { replayer.finish(into: &sink) }
    let board = undone?.clean(sink.board) ?? sink.board
    return (board, stage.plan.warnings + replayer.warnings + sink.warnings.lines)
  }
}
