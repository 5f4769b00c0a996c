public import TouchReelCanvas
public import TouchReelDrawings
public import TouchReelTouchTracking

/// The drawing board: touches and commands in, pixels out. A value without clock, files or randomness: the same steps
/// give the same pixels, live, replayed and after a seek.
///
/// ```
/// var board = try Board(size: BoardSize(width: 320, height: 240))
/// try board.handle(.set(\.width, 8))
/// for event in events { board.handle(event) }
/// let picture = board.picture.composed()
/// ```
///
/// Every touch has an interaction of its own with the tool that it began with. A touch that ends commits one operation,
/// on top of what is finished and under all touches that are still down; a cancelled one leaves no pixel and no
/// operation.
///
/// A window draws what has changed since the frame before:
///
/// ```
/// let damage = board.drainDamage()
/// window.withTarget { board.compose(damage, into: $0) }
/// ```
///
/// Lengths are board points, of which the raster's scale gives the pixels; y grows downward. Coordinates are rounded to
/// 1/256 point and clamped to ±65,536 points; what lies outside the board is clipped. Memory is taken where ink is, in
/// tiles of 64 × 64 pixels. Copies share their tiles until one of them draws, so that a copy costs as many steps as the
/// board has tiles and operations.
public struct Board: Sendable {
  /// The pixels of the page that is shown.
  package internal(set) var raster: Raster
  /// Those of pages without a size of their own.
  var boardRaster: Raster
  /// The pixels into which pages with sizes of their own are fitted, with their paper around them: those of a film.
  /// `nil` where a page has the pixels that its size and the scale give it.
  package var frame: PixelSize?
  /// What touches draw with, and what is shown besides ink.
  public internal(set) var settings: BoardSettings
  /// The classic view of the touches, whatever their tools: `LineTracker.linesInProgress`, one for each finger, and
  /// `LineTracker.finishedLines`. It holds every point, in board points.
  package internal(set) var lines = LineTracker()
  /// What ``lines`` keeps of the touches.
  var keptLines = KeptLines.all

  /// Colours the strokes of touches that begin from here on. It is for pictures that are looked at, and so no setting
  /// that messages change.
  package var tinting: Tinting?
  /// When touches that begin from here on become pixels.
  package var mode: RasterMode
  /// Drags of more shapes than these are shown up to half a pixel beside where they are, by
  /// ``compose(_:into:threads:)`` only, as all of them cannot be drawn in a frame; `nil` for an exact picture of all.
  package var hurryLimit: Int?
  var ground: Background
  var live = LiveTouches()
  /// What is said of single touches, by their numbers.
  var touchLooks: [Touch.ID: TouchLook] = [:]
  var pendingAngles = PendingAngles()
  /// The selected shapes. The selection is not part of the drawing.
  public internal(set) var selection: Set<ElementID> = []
  var editing: TextEditing?
  /// Shapes that show a change not yet made.
  var lift: LiftedShapes?
  /// The frame around the selection when many shapes, all that are selected, were lifted.
  var frameWhenLifted: SelectionFrame?
  /// Ink that is not part of the drawing: a text as it is typed, and the selection's frame.
  var marks: [InkLayer] = []
  var fonts = MissingFonts()
  var cancelled: CancelledShapes
  var history: UndoStack
  var committed: CommittedDrawing
  /// The pages as the operations left them, if another one was turned to since, or another layer chosen.
  var turnedFrom: PageStack?
  var pictures = BackgroundPictures()
  var prepared: PreparedBackground
  var damage: Damage
  /// Touches that were cancelled since they were last taken, as the shape that they moved was gone.
  var touchesWithoutShape: [Touch.ID] = []

  /// An empty board.
  ///
  /// - Parameters:
  ///   - raster: the board's size in points and in pixels.
  ///   - settings: what touches draw with until commands say otherwise.
  ///   - background: below all operations, and so not undone.
  ///   - undo: where pixels for undo are kept: up to 256 MiB in memory, unless this says otherwise.
  ///   - mode: when freehand strokes become pixels; ``RasterMode/batch(threads:)`` if the board is not shown meanwhile.
  package init(
    raster: Raster, settings: BoardSettings = BoardSettings(), background: Background = .color(.white),
    undo: UndoMemory = UndoMemory(), mode: RasterMode = .live
  ) {
    self.raster = raster
    boardRaster = raster
    self.settings = settings
    self.mode = mode
    ground = background
    cancelled = CancelledShapes(raster: raster)
    history = UndoStack(undo)
    committed = CommittedDrawing(ink: TiledImage(size: raster.pixels), background: background)
    prepared = background.prepared(BackgroundPictures(), on: raster)
    damage = .everything(of: raster.pixels)
  }

  /// An empty board of a white background, a pixel to a point.
  ///
  /// - Parameter size: in board points.
  /// - Throws: `BoardError.unusableSize(_:scale:)` unless both sides come to 1…20,000 pixels.
  public init(size: BoardSize) throws(BoardError) { self.init(raster: try Raster(board: size)) }

  /// The finished operations in order, without those undone: the drawing.
  ///
  /// - Complexity: as many steps as there are operations.
  public var operations: [BoardOperation] { history.operations.map(\.operation) }
  /// How many ``operations`` there are.
  package var operationCount: Int { history.operations.count }
  /// Whether there are any ``operations``.
  package var hasOperations: Bool { history.canUndo }
  /// What the operations have made on the page that is shown, bottom to top, on one layer after the other.
  ///
  /// - Complexity: as many steps as there are elements.
  public var elements: [Element] { committed.pages.layers.allElements }
  /// Whether an undo would change anything: an operation, an angle that waits for its second drag, a text as it is
  /// typed, or which page is shown.
  public var canUndo: Bool {
    history.canUndo || !pendingAngles.firstArms.isEmpty || editing?.operation != nil || turnedFrom != nil
  }
  /// Whether anything that was undone can be done again.
  public var canRedo: Bool { history.canRedo }
  /// The background of the page that is shown, as the operations leave it.
  public var background: Background { committed.background }

  /// The touches that are down, in order of beginning.
  package var openTouches: [Touch] { liveInOrder.map(\.touch) }

  var liveInOrder: [LiveTouch] { live.touches }
}

extension Board {
  /// What would be seen now. It shares the board's tiles, and stays as it is while the board goes on.
  ///
  /// - Complexity: as many steps as there are touches that are down and shapes that are dragged; nothing is composed
  ///   yet.
  public var picture: Picture { picture(lifting: lift?.layer) }

  /// The picture as a window shows it: as ``compose(_:into:threads:)`` draws it.
  package var shownPicture: Picture { picture(lifting: lift?.shownLayer) }

  private func picture(lifting lifted: LiftedLayer?) -> Picture {
    var unfinished = pendingAngles.layers(on: raster)
    live.appendLayers(to: &unfinished)
    var picture = Picture(
      background: prepared, committed: lift?.rest ?? committed.settledInk(on: raster), lifted: lifted,
      inProgress: settings.theme.layers(inProgress: unfinished))
    picture.marks = marks + cancelled.layers
    (picture.strata, picture.alpha) = (committed.strata, committed.alpha)
    return picture
  }

  /// Draws the damaged part of the picture.
  ///
  /// - Parameters:
  ///   - damage: of a board of these pixels; of another size, nothing is drawn.
  ///   - target: premultiplied BGRA; what lies beyond it is clipped.
  ///   - threads: how many to work with; the pixels do not depend on it.
  /// - Complexity: proportional to the damaged pixels, and to the touches and shapes in motion on their tiles.
  public func compose(_ damage: Damage, into target: PixelTarget, threads: Int = 1) {
    shownPicture.compose(damage, into: target, threads: threads)
  }

  /// Draws what waits to be drawn with other strokes, so that pictures share its pixels instead of drawing them each.
  package mutating func settle() { committed.settle(on: raster) }

  /// What of the picture has changed since this was last called; everything at first.
  ///
  /// - Parameter threads: how many make ready what is dragged; the pixels do not depend on it.
  public mutating func drainDamage(threads: Int = 1) -> Damage {
    var taken = Damage(size: raster.pixels)
    drainDamage(into: &taken, threads: threads)
    return taken
  }

  /// What has changed since it was last taken. It replaces what was in `taken`, whose storage is used again: so what a
  /// frame costs does not depend on how large the board is.
  ///
  /// - Parameters:
  ///   - taken: what changed since it was taken last.
  ///   - threads: how many make ready what is dragged; the pixels do not depend on it.
  public mutating func drainDamage(into taken: inout Damage, threads: Int = 1) {
    committed.settle(on: raster)
    committed.moveDamage(to: &damage)
    for index in live.touches.indices { live.touches[index].settle(damage: &damage) }
    if let hurryLimit {
      lift?.hurry(beyond: hurryLimit, damage: &damage, threads: threads)
    } else {
      lift?.settle(damage: &damage, threads: threads)
    }
    swap(&damage, &taken)
    if damage.size == raster.pixels { damage.reset() } else { damage = Damage(size: raster.pixels) }
  }
}

extension Theme {
  static let selectedColor = PixelColor(red: 0, green: 255, blue: 0)

  func layers(inProgress layers: [InkLayer]) -> [InkLayer] {
    guard self == .redInProgress else { return layers }
    return layers.map { layer in
      switch layer {
      case .ink(let coverage, let color): .ink(coverage, color.reddened)
      case .underlay(let coverage, let color): .underlay(coverage, color.reddened)
      case .erase, .image: layer
      }
    }
  }
}
