public import Canvas
public import TouchTracking

/// The drawing board: touches and commands in, pixels out. A value without clock, files or randomness: the same steps
/// give the same pixels, live, replayed and after a seek.
///
/// ```
/// var board = try Board(raster: Raster(board: BoardSize(width: 1920, height: 1080)))
/// try board.handle(.width(8))
/// for event in events { board.handle(event) }
/// let picture = board.picture.composed()
/// ```
///
/// Every touch has an interaction of its own with the tool that it began with. A touch that ends commits one operation, on
/// top of what is finished and under all touches that are still down; a cancelled one leaves no pixel and no operation.
public struct Board: Sendable {
  public internal(set) var raster: Raster
  public internal(set) var settings: BoardSettings
  /// The classic view of the touches: a line in progress for each finger, and those that are finished.
  public internal(set) var lines = LineTracker()

  let pace: RasterPace
  var ground: Background
  var live = OpenTouches()
  var surroundings = Surroundings()
  /// The shapes that are selected, which is no part of the drawing.
  public internal(set) var selection: Set<ElementID> = []
  var editing: TextEditing?
  /// Shapes that show a change not yet made.
  var lift: Lift?
  /// The ink of what is no part of the drawing yet, or never will be: a text as it is typed, and the selection's frame.
  var marks: [InkLayer] = []
  var fonts = FontNotes()
  var cancelled: CancelledShapes
  var history: UndoStack
  var sheet: Sheet
  var images: [ImageID: PixelBuffer] = [:]
  var prepared: PreparedBackground
  var damage: Damage

  /// - Parameters:
  ///   - background: below all operations, and so not undone.
  ///   - undo: where pixels for undo are kept.
  ///   - pace: when freehand strokes become pixels; ``RasterPace/batch(threads:)`` where nobody watches.
  public init(
    raster: Raster, settings: BoardSettings = BoardSettings(), background: Background = .color(.white),
    undo: UndoMemory = UndoMemory(), pace: RasterPace = .live
  ) {
    self.raster = raster
    self.settings = settings
    self.pace = pace
    ground = background
    cancelled = CancelledShapes(raster: raster)
    history = UndoStack(undo)
    sheet = Sheet(ink: TiledImage(size: raster.pixels), background: background)
    prepared = background.prepared([:], size: raster.pixels)
    damage = .everything(of: raster.pixels)
  }

  /// The finished operations in order, without those undone: the drawing.
  public var operations: [BoardOperation] { history.operations.map(\.operation) }
  /// What the operations have made, bottom to top.
  public var elements: [Element] { sheet.elements.elements }
  public var canUndo: Bool { history.canUndo || !surroundings.firstArms.isEmpty || editing?.operation != nil }
  public var canRedo: Bool { history.canRedo }
  public var background: Background { sheet.background }

  /// The touches that are down, in order of beginning.
  public var openTouches: [Touch] { liveInOrder.map(\.touch) }

  var liveInOrder: [LiveTouch] { live.touches }
}

extension Board {
  /// What would be seen now.
  public var picture: Picture {
    var unfinished = surroundings.layers(on: raster)
    live.appendLayers(to: &unfinished)
    var layers = settings.theme.layers(inProgress: unfinished)
    layers.append(contentsOf: marks)
    layers.append(contentsOf: cancelled.layers)
    return Picture(
      background: prepared, committed: lift?.rest ?? sheet.ink, lifted: lift?.ink, inProgress: layers)
  }

  /// Draws the damaged part of the picture.
  ///
  /// - Parameter threads: how many to work with; the pixels do not depend on it.
  public func compose(_ damage: Damage, into target: PixelTarget, threads: Int = 1) {
    picture.compose(damage, into: target, threads: threads)
  }

  /// What has changed since it was last taken.
  ///
  /// - Parameter threads: how many to draw with what is dragged; the pixels do not depend on it.
  public mutating func takeDamage(threads: Int = 1) -> Damage {
    var taken = Damage(size: raster.pixels)
    takeDamage(into: &taken, threads: threads)
    return taken
  }

  /// What has changed since it was last taken. It replaces what was in `taken`, whose storage is used again: so what a
  /// frame costs does not depend on how large the board is.
  ///
  /// - Parameter threads: how many to draw with what is dragged; the pixels do not depend on it.
  public mutating func takeDamage(into taken: inout Damage, threads: Int = 1) {
    for place in live.touches.indices { live.touches[place].settle(damage: &damage) }
    lift?.settle(damage: &damage, threads: threads)
    swap(&damage, &taken)
    if damage.size == raster.pixels { damage.reset() } else { damage = Damage(size: raster.pixels) }
  }
}

extension Theme {
  static let selectedColor = PixelColor(red: 0, green: 255, blue: 0)

  func layers(inProgress layers: [InkLayer]) -> [InkLayer] {
    guard self == .redInProgress else { return layers }
    return layers.map { layer in
      guard case .ink(let coverage, let color) = layer else { return layer }
      return .ink(coverage, PixelColor(red: 255, green: 0, blue: 0, alpha: color.alpha))
    }
  }
}
