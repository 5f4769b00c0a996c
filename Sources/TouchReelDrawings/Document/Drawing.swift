public import TouchReelCanvas
public import TouchReelTouchTracking

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
  /// The size of the board, in board points: that of all pages that have none of their own.
  public var boardSize: BoardSize
  /// Below all operations, on the first page.
  public var background: Background {
    didSet {
      var isChanged = false
      forEachOperation { operation, place in
        if case .background = operation.operation, place.page == .first { isChanged = true }
      }
      if !isChanged { pages.setBackground(of: .first, to: background) }
    }
  }
  /// The operations, in order; their numbers rise.
  public private(set) var operations: [NumberedOperation] = []

  /// What the operations make.
  package private(set) var pages: PageStack

  /// An empty drawing of one page: its size in board points, and what lies below all ink.
  public init(size: BoardSize, background: Background) {
    self.init(size: size, background: background, operations: [], pages: PageStack(background))
  }

  /// - Parameter pages: what the operations make.
  package init(size: BoardSize, background: Background, operations: [NumberedOperation], pages: PageStack) {
    boardSize = size
    self.background = background
    self.operations = operations
    self.pages = pages
  }

  /// The size of the page that is shown, in board points.
  public var size: BoardSize {
    get { pages.size ?? boardSize }
    set {
      if pages.paper.size == nil {
        boardSize = newValue
      } else {
        (pages.paper.size, pages.paper.isEndless) = (newValue, false)
      }
    }
  }

  /// What the operations make on the page that is shown, bottom to top: of one layer after the other, also of hidden
  /// ones. What an erasure takes away is on its own layer.
  ///
  /// - Complexity: as many steps as there are elements.
  public var elements: [Element] { pages.layers.allElements }

  /// The elements as they lie on each other, bottom to top: of each layer, the latest of those that lie below what was
  /// there is the lowest.
  package var elementsAsStacked: [Element] { pages.layers.layers.flatMap(\.elements.asStacked) }

  /// The shapes as they look, bottom to top: what erasures have taken away stays so, and hidden layers are left out.
  package var shapes: [PlacedShape] { pages.layers.visible.flatMap(\.elements.allCopies) }

  /// One of them, by its number.
  public func element(_ id: ElementID) -> Element? { pages.layers.layers.lazy.compactMap { $0.elements[id] }.first }

  /// The background that the operations leave on the page that is shown.
  public var finalBackground: Background { pages.paper.background }

  /// Where its ink may lie at most; `nil` if there are no shapes.
  package var inkReach: BoardRect? {
    let bounds = pages.layers.visible.lazy.flatMap(\.elements.elements).compactMap { $0.shape?.inkBounds }
    return BoardRect(around: bounds.flatMap(\.corners))
  }

  /// The pieces of all ink, if it is opaque strokes from which nothing was erased; `nil` otherwise.
  package func opaqueStrokes(on raster: Raster) -> [InkSegment]? {
    guard pages.layers.isPlain else { return nil }
    var pieces: [InkSegment] = []
    for element in pages.elements.elements {
      guard let stroke = element.stroke(on: raster), case .ink(let color) = stroke.paint, color.alpha == 255 else {
        return nil
      }
      pieces += stroke.pieces
    }
    return pieces
  }

  /// The erasures above an element of the chosen layer that may touch its ink, in no order.
  package mutating func erasures(over element: Element) -> [ElementID] {
    pages.elements.erasures(over: element.id, touching: element.inkBounds)
  }

  /// Adds an operation under a number that is greater than all before.
  ///
  /// - Throws: if it cannot be carried out; the drawing is as it was.
  /// - Complexity: as many steps as it has targets, each of the logarithm of the elements' count, and erasures near
  ///   them.
  public mutating func append(_ operation: NumberedOperation) throws(OperationError) {
    let number = operation.id.rawValue
    guard NumberedOperation.ids.contains(number), NumberedOperation.ids.contains(operation.nextID.rawValue - 1),
      operation.id >= nextID
    else {
      throw .unusableNumber(operation.id)
    }
    try pages.check(operation.operation)
    pages.apply(operation)
    operations.append(operation)
  }

  /// Adds an operation under the next number, and returns that.
  @discardableResult
  public mutating func append(_ operation: BoardOperation) throws(OperationError) -> ElementID {
    let id = nextID
    try append(NumberedOperation(id, operation))
    return id
  }

  /// The least number that an operation may have.
  package var nextID: ElementID { operations.last?.nextID ?? ElementID(rawValue: 1) }
}

/// What lies under all ink. It resizes with the board, and the eraser never touches it.
public enum Background: Hashable, Sendable {
  case color(PixelColor)
  /// - Parameter angle: degrees anticlockwise from east, from the first colour to the second; 270 runs downward.
  case gradient(from: PixelColor, to: PixelColor, angle: Double = 270)
  /// An image on a colour, which shows around and through it, and alone while the image is not known.
  case image(ImageID, BackgroundImageMode, on: PixelColor)
  /// Lines or dots on paper of a colour.
  case ruled(Ruling, on: PixelColor)
}

/// The name of an image: the SHA-256 of its file, in hexadecimal. A page of a PDF has that of the whole file, with
/// `#page=` and its number behind it (RFC 8118).
public struct ImageID: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

extension Background {
  /// Ready to be drawn.
  package func prepared(_ pictures: BackgroundPictures, on raster: Raster) -> PreparedBackground {
    let background: CanvasBackground
    switch self {
    case .color(let color): background = .color(color)
    case .gradient(let first, let second, let angle):
      background = .gradient(LinearGradient(from: first, to: second, angle: angle))
    case .image(let id, let mode, on: let color):
      background =
        switch pictures[id] {
        case .pixels(let image): .image(image, mode, on: color)
        case .page(let document, let page): .page(document, page, mode, on: color, in: raster.paperArea)
        case nil: .color(color)
        }
    case .ruled(let ruling, on: let color):
      let marks = ruling.marks(on: raster.board, paper: color)
      return PreparedBackground(
        printed: marks.map { ($0.pieces(on: raster), $0.color) }, on: color, size: raster.pixels)
    }
    return PreparedBackground(background, size: raster.pixels)
  }

  /// Whether it is drawn as lines, as one colour or as a page of a PDF, so that it is crisp at any scale.
  package func isCrisp(_ pictures: BackgroundPictures) -> Bool {
    switch self {
    case .color, .ruled: true
    case .gradient: false
    case .image(let id, _, on: _):
      if case .page = pictures[id] { true } else { false }
    }
  }
}
