internal import Canvas
public import TouchTracking

/// A drawing as a document: what would have to be done to a blank board to draw it.
///
/// ```
/// var drawing = Drawing(size: BoardSize(width: 640, height: 480), background: .color(.white))
/// let line = LineShape(
///   from: BoardPoint(x: 20, y: 20), to: BoardPoint(x: 600, y: 400), style: StrokeStyle(color: .black, width: 4))
/// let id = try drawing.append(.add(.line(line)))
/// try drawing.append(.transform([id], by: .move(byX: 0, y: 40)))
/// let board = try Board(drawing)
/// ```
public struct Drawing: Hashable, Sendable {
  /// In board points.
  public var size: BoardSize
  /// Below all operations.
  public var background: Background
  /// In order; their numbers rise.
  public private(set) var operations: [NumberedOperation] = []

  private var list = ElementList()

  public init(size: BoardSize, background: Background) {
    self.size = size
    self.background = background
  }

  /// - Parameter list: what the operations make.
  fileprivate init(size: BoardSize, background: Background, operations: [NumberedOperation], list: ElementList) {
    self.size = size
    self.background = background
    self.operations = operations
    self.list = list
  }

  /// What the operations make, bottom to top.
  ///
  /// - Complexity: as many steps as there are elements.
  public var elements: [Element] { Array(list.elements) }

  /// One of them, by its number.
  public func element(_ id: ElementID) -> Element? { list[id] }

  /// The background that the operations leave.
  public var finalBackground: Background {
    for operation in operations.reversed() {
      if case .background(let background) = operation.operation { return background }
    }
    return background
  }

  /// Adds an operation under a number that is greater than all before.
  ///
  /// - Throws: where it cannot be carried out; the drawing is as it was.
  /// - Complexity: as many steps as it has targets, each of the logarithm of the elements' count, and erasures near them.
  public mutating func append(_ operation: NumberedOperation) throws(OperationError) {
    let number = operation.id.rawValue
    guard NumberedOperation.ids.contains(number), number > operations.last?.id.rawValue ?? 0 else {
      throw .unusableNumber(operation.id)
    }
    try list.check(operation.operation)
    _ = list.apply(operation)
    operations.append(operation)
  }

  /// Adds an operation under the next number, and returns that.
  @discardableResult
  public mutating func append(_ operation: BoardOperation) throws(OperationError) -> ElementID {
    let id = ElementID(rawValue: (operations.last?.id.rawValue ?? 0) + 1)
    try append(NumberedOperation(id, operation))
    return id
  }
}

extension Board {
  /// A board with a drawing on it, all of which can be undone.
  ///
  /// - Parameter scale: pixels per board point.
  /// - Throws: ``BoardError/unusableSize(_:scale:)``.
  public init(
    _ drawing: Drawing, scale: Double = 1, undo: UndoMemory = UndoMemory(), pace: RasterPace = .live
  ) throws(BoardError) {
    self.init(
      raster: try Raster(board: drawing.size, scale: scale), background: drawing.background, undo: undo, pace: pace)
    draw(drawing.operations)
    prepareBackground()
  }

  /// Takes a drawing in place of everything. Touches that are down are cancelled; settings, the raster's scale and images stay.
  mutating func open(_ drawing: Drawing) throws(BoardError) {
    raster = try Raster(board: drawing.size, scale: raster.scale)
    for touch in openTouches { cancel(touch.id) }
    lines = LineTracker()
    (surroundings, editing, lift, selection, marks) = (PendingAngles(), nil, nil, [], [])
    cancelled = CancelledShapes(raster: raster)
    history = history.emptied
    ground = drawing.background
    sheet = CommittedDrawing(ink: .init(size: raster.pixels), background: ground)
    draw(drawing.operations)
    prepareBackground()
  }

  /// What was done and not undone.
  ///
  /// - Complexity: as many steps as there are operations.
  public var drawing: Drawing {
    Drawing(size: raster.board, background: ground, operations: history.operations, list: sheet.elements)
  }

  /// The operation that was done last and is not undone.
  public var latestOperation: NumberedOperation? { history.latest }

  /// The board as if some operations and touches had never been; nothing can be redone on it.
  public func leavingOut(
    operations isLeftOut: (ElementID) -> Bool, touches isCancelled: (Touch.ID) -> Bool
  ) -> Board {
    var board = self
    board.history = UndoStack(UndoMemory(budget: .none))
    board.sheet = CommittedDrawing(ink: .init(size: raster.pixels), background: ground)
    board.draw(history.operations.filter { !isLeftOut($0.id) })
    for touch in openTouches where isCancelled(touch.id) { board.cancel(touch.id) }
    board.prepareBackground()
    return board
  }

  /// Does all operations and then draws what they leave, however often they changed it.
  private mutating func draw(_ operations: [NumberedOperation]) {
    for operation in operations { history.commitUndrawn(operation, to: &sheet) }
    sheet.redraw(on: raster)
  }
}

extension Board {
  /// A copy that takes little memory: without the pixels of steps to undo, which are drawn again where they are wanted.
  public var lean: Board {
    var board = self
    board.history.forgetTiles()
    return board
  }

  /// Memory that this board takes and another one does not share, in bytes, roughly.
  public func byteCount(notSharedWith other: Board?) -> Int {
    let tiles = other.map { sheet.ink.tileCount(notSharedWith: $0.sheet.ink) } ?? sheet.ink.tileCount
    return tiles * Tile.byteCount + history.byteCount + history.operations.count * MemoryLayout<Step>.stride
  }
}
