public import TouchReelByteStreams
public import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelDrawings
package import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings
public import TouchReelTouchTracking

/// What of a recording a picture shows, and how: the style's properties are also this one's.
@dynamicMemberLookup
public struct RenderOptions: Sendable {
  /// What becomes of touches that are down at the picture's time.
  public enum OpenTouches: Sendable {
    /// Strokes in progress at the picture's time are shown as they are.
    case shown
    /// They are taken back.
    case dropped
  }

  /// What becomes of ink that the recording undoes later.
  public enum UndoneInk: Sendable {
    /// What is undone later is shown until then.
    case shownUntilUndone
    /// What the recording undoes, and does not redo, is left out at any time.
    case leftOut
  }

  /// Without a size, the picture has the board's own: 1920 wide, of the device's proportions.
  package var style = PictureStyle()
  /// Pixels for each board point, where there is no size. The board is the same whatever it is.
  public var scale = 1.0
  /// Only what is drawn from this time on; `nil` for the start.
  public var from: ReplayTime?
  /// The picture's time; `nil` for the end.
  public var to: ReplayTime?
  /// Settings that hold whatever the recording says.
  public var overrides = BoardOverrides()
  /// Which touches are drawn.
  public var choice = TouchChoice()
  /// Whether it is of a part of the recording.
  var isOfPart: Bool { from != nil || to.map { !$0.isEnd } ?? false }
  /// What becomes of touches that are down at the time of the picture.
  public var openTouches = OpenTouches.shown
  /// What becomes of ink that is undone later.
  public var undone = UndoneInk.shownUntilUndone
  /// What gets a circle on top of all ink.
  public var marks: TouchMarks.Kinds = []
  /// Colours freehand strokes along their way.
  public var tint: TintOptions?
  /// Whether the picture says what its colours mean.
  public var showsLegend = false
  /// Whether the picture has a bar of a round length in millimetres, where they are known.
  public var showsScaleBar = false
  /// What is written at the picture's upper edge; `nil` for nothing.
  package var title: String?
  /// The rules of touches that hold instead of the recording's.
  public var rules = TouchRuleOverrides()
  /// What is stated of the surface instead of what the device says.
  public var mapping = SurfaceMapping.Options()

  /// Everything, as it is at the end.
  public init() {}

  /// A property of the style.
  public subscript<Value>(dynamicMember path: WritableKeyPath<PictureStyle, Value>) -> Value {
    get { style[keyPath: path] }
    set { style[keyPath: path] = newValue }
  }
}

extension RenderOptions {
  /// What the user should know of times that lie behind a recording's end.
  ///
  /// - Parameter length: of the recording; `nil` if it was not read to its end.
  func warnings(ofLength length: TimeSpan?) -> [String] {
    guard let length, [from, to].contains(where: { ($0?.exactSpan ?? .zero) > length }) else { return [] }
    return ["it is over after \(length.decimalSeconds) s: a later time is its end"]
  }
}

/// A picture of a recording at an instant of it.
public struct Renderer {
  let stage: ReplayStage
  var options: RenderOptions { stage.options }

  /// A renderer of a recording, whose facts were found before.
  public init(_ recording: Recording, facts: RecordingFacts, options: RenderOptions) {
    stage = ReplayStage(recording, facts: facts, options: options)
  }

  /// - Parameter progress: called with the share played so far, 0…1.
  /// - Returns: the picture, and what the user should know of it.
  public func picture(
    progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> (picture: Picture, warnings: [String]) {
    let (sink, warnings) = try playedForOnePicture(progress: progress)
    return (sink.picture, warnings)
  }

  /// A board at the picture's time, without what is to be left out, and what the user should know.
  func playedForOnePicture(progress: (Double) -> Void) throws(FileError) -> (sink: BoardSink, warnings: [String]) {
    var sink = try stage.makeSinkForOnePicture(isFinal: stage.facts.statistics.boardMessageCount == 0)
    let undone = try makeUndoneFacts()
    let warnings = try play(into: &sink, progress: progress)
    if let undone { sink.board = undone.clean(sink.board) }
    sink.settle()
    return (sink, warnings + sink.allWarnings)
  }

  /// Plays up to the picture's time.
  /// - Returns: what the user should know.
  package func play(
    into sink: inout some ReplaySink, progress: (Double) -> Void
  ) throws(FileError) -> [String] {
    guard !options.choice.isOfAll else { return try playAll(into: &sink, progress: progress) }
    var chosen = ChosenSink(sink, options.choice, stage.facts.deviceNumbers)
    let warnings = try playAll(into: &chosen, progress: progress)
    sink = chosen.sink
    return warnings + options.choice.warnings(ofNone: chosen.touchCount == 0, inPart: options.isOfPart)
  }

  private func playAll(
    into sink: inout some ReplaySink, progress: (Double) -> Void
  ) throws(FileError) -> [String] {
    var replayer = try stage.makeReplayer()
    let (start, end) = (stage.facts.start, stage.facts.bound(options.to))
    let seconds = max((end ?? stage.facts.end).since(start).seconds, 1e-9)
    while try replayer.step(through: end, into: &sink) {
      progress((replayer.time ?? start).since(start).seconds / seconds)
    }
    if options.openTouches == .dropped { replayer.finish(into: &sink) }
    let length = stage.facts.isOfWhole ? stage.facts.end.since(start) : nil
    return stage.plan.warnings + replayer.allWarnings + options.warnings(ofLength: length)
  }
}

extension Renderer {
  /// When the recording's first frame is.
  package var start: Timestamp { stage.facts.start }
  /// What is shown: from the first frame.
  package var shownSpan: ClosedRange<TimeSpan> {
    let (first, last) = (options.from.map(stage.facts.instant), stage.facts.bound(options.to))
    let begin = max((first ?? start).since(start), .zero)
    return begin...max((last ?? stage.facts.end).since(start), begin)
  }
  /// Whether everything to the end of the file is shown.
  package var showsEnd: Bool { options.to?.isEnd ?? true }
  package var facts: RecordingFacts { stage.facts }
  /// One of the same pictures without circles around touches.
  package var withoutMarks: Renderer {
    var options = options
    options.marks = []
    return Renderer(stage.recording, facts: stage.facts, options: options)
  }
  /// One of the same pictures at another scale; no effect where a size was stated.
  package func scaled(by factor: Double) -> Renderer {
    var options = options
    options.scale *= factor
    return Renderer(stage.recording, facts: stage.facts, options: options)
  }
  package var shownOptions: RenderOptions { options }

  /// What the finished picture's pixels are drawn on.
  package func makeRaster() throws(FileError) -> Raster { try stage.makeSink().board.raster }

  /// A board of few pixels, for what does not depend on them.
  package func makeSmallSink() throws(FileError) -> BoardSink { try stage.makeSmallSink() }

  /// What is left out at any time, if the options want that.
  package func makeUndoneFacts() throws(FileError) -> UndoneFacts? {
    options.undone == .leftOut ? try UndoneFacts(stage) : nil
  }
}

/// A recording and all that is needed to draw it from its beginning.
struct ReplayStage {
  let recording: Recording
  let facts: RecordingFacts
  let options: RenderOptions
  let plan: BoardLayout

  init(_ recording: Recording, facts: RecordingFacts, options: RenderOptions) {
    self.recording = recording
    self.facts = facts
    self.options = options
    plan = facts.plan(
      aspect: options.crop == nil ? options.size.map(BoardSize.init) : nil, options: options.mapping)
  }

  func makeReplayer() throws(FileError) -> Replayer {
    let isReadAhead = options.threads > 1 && options.to == nil
    return makeReplayer(of: isReadAhead ? try recording.makeSourceReadAhead() : try recording.makeSource())
  }

  func makeReplayer(of source: any RecordingSource) -> Replayer {
    Replayer(source, plan: plan, rules: options.rules, from: options.from.map(facts.instant))
  }

  /// Makes a sink for pictures of many instants, between which an undo swaps tiles.
  func makeSink() throws(FileError) -> BoardSink {
    try makeSink(
      scale: scale, undo: facts.undoes ? UndoMemory(spill: TemporaryFileSpill()) : UndoMemory(budget: .none))
  }

  /// Makes a sink for one picture: what changes is drawn once, in the end, however often it changes.
  ///
  /// - Parameter isFinal: whether no message of `/board` comes. What is drawn then stays as it is, unless touches
  ///   select it, and only its pixels are kept.
  func makeSinkForOnePicture(isFinal: Bool) throws(FileError) -> BoardSink {
    var sink = try makeSink(scale: scale, undo: UndoMemory(budget: .none))
    sink.board.forgetLines()
    keepPixelsOnly(&sink, isFinal: isFinal)
    return sink
  }

  /// Keeps of a recording's strokes only the pixels, if nothing can change them.
  private func keepPixelsOnly(_ sink: inout BoardSink, isFinal: Bool) {
    let tool = sink.board.settings.tool
    let selects = tool.selects || tool == .text
    if isFinal && !selects && options.undone == .shownUntilUndone { sink.board.keepPixelsOnly() }
  }

  /// Makes a sink for what does not depend on the pixels, so that there may be few: which operations there are.
  ///
  /// - Parameter keepsShapes: false where their numbers are enough: strokes of hours take hundreds of megabytes. They
  ///   are kept all the same where something may change them.
  func makeSmallSink(keepsShapes: Bool = true) throws(FileError) -> BoardSink {
    let (long, short) = (max(plan.board.width, plan.board.height), min(plan.board.width, plan.board.height))
    var sink = try makeSink(scale: min(1, max(100 / long, 1 / short)), undo: UndoMemory(budget: .none))
    if !keepsShapes { keepPixelsOnly(&sink, isFinal: facts.statistics.boardMessageCount == 0) }
    return sink
  }

  private var scale: Double { options.size.map { Double($0.width) / plan.board.width } ?? options.scale }

  /// - Parameter scale: pixels per board point.
  func makeSink(scale: Double, undo: UndoMemory) throws(FileError) -> BoardSink {
    let width = try relativeWidth
    do throws(BoardError) {
      var board = Board(
        raster: try Raster(board: plan.board, scale: scale), background: options.background ?? .color(.white),
        undo: undo, mode: .batch(threads: options.threads))
      board.frame = options.size
      // All that anybody asks for are the ends of those in progress.
      board.forgetFinishedLines()
      if let picture = options.picture { board.provide(picture.content, as: picture.id) }
      var overrides = options.overrides
      overrides.background = options.background
      if let width { overrides.add(.set(\.width, width)) }
      board.tinting = tint?.tinting
      return BoardSink(
        board: board, overrides: overrides, marks: options.marks, corners: corners,
        pointsPerMillimetre: plan.pointsPerMillimetre)
    } catch {
      throw FileError(
        file: recording.name,
        message: "its surface gives a board of \(plan.board.width)x\(plan.board.height)", advice: .size(.other))
    }
  }
}

extension ReplayStage {
  /// The width of strokes, in board points.
  private var relativeWidth: Double? {
    get throws(FileError) {
      guard let share = options.relativeWidth else { return nil }
      let width = share * max(plan.board.width, plan.board.height)
      // Cropped ink is given the width that it has in its own picture.
      guard options.crop == nil else { return StrokeStyle.clampedWidth(width) }
      guard width <= StrokeStyle.widths.upperBound else {
        throw FileError(
          file: recording.name, message: StrokeStyle.complaint(ofWidth: width), advice: .thinnerStrokes)
      }
      return width
    }
  }

  private var tint: TintScale? {
    options.tint.map { TintScale($0, facts, pointsPerMillimetre: plan.pointsPerMillimetre) }
  }

  private var corners: CornerMarks {
    let scaleBar = options.showsScaleBar ? ScaleBar(on: plan.board, pointsPerMillimetre: plan.pointsPerMillimetre) : nil
    return CornerMarks(legend, scaleBar, options.title.map { PictureTitle($0, on: plan.board) })
  }

  private var legend: Legend? {
    let names = plan.descriptions.map(\.name)
    guard options.showsLegend else { return nil }
    if let tint { return Legend(.scale(tint), on: plan.board) }
    switch options.overrides.coloring {
    case .byTouch: return Legend(.touches, on: plan.board)
    case .byDevice: return Legend(.devices(names, facts.deviceNumbers), on: plan.board)
    case .chosen, nil: return nil
    }
  }
}

extension BoardSize {
  init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}

/// Which parts of a recording are left at its end, found by playing all of it.
package struct UndoneFacts {
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

    mutating func drainReport() -> BoardReport { board?.drainReport() ?? BoardReport() }
  }

  private let kept: Set<ElementID>

  init(_ stage: ReplayStage) throws(FileError) {
    sink.board = try stage.makeSmallSink()
    var replayer = try stage.makeReplayer()
    var chosen = ChosenSink(sink, stage.options.choice, stage.facts.deviceNumbers)
    try replayer.play(into: &chosen)
    sink = chosen.sink
    kept = Set(sink.board?.board.drawing.operations.map(\.id) ?? [])
    sink.board = nil
  }

  /// The board at any instant of the recording without what is gone at the end.
  package func clean(_ board: Board) -> Board {
    board.leavingOut(operations: { !kept.contains($0) }, touches: { !keeps($0) })
  }

  /// Cleans as ``clean(_:)`` does, where an earlier board of the same recording has most of it already.
  ///
  /// - Returns: `nil` if more has changed than that strokes came.
  func clean(_ board: Board, continuing former: Board) -> Board? {
    board.leavingOut(operations: { !kept.contains($0) }, touches: { !keeps($0) }, continuing: former)
  }

  /// Whether what a touch leaves is there at the end, or it leaves nothing.
  package func keeps(_ touch: Touch.ID) -> Bool { sink.operations[touch].map(kept.contains) ?? true }
}
