public import TouchReelCanvas
public import TouchReelDrawings
import TouchReelInputEvents
public import TouchReelTouchTracking

extension Board {
  /// Carries out a command. One with nothing to act on, such as an undo on an empty board, has no effect.
  ///
  /// - Throws: `BoardError.unusableWidth` and `BoardError.unusableSize(_:scale:)` if a number is unusable; the
  ///   board is unchanged.
  /// - Complexity: of undo and redo, the tiles that change, as long as their pixels are kept; of a change of shapes,
  ///   the pixels of those that lie on the same tiles; of a new size, all elements; of a setting, nothing.
  public mutating func handle(_ command: BoardCommand) throws(BoardError) {
    switch command {
    case .set(let setting): try apply(setting)
    case .drawing(let drawing): try open(drawing)
    case .background(let background): commit(.background(background), .layers([]))
    case .clear:
      finishText()
      dropFirstArms()
      try perform(.clear)
    case .page(let command): try handle(command)
    case .layer(let command): try handle(command)
    case .undo: undo()
    case .redo: redo()
    case .cancel(let device, let id, _): cancelTouch(id, on: device)
    case .size(let size): try resize(to: size)
    case .text(let text): type(text)
    case .textArea(let area): keepText(to: area)
    case .endText: finishText()
    case .deselect: select([])
    case .replaceStroke(let shape): try replaceStroke(by: shape)
    case .delete: try changeSelection { .remove($0) }
    case .restyle(let change): try restyle(change)
    case .select(let shapes): selectByCommand(shapes)
    case .selectAll: selectByCommand(scene.allShapes)
    case .paste(let shapes): try paste(shapes)
    case .duplicate(let offset): try paste(copiesOfSelection(movedBy: offset))
    case .order(let end): try changeSelection { .order($0, end) }
    case .flip(let axis): try flipSelection(axis)
    case .align(let alignment): try alignSelection(alignment)
    case .distribute(let axis): try distributeSelection(axis)
    case .touches(let change): self.change(change)
    case .rules, .mapping: break
    }
  }

  private mutating func apply(_ setting: BoardSetting) throws(BoardError) {
    try settings.apply(setting)
    if let tool = setting[\.tool] { leaveTools(except: tool) }
    if setting[\.dragging] != nil { followDragging() }
    if setting[\.theme] != nil || setting[\.marks] != nil || setting[\.handles] != nil {
      damage = .everything(of: raster.pixels)
      showChanges()
    }
  }

  /// Makes an image known under its name, for backgrounds that cite it.
  public mutating func provide(_ image: PixelBuffer, as id: ImageID) {
    pictures.add(image, as: id)
    prepareBackground()
  }

  /// Makes what a background shows known under its name.
  package mutating func provide(_ picture: BackgroundPicture, as id: ImageID) {
    pictures.add(picture, as: id)
    prepareBackground()
  }

  /// Makes a PDF known under its name, for backgrounds that cite its pages.
  package mutating func provide(_ document: PDFDocument, as id: ImageID) {
    pictures.add(document, as: id)
    prepareBackground()
  }

  /// The pages of PDFs, by their indices, that are blank because they could not be drawn.
  package var undrawnPages: Set<Int> { pictures.undrawnPages }

  /// Does something to the drawing that can be undone; what was undone before is lost.
  ///
  /// - Throws: `BoardError.unusableOperation(_:)`; the board is as it was.
  public mutating func perform(_ operation: BoardOperation) throws(BoardError) {
    try check(operation)
    draw(operation)
  }

  /// Performs what is known to be possible.
  mutating func draw(_ operation: BoardOperation) {
    let layers = operation.layers(on: raster)
    for layer in layers { damage.formUnion(layer.coverage) }
    commit(operation, .layers(layers))
  }

  /// - Parameter ink: the operation's own, which the picture shows already or whose damage comes when it is drawn.
  mutating func commit(_ operation: BoardOperation, _ ink: NewInk) {
    commitTurn()
    let state = pageState
    let change = history.commit(operation, ink, to: &committed, on: raster)
    if let change { damage.formUnion(change) }
    if case .page = operation, pageState != state { return redraw(on: pageRaster) }
    if case .background = operation { prepareBackground() }
    if showsChanges { keepWhatIsThere() }
    growPage()
  }

  /// Which page is shown, and in what size.
  private var pageState: PageState { PageState(page: committed.pages.shown, paper: committed.pages.paper) }

  private struct PageState: Equatable {
    let page: PageID
    let size: BoardSize?
    let isEndless: Bool

    init(page: PageID, paper: Paper) { (self.page, size, isEndless) = (page, paper.size, paper.isEndless) }
  }

  private mutating func replaceStroke(by shape: Shape) throws(BoardError) {
    finishText()
    guard let latest = history.latest, case .add(.pen) = latest.operation else { return }
    try perform(.replace(latest.id, by: shape))
  }

  /// Another tool ends what the one before had begun.
  private mutating func leaveTools(except tool: Tool) {
    if tool != .angle { dropFirstArms() }
    if tool != .text { finishText() }
    if !tool.selects { select([]) }
  }

  /// Angles that wait for their second drag wait no more.
  mutating func dropFirstArms() {
    for arm in pendingAngles.removeArms() { damageAll(of: arm) }
  }

  private mutating func dropLastArm() -> Bool {
    guard let arm = pendingAngles.removeLastArm() else { return false }
    damageAll(of: arm)
    return true
  }

  /// An angle that waits for its second drag is the latest thing to take back.
  private mutating func undo() {
    if dropLastArm() { return }
    finishText()
    // Where nothing is to be redone, the way back can be.
    if turnedFrom != nil, history.canRedo { return turnBack() }
    commitTurn()
    changeHistory { board in board.history.undo(&board.committed, on: board.raster) }
  }

  private mutating func redo() {
    finishText()
    guard history.canRedo else { return }
    turnBack()
    changeHistory { board in board.history.redo(&board.committed, on: board.raster) }
  }

  private mutating func changeHistory(_ change: (inout Board) -> Damage) {
    let (background, state) = (committed.background, pageState)
    damage.formUnion(change(&self))
    if pageState != state { return redraw(on: pageRaster) }
    if committed.background != background { prepareBackground() }
    if showsChanges { keepWhatIsThere() }
    growPage()
  }

  /// The warnings since this was last called.
  package mutating func drainWarnings() -> [BoardWarning] {
    history.drainFailures().map { .undoTilesLost($0) } + fonts.drainWarnings()
  }

  /// The touches that the board has cancelled because the shape that they moved was taken away, by an undo or another
  /// touch, since they were last taken. Whoever feeds the board cancels them too (`CancelReason.shapeGone`).
  public mutating func drainTouchesWithoutShape() -> [Touch.ID] {
    defer { touchesWithoutShape = [] }
    return touchesWithoutShape
  }

  mutating func prepareBackground() {
    prepared = committed.background.prepared(pictures, on: raster)
    damage = .everything(of: raster.pixels)
  }

  private mutating func cancelTouch(_ id: TrackingID, on device: DeviceChannel) {
    for touch in openTouches where touch.trackingID == id && touch.device == device {
      cancel(touch.id)
      lines.cancel(touch.id)
    }
    followDragging()
  }

  private mutating func resize(to size: BoardSize) throws(BoardError) {
    try redraw(size, atScale: boardRaster.scale)
  }

  /// Draws everything again with another number of pixels for each board point.
  ///
  /// - Throws: `BoardError.unusableSize(_:scale:)`; the board is as it was.
  public mutating func redraw(atScale scale: Double) throws(BoardError) {
    try redraw(boardRaster.board, atScale: scale)
  }

  private mutating func redraw(_ size: BoardSize, atScale scale: Double) throws(BoardError) {
    let new = try Raster(board: size, scale: scale)
    guard new != boardRaster else { return }
    boardRaster = new
    // Also those of pages that are not shown.
    history.forgetTiles()
    if pageRaster != raster { redraw(on: pageRaster) }
  }

  /// All pixels are drawn again; touches that are down go on.
  mutating func redraw(on new: Raster) {
    let isAnother = new != raster
    raster = new
    // Tiles that were kept may be of the same page when it was smaller.
    if committed.pages.paper.isEndless { history.forgetTiles() }
    committed.redraw(on: raster, threads: mode.threads)
    if isAnother {
      for index in live.touches.indices { live.touches[index].redraw(on: LiveInk(raster: raster, mode: mode)) }
    }
    cancelled.show(committed.pages.shown, on: raster)
    if showsChanges { keepWhatIsThere() }
    prepareBackground()
  }
}
