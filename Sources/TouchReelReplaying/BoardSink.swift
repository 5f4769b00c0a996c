package import TouchReelByteStreams
internal import TouchReelCanvas
public import TouchReelDrawingBoard
package import TouchReelDrawings
public import TouchReelInputEvents
package import TouchReelRecordingFormats
public import TouchReelRecordings
public import TouchReelTouchTracking

/// The sink that draws.
public struct BoardSink: ReplaySink {
  /// The board that is drawn on.
  public package(set) var board: Board
  /// What the board did not understand.
  public private(set) var warnings = WarningList()
  /// Shown on top.
  private(set) var marks: TouchMarks?
  private(set) var corners: CornerMarks
  /// Board points for each millimetre of the device that gives the board; `nil` if that is not known.
  private let pointsPerMillimetre: Double?
  private let overrides: BoardOverrides
  private var refusal: BoardError?
  /// The size of the page that was shown when the last report was made, and what devices lay on.
  private var shown: ShownSize
  /// The pixels of all images so far, so that a file cannot claim memory without end.
  private var imagePixels = 0
  /// The images of which a warning says why they are not shown.
  private var refusedImages: Set<ImageID> = []

  /// - Parameters:
  ///   - board: what is drawn on.
  ///   - overrides: settings that hold whatever the recording says.
  ///   - marks: what gets a circle on top of all ink.
  public init(board: Board, overrides: BoardOverrides = BoardOverrides(), marks: TouchMarks.Kinds = []) {
    self.init(board: board, overrides: overrides, marks: marks, corners: CornerMarks(), pointsPerMillimetre: nil)
  }

  init(
    board: Board, overrides: BoardOverrides, marks: TouchMarks.Kinds, corners: CornerMarks, pointsPerMillimetre: Double?
  ) {
    self.board = board
    (self.corners, self.pointsPerMillimetre) = (corners, pointsPerMillimetre)
    self.marks = TouchMarks(marks)
    self.overrides = overrides
    shown = ShownSize(board)
    for command in overrides.commands { perform(command) }
    if let font = overrides.initialFont { perform(.set(\.font, font)) }
  }

  @inline(__always)
  public mutating func handle(_ event: TouchEvent) {
    guard !board.hides(event.touch.id) else { return }
    board.handle(event)
    marks?.record(event)
    corners.record(event)
  }

  public mutating func handle(_ event: HoverEvent) { marks?.record(event) }

  public mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    guard let admitted = overrides.admitted(command) else { return }
    if case .background(.image(let id, _, _)) = admitted, board.picture(id) == nil, !refusedImages.contains(id.file) {
      warnings.add(
        id.page == nil
          ? "the image of a background is not attached to the recording as image/png, and is not shown"
          : "the page of a PDF under the ink is not attached to the recording as application/pdf, and is not shown")
    }
    do {
      try board.handle(admitted)
    } catch {
      refusal = error
    }
    fitCorners()
    drainWarnings()
  }

  public mutating func drainReport() -> BoardReport {
    var report = BoardReport()
    swap(&report.refusal, &refusal)
    // Strokes let endless pages grow, too.
    if board.raster.board != shown.page || board.isEndless != shown.isEndless {
      let former = shown
      shown = ShownSize(board)
      if (former.devices, former.isEndless) != (shown.devices, shown.isEndless) { report.pageSize = shown.devices }
      report.isEndless = shown.isEndless
      fitCorners()
    }
    // Asked first whether there are any, the board would be copied: two kilobytes for each entry.
    report.touchesWithoutShape = board.drainTouchesWithoutShape()
    return report
  }

  /// Makes an image known to backgrounds that cite it by the attachment's name.
  public mutating func handle(_ attachment: RecordingAttachment) {
    switch attachment.mediaType {
    case "image/png": provideImage(attachment)
    case PDFDocument.mediaType: provideDocument(attachment)
    default: break
    }
  }

  private mutating func provideDocument(_ attachment: RecordingAttachment) {
    let name = ImageID(rawValue: attachment.name)
    do throws(PDFError) {
      board.provide(try PDFDocument(attachment.bytes), as: name)
    } catch {
      refusedImages.insert(name)
      warnings.add("pages of a PDF in the recording are not shown: \(error)")
    }
  }

  private mutating func provideImage(_ attachment: RecordingAttachment) {
    do throws(PNGError) {
      let image = try PixelBuffer(png: attachment.bytes, pixelLimit: overrides.imagePixelLimit - imagePixels)
      imagePixels += image.pixels.count
      board.provide(image, as: ImageID(rawValue: attachment.name))
    } catch {
      refusedImages.insert(ImageID(rawValue: attachment.name))
      warnings.add(warning(of: error))
    }
  }

  private func warning(of error: PNGError) -> String {
    guard case .tooManyPixels = error else {
      return "an image in the recording is not a PNG that can be read, and is not shown"
    }
    return "images of more than \(overrides.imagePixelLimit / 1_000_000) million pixels in all are not shown; "
      + "--limits image=N raises the limit"
  }

  mutating func settle() { board.settle() }

  /// What would be seen now, with the marks on top.
  var picture: Picture {
    var picture = board.picture
    picture.marks += markLayers
    return picture
  }

  var markLayers: [InkLayer] { markShapes.flatMap { $0.layers(on: board.raster) } }

  /// Bottom to top.
  var markShapes: [Shape] { corners.shapes + (marks?.shapes(on: board.raster.board) ?? []) }

  /// What has changed since this was last called.
  mutating func drainDamage() -> Damage { board.drainDamage() }

  /// Replaces what was in `taken` by the same.
  mutating func drainDamage(into taken: inout Damage) { board.drainDamage(into: &taken) }

  /// A copy without circles around touches.
  var withoutMarks: BoardSink {
    var sink = self
    sink.marks = nil
    return sink
  }

  /// A copy whose legend and scale bar lie in the corners of the page that is shown.
  var withFittingCorners: BoardSink {
    var sink = self
    sink.fitCorners()
    return sink
  }

  /// - Parameter part: what the picture shows of the page.
  mutating func fitCorners(of part: BoardSize) {
    guard !corners.isEmpty else { return }
    let scale = scaleOfPage
    corners.fit(part, pointsPerMillimetre: scale)
  }

  private mutating func fitCorners() { fitCorners(of: board.raster.board) }

  /// Board points for each millimetre of the page that is shown.
  var scaleOfPage: Double? {
    board.paper(ofPage: board.page).size == nil ? pointsPerMillimetre : Paper.pointsPerMillimetre
  }

  /// What the user should know of the board, and of what stands in the picture's corners.
  var allWarnings: [String] { warnings.lines + corners.warnings }

  /// A copy that takes little memory.
  var compact: BoardSink {
    var sink = self
    sink.board = board.compact
    return sink
  }

  /// One of the overrides.
  private mutating func perform(_ command: BoardCommand) {
    do {
      try board.handle(command)
    } catch {
      warnings.add("a board command was not carried out: \(error)")
    }
    drainWarnings()
  }

  private mutating func drainWarnings() {
    for warning in board.drainWarnings() { warnings.add(warning.description) }
  }
}

/// Settings of a render that win over those of the recording.
public struct BoardOverrides: Hashable, Sendable {
  /// The settings that hold instead of the recording's.
  public private(set) var commands: [BoardCommand]
  /// Pixels that all images of the recording may have.
  package var imagePixelLimit = PixelBuffer.pngPixelLimit
  /// Replaces every background of the recording, which stays an operation that can be undone.
  var background: Background?
  private let font: String?
  private let textSize: Double?

  /// - Parameters:
  ///   - commands: that hold from the start; those of the recording that would change the same are ignored.
  ///   - font: the family of every text; its size stays the recording's.
  ///   - textSize: of every text, in board points; its family stays the recording's.
  public init(_ commands: [BoardCommand] = [], font: String? = nil, textSize: Double? = nil) {
    self.commands = commands
    self.font = font
    self.textSize = textSize
  }

  /// One more setting that holds.
  package mutating func add(_ command: BoardCommand) { commands.append(command) }

  /// Where the colour of strokes comes from, if that is overridden.
  var coloring: Coloring? {
    commands.lazy.compactMap { if case .set(let setting) = $0 { setting[\.coloring] } else { nil } }.last
  }

  /// The font of texts before the recording says another.
  var initialFont: TextFont? { font == nil && textSize == nil ? nil : overridden(BoardSettings().font) }

  /// What becomes of a command of the recording: `nil` if it would change an overridden setting.
  func admitted(_ command: BoardCommand) -> BoardCommand? {
    if case .background(let new) = command { return .background(background ?? new) }
    if let background, case .page(let change) = command { return .page(change.replacingBackgrounds(with: background)) }
    if isOverridden(against: command) { return nil }
    if case .restyle(.font(let change)) = command, isOverridden(by: change) { return nil }
    if case .set(let setting) = command, let font = setting[\.font] { return .set(\.font, overridden(font)) }
    return command
  }

  private func isOverridden(by change: FontChange) -> Bool {
    switch change {
    case .family: font != nil
    case .size: textSize != nil
    case .bold, .italic: false
    }
  }

  private func overridden(_ new: TextFont) -> TextFont {
    TextFont(
      family: font ?? new.family, size: textSize ?? new.size, isBold: new.isBold, isItalic: new.isItalic)
  }

  private func isOverridden(against command: BoardCommand) -> Bool {
    commands.contains { overridden in
      switch (overridden, command) {
      case (.set(let overridden), .set(let other)): overridden.replaces(of: other)
      case (.size, .size), (.rules, .rules), (.touches, .touches): true
      default: false
      }
    }
  }
}

extension PageCommand {
  /// The same with another background of the pages that it adds, where they have one of their own.
  fileprivate func replacingBackgrounds(with background: Background) -> PageCommand {
    switch self {
    case .add(var page):
      page.paper?.background = background
      return .add(page)
    case .addAll(let papers, at: let position):
      return .addAll(papers.map { Paper(size: $0.size, background: background, isEndless: $0.isEndless) }, at: position)
    case .turn, .remove, .move, .resize, .endless: return self
    }
  }
}

extension BoardSetting {
  /// Whether it decides what the other one would, as the colour and where it comes from do.
  fileprivate func replaces(of other: BoardSetting) -> Bool {
    if declaration == other.declaration { return true }
    if let coloring = self[\.coloring], coloring != .chosen { return other[\.color] != nil }
    return self[\.color] != nil && other[\.coloring] != nil
  }
}

/// The size of the page that a board shows, and what devices lie on, in board points.
private struct ShownSize {
  let page: BoardSize
  let devices: BoardSize
  let isEndless: Bool

  init(_ board: Board) { (page, devices, isEndless) = (board.raster.board, board.deviceBoard, board.isEndless) }
}

/// What came of a command or a step on a board, beside its pixels.
public struct BoardReport: Sendable {
  /// Why the command was not carried out.
  package var refusal: BoardError?
  /// Touches whose shape was removed: they are cancelled (`CancelReason.shapeGone`).
  package var touchesWithoutShape: [Touch.ID] = []
  /// What devices lie on, in board points, where it has become another.
  package var pageSize: BoardSize?
  /// Whether that is a step of an endless page.
  package var isEndless = false

  package init() {}

  var isEmpty: Bool { refusal == nil && touchesWithoutShape.isEmpty && pageSize == nil }
}

/// A sink with a board of few pixels beside it, so that touches whose shape is removed are cancelled in it as they are
/// on a board.
package struct BoardedSink<Sink: ReplaySink>: ReplaySink {
  package var sink: Sink
  private var board: BoardSink?
  // Asked for each entry, which the board, of two kilobytes, is not.
  private let hasBoard: Bool

  /// - Parameters:
  ///   - sink: what is fed.
  ///   - recording: gets a board if touches select shapes in it or its pages have sizes, as its facts say.
  ///   - facts: those of the recording.
  ///   - options: where the devices lie, and the rules of touches.
  package init(
    _ sink: Sink, recording: Recording, facts: RecordingFacts, options: RenderOptions = RenderOptions()
  ) throws(FileError) {
    self.sink = sink
    hasBoard = facts.selects || facts.sizesPages
    if hasBoard { board = try ReplayStage(recording, facts: facts, options: options).makeSmallSink() }
  }

  package mutating func beginEntry(at time: Timestamp?) {
    sink.beginEntry(at: time)
    if hasBoard { board?.beginEntry(at: time) }
  }

  package mutating func handle(_ events: [TouchEvent]) {
    sink.handle(events)
    if hasBoard { board?.handle(events) }
  }

  package mutating func handle(_ event: TouchEvent) {
    sink.handle(event)
    board?.handle(event)
  }

  package mutating func handle(_ event: HoverEvent) { sink.handle(event) }

  package mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    sink.handle(command, at: time)
    board?.handle(command, at: time)
  }

  package mutating func drainReport() -> BoardReport {
    if hasBoard, let report = board?.drainReport() { report } else { sink.drainReport() }
  }
}
