package import TouchReelCanvas
public import TouchReelDrawings
package import TouchReelTouchTracking

extension Board {
  /// A board with a drawing on it, all of which can be undone.
  ///
  /// - Parameters:
  ///   - drawing: what is on it.
  ///   - scale: pixels per board point.
  ///   - undo: how much is kept for undoing.
  ///   - mode: when finished strokes become pixels.
  /// - Throws: `BoardError.unusableSize(_:scale:)`.
  package init(
    _ drawing: Drawing, scale: Double = 1, undo: UndoMemory = UndoMemory(), mode: RasterMode = .live
  ) throws(BoardError) {
    self.init(
      raster: try Raster(board: drawing.boardSize, scale: scale), background: drawing.background, undo: undo, mode: mode
    )
    draw(drawing.operations)
    prepareBackground()
  }

  /// Takes a drawing in place of everything. Touches that are down are cancelled; settings, the raster's scale and
  /// images stay.
  mutating func open(_ drawing: Drawing) throws(BoardError) {
    boardRaster = try Raster(board: drawing.boardSize, scale: boardRaster.scale)
    raster = boardRaster
    for touch in openTouches { cancel(touch.id) }
    lines = LineTracker()
    (pendingAngles, editing, lift, selection, marks) = (PendingAngles(), nil, nil, [], [])
    cancelled = CancelledShapes(raster: raster)
    (history, turnedFrom) = (history.emptied, nil)
    ground = drawing.background
    committed = CommittedDrawing(ink: .init(size: raster.pixels), background: ground)
    draw(drawing.operations)
    prepareBackground()
  }

  /// What was done and not undone.
  ///
  /// - Complexity: as many steps as there are operations.
  public var drawing: Drawing {
    var drawing = Drawing(
      size: boardRaster.board, background: ground, operations: history.operations, pages: turnedFrom ?? committed.pages)
    // Pages and layers that are there can be turned to.
    for turn in turnedFrom.map(committed.pages.turns) ?? [] { _ = try? drawing.append(turn) }
    return drawing
  }

  /// The size of the board, in points: that of all pages that have none of their own.
  package var size: BoardSize { boardRaster.board }

  /// The operation that was done last and is not undone.
  package var latestOperation: NumberedOperation? { history.latest }
  /// Its number; where only pixels are kept that of the last that was done.
  package var latestID: ElementID? { history.latestID }

  /// The board without some operations and touches, as if they had never been; it has nothing to redo.
  package func leavingOut(
    operations isLeftOut: (ElementID) -> Bool, touches isCancelled: (Touch.ID) -> Bool
  ) -> Board {
    var board = self
    board.history = UndoStack(UndoMemory(budget: .none))
    board.committed = CommittedDrawing(ink: .init(size: raster.pixels), background: ground)
    board.turnedFrom = nil
    board.draw(history.operations.filter { !isLeftOut($0.id) }, showing: committed.pages.place)
    for touch in openTouches where isCancelled(touch.id) { board.cancel(touch.id) }
    board.prepareBackground()
    return board
  }

  /// Leaves out what ``leavingOut(operations:touches:)`` does, drawing only what came since an earlier board.
  ///
  /// - Parameter former: what this gave for an earlier state of the board.
  /// - Returns: `nil` if anything else came than strokes and shapes.
  package func leavingOut(
    operations isLeftOut: (ElementID) -> Bool, touches isCancelled: (Touch.ID) -> Bool, continuing former: Board
  ) -> Board? {
    let (old, kept) = (former.history.operations, history.operations.filter { !isLeftOut($0.id) })
    guard former.raster == raster, former.committed.pages.place == committed.pages.place,
      former.turnedFrom == nil, turnedFrom == nil, former.pictures.hasNames(of: pictures),
      kept.starts(with: old, by: { $0.id == $1.id }),
      kept.dropFirst(old.count).allSatisfy(\.operation.isInk)
    else { return nil }
    var board = self
    (board.history, board.committed, board.prepared) = (former.history, former.committed, former.prepared)
    for operation in kept.dropFirst(old.count) { board.draw(operation) }
    for touch in openTouches where isCancelled(touch.id) { board.cancel(touch.id) }
    return board
  }

  private mutating func draw(_ operation: NumberedOperation) {
    _ = history.commit(operation, .layers(operation.operation.layers(on: raster)), to: &committed, on: raster)
  }

  /// Does all operations and then draws what they leave, however often they changed it.
  ///
  /// - Parameter place: is shown afterwards, if it is there.
  private mutating func draw(_ operations: [NumberedOperation], showing place: DrawingPlace? = nil) {
    for operation in operations {
      if case .add(.text(let shape)) = operation.operation { fonts.record(shape) }
      history.commitUndrawn(operation, to: &committed)
    }
    if let place { turn(to: place) }
    if raster != pageRaster {
      raster = pageRaster
      for index in live.touches.indices { live.touches[index].redraw(on: LiveInk(raster: raster, mode: mode)) }
    }
    cancelled.show(committed.pages.shown, on: raster)
    committed.redraw(on: raster, threads: mode.threads)
  }
}

extension Board {
  /// Keeps no ``lines`` from here on, whose points would take memory for as long as touches come.
  package mutating func forgetLines() { keptLines = .none }

  /// Keeps of ``lines`` only those in progress from here on.
  package mutating func forgetFinishedLines() { keptLines = .inProgress }

  /// Keeps nothing of finished strokes and shapes from here on but their pixels, where no command or tool comes that
  /// changes, selects or takes back what was drawn, and the board keeps its size.
  package mutating func keepPixelsOnly() { history.keepsInk = false }

  /// A copy that takes little memory: without the pixels kept for undo, which are drawn again when they are needed.
  public var compact: Board {
    var board = self
    board.history.forgetTiles()
    board.committed.giveUpRoom()
    return board
  }

  /// Memory that operations, elements and finished lines take and those of another board do not share, in bytes,
  /// roughly.
  package func byteCountOfDrawing(notSharedWith other: Board?) -> Int {
    history.byteCount(notSharedWith: other?.history)
      + committed.pages.byteCount(notSharedWith: other?.committed.pages)
      + lines.byteCount(notSharedWith: other?.lines)
  }

  /// Removes the ink of all operations, to be kept in another form. The board shows none until it is put back.
  package mutating func removeInk() -> TiledImage {
    settle()
    return committed.exchangeInk(TiledImage(size: raster.pixels))
  }

  /// Puts back what ``removeInk()`` removed from this board, or of one of which this is a copy.
  package mutating func putBackInk(_ ink: TiledImage) { _ = committed.exchangeInk(ink) }
}

extension Board {
  func check(_ operation: BoardOperation) throws(BoardError) {
    do throws(OperationError) {
      try committed.pages.check(operation)
    } catch {
      throw .unusableOperation(error)
    }
  }
}

/// The ink of cancelled touches, to be shown in grey on the page that it was drawn on; not part of the drawing.
struct CancelledShapes: Sendable {
  private var all: [PageID: [Shape]] = [:]
  private var page = PageID.first
  private var coverage: CoverageLayer

  init(raster: Raster) { coverage = CoverageLayer(size: raster.pixels) }

  /// Those on the page that is shown.
  var shapes: [Shape] { all[page] ?? [] }

  var layers: [InkLayer] { coverage.isEmpty ? [] : [.ink(coverage, CancelledInk.color)] }

  /// - Parameter layers: the shape's own.
  mutating func add(_ shape: Shape, _ layers: [InkLayer]) {
    all[page, default: []].append(shape)
    for layer in layers { coverage.addMask(layer.coverage) }
  }

  /// Draws those of a page, which is shown from here on.
  mutating func show(_ new: PageID, on raster: Raster) {
    page = new
    coverage = CoverageLayer(size: raster.pixels)
    for layer in shapes.flatMap({ $0.layers(on: raster) }) { coverage.addMask(layer.coverage) }
  }
}

/// What a board keeps of the points of its touches.
enum KeptLines {
  case all, inProgress, none
}
