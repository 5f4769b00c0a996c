import ByteStreams
import Canvas
import DrawingBoard
import Drawings
import RecordingFormats
import Recordings
import TouchTracking

/// A recording and all that is needed to draw it from its beginning.
struct ReplayStage {
  let recording: Recording
  let survey: RecordingSurvey
  let options: RenderOptions
  let plan: BoardLayout

  init(_ recording: Recording, survey: RecordingSurvey, options: RenderOptions) {
    self.recording = recording
    self.survey = survey
    self.options = options
    plan = survey.plan(aspect: options.size.map(BoardSize.init), options: options.mapping)
  }

  func makeReplayer() throws(FileError) -> Replayer { makeReplayer(of: try recording.makeSource()) }

  func makeReplayer(of source: any RecordingSource) -> Replayer {
    Replayer(source, plan: plan, rules: options.rules, from: options.from.map(survey.instant))
  }

  /// For pictures of many instants, between which an undo swaps tiles.
  func makeSink() throws(FileError) -> BoardSink {
    try makeSink(
      scale: scale, undo: survey.undoes ? UndoMemory(spill: TemporaryFileSpill()) : UndoMemory(budget: .none))
  }

  /// For one picture: what changes is drawn once, in the end, however often it changes.
  func makeSinkForOnePicture() throws(FileError) -> BoardSink {
    try makeSink(scale: scale, undo: UndoMemory(budget: .none))
  }

  /// For what does not depend on the pixels, so that there may be few: which operations there are.
  func makeSmallSink() throws(FileError) -> BoardSink {
    let (long, short) = (max(plan.board.width, plan.board.height), min(plan.board.width, plan.board.height))
    return try makeSink(scale: min(1, max(100 / long, 1 / short)), undo: UndoMemory(budget: .none))
  }

  private var scale: Double { options.size.map { Double($0.width) / plan.board.width } ?? options.scale }

  /// - Parameter scale: pixels per board point.
  func makeSink(scale: Double, undo: UndoMemory) throws(FileError) -> BoardSink {
    do throws(BoardError) {
      var board = Board(
        raster: try Raster(board: plan.board, scale: scale), background: options.background ?? .color(.white),
        undo: undo, pace: .batch(threads: options.threads))
      if let image = options.image { board.provide(image.pixels, as: image.id) }
      var overrides = options.overrides
      overrides.background = options.background
      return BoardSink(board: board, overrides: overrides)
    } catch {
      throw FileError(
        file: recording.name,
        message: "its surface gives a board of \(plan.board.width)x\(plan.board.height); state another with --size")
    }
  }
}

extension BoardSize {
  fileprivate init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}
