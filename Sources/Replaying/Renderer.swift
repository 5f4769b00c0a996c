public import Canvas
public import DrawingBoard
import InputEvents
public import Recordings
public import TouchTracking

/// What of a recording a picture shows, and how.
public struct RenderOptions: Sendable {
  public enum OpenTouches: Sendable {
    /// Strokes in progress at the picture's time are shown as they are.
    case shown
    /// They are taken back.
    case dropped
  }

  /// In pixels; without one the board's own: 1920 wide, of the device's proportions.
  public var size: PixelSize?
  public var from: ReplayTime?
  public var to: ReplayTime?
  public var background: Background?
  public var image: (id: ImageID, pixels: PixelBuffer)?
  public var overrides = BoardOverrides()
  public var openTouches = OpenTouches.shown
  public var rules = TouchRules()
  public var mapping = SurfaceMapping.Options()
  /// At least 1; the pixels do not depend on it.
  public var threads = 1

  public init() {}
}

/// A picture of a recording at an instant of it.
public struct Renderer {
  private let recording: Recording
  private let survey: RecordingSurvey
  private let options: RenderOptions

  public init(_ recording: Recording, survey: RecordingSurvey, options: RenderOptions) {
    self.recording = recording
    self.survey = survey
    self.options = options
  }

  /// - Parameter progress: told the time that was reached, of 0…1 of what is to be played.
  /// - Returns: the picture, and what the user should know of it.
  public func picture(
    progress: (Double) -> Void = { _ in }
  ) throws(RecordingError) -> (picture: Picture, warnings: [String]) {
    let plan = survey.plan(aspect: options.size.map(BoardSize.init), options: options.mapping)
    var sink = BoardSink(board: try board(for: plan), overrides: options.overrides)
    var replayer = Replayer(
      try recording.makeSource(), plan: plan, rules: options.rules, from: options.from.map(instant))
    let (start, end) = (survey.start, options.to.map(instant))
    let length = max((end ?? survey.end).since(start).seconds, 1e-9)
    while try replayer.step(through: end, into: &sink) {
      progress((replayer.time ?? start).since(start).seconds / length)
    }
    if options.openTouches == .dropped { replayer.finish(into: &sink) }
    return (sink.board.picture, plan.warnings + replayer.warnings + sink.warnings.lines)
  }

  private func instant(_ time: ReplayTime) -> Timestamp {
    survey.start.advanced(by: time.span(in: survey.end.since(survey.start)))
  }

  private func board(for plan: SurfacePlan) throws(RecordingError) -> Board {
    let scale = options.size.map { Double($0.width) / plan.board.width } ?? 1
    do {
      let raster = try Raster(board: plan.board, scale: scale)
      var board = Board(
        raster: raster, background: options.background ?? .color(.white), pace: .batch(threads: options.threads))
      if let image = options.image { board.provide(image.pixels, as: image.id) }
      return board
    } catch {
      throw RecordingError(
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
