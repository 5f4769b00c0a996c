package import TouchReelByteStreams
import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelDrawings
import TouchReelTouchTracking

/// How a drawing is shown: the style's properties are also this one's.
@dynamicMemberLookup
package struct DrawingOptions: Sendable {
  package var style = PictureStyle()
  /// What is done to the looks of all shapes, in order.
  package var restylings: [Restyling] = []
  /// How many characters (Unicode scalars) are drawn in all: setting them takes about 20 microseconds each. Texts
  /// beyond are left out whole.
  package var textLimit = standardTextLimit
  package static let standardTextLimit = 50_000

  /// What stands at the edges of a cropped picture whose size is not stated, and the board points for each millimetre.
  private(set) var corners = CornerMarks()
  private(set) var pointsPerMillimetre: Double?

  package init() {}

  /// Leaves room for a title and a scale bar beside cropped ink where the picture's size is not stated.
  ///
  /// - Parameters:
  ///   - title: `nil` if there is none.
  ///   - hasScaleBar: whether there is a bar, if its length is known.
  ///   - scale: board points for each millimetre; `nil` if that is not known.
  package mutating func leaveRoom(title: String?, hasScaleBar: Bool, pointsPerMillimetre scale: Double?) {
    // They are fitted to the ink when that is known.
    let board = BoardSize(width: 1, height: 1)
    corners = CornerMarks(
      nil, hasScaleBar ? ScaleBar(on: board, pointsPerMillimetre: scale) : nil,
      title.map { PictureTitle($0, on: board) })
    pointsPerMillimetre = scale
  }

  /// A property of the style.
  package subscript<Value>(dynamicMember path: WritableKeyPath<PictureStyle, Value>) -> Value {
    get { style[keyPath: path] }
    set { style[keyPath: path] = newValue }
  }
}

/// Why a drawing is not shown.
package enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture would have no pixels, or too many.
  case unusableSize
  case unusableOperation(OperationError)
  case notCropped(CropError)

  package var description: String {
    switch self {
    case .unusableSize: "its size is not usable"
    case .notCropped(let fault): "\(fault)"
    case .unusableOperation(let fault): "it cannot be shown so: \(fault)"
    }
  }

  /// What to do about it; `nil` if there is nothing.
  package var advice: Advice? {
    switch self {
    case .unusableSize: .size(.other)
    case .notCropped(let fault): fault.advice
    case .unusableOperation: nil
    }
  }
}

extension Board {
  /// A board of one page that shows the page of a drawing that is shown.
  ///
  /// - Complexity: that of drawing all of it.
  package init(_ drawing: Drawing, options: DrawingOptions) throws(DrawingError) {
    var (shown, scale) = try options.applied(to: drawing.shownPage)
    if let crop = options.crop {
      do throws(CropError) {
        let size = try crop.apply(
          to: &shown, size: options.size, width: options.relativeWidth, beside: options.corners,
          pointsPerMillimetre: options.pointsPerMillimetre)
        if let size { scale = Double(size.width) / shown.size.width }
      } catch {
        throw .notCropped(error)
      }
    }
    do throws(BoardError) {
      try self.init(shown, scale: scale, undo: UndoMemory(budget: .none), mode: .batch(threads: options.threads))
    } catch {
      throw .unusableSize
    }
    if let picture = options.picture { provide(picture.content, as: picture.id) }
  }
}

extension DrawingOptions {
  /// A drawing of one page as it is shown, but for a crop, and the pixels per board point.
  func applied(to drawing: Drawing) throws(DrawingError) -> (shown: Drawing, scale: Double) {
    var shown = drawing
    let scale = style.crop == nil ? style.size.map { shown.fit($0) } ?? 1 : 1
    do throws(OperationError) {
      for text in shown.texts(beyond: textLimit) { try shown.append(.editText(text, "")) }
      try shown.restyle(self, moving: drawing.size)
    } catch {
      throw .unusableOperation(error)
    }
    if let relativeWidth = style.relativeWidth, style.crop == nil {
      let width = relativeWidth * max(shown.size.width, shown.size.height)
      guard width <= StrokeStyle.widths.upperBound else { throw .notCropped(.tooWide(width)) }
      shown.restyle(toWidth: width)
    }
    return (shown, scale)
  }
}

extension Drawing {
  /// The texts with which it has more characters than a limit.
  package func texts(beyond limit: Int) -> [ElementID] {
    var count = 0
    return elements.compactMap { element in
      guard case .text(let text) = element.shape?.shape else { return nil }
      let own = min(text.text.unicodeScalars.count, TextLayout.characterLimit)
      if count + own > limit { return element.id }
      count += own
      return nil
    }
  }

  /// Grows to the proportions of a picture.
  /// - Returns: pixels per board point.
  fileprivate mutating func fit(_ picture: PixelSize) -> Double {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(width / size.width, height / size.height)
    size = BoardSize(width: width / scale, height: height / scale)
    return scale
  }

  /// Moves what was drawn on a smaller board into the middle.
  fileprivate mutating func restyle(_ options: DrawingOptions, moving former: BoardSize) throws(OperationError) {
    let (x, y) = ((size.width - former.width) / 2, (size.height - former.height) / 2)
    var changes = options.restylings.map { restyling in
      { (shapes: Set<ElementID>) in BoardOperation.restyle(shapes, restyling) }
    }
    if x > 0 || y > 0 { changes.append { .transform($0, by: .move(byX: x, y: y)) } }
    if !changes.isEmpty { try changeEachLayer { shapes in changes.map { $0(shapes) } } }
    if let background = options.background { try append(.background(background)) }
  }

  /// Changes all shapes, each on its layer, which may be closed.
  private mutating func changeEachLayer(
    _ operations: (Set<ElementID>) -> [BoardOperation]
  ) throws(OperationError) {
    let chosen = layer
    for (index, look) in layers.enumerated() {
      let shapes = Set(pages.layers.layers[index].elements.elements.filter { $0.shape != nil }.map(\.id))
      guard !shapes.isEmpty else { continue }
      if index != layer { try append(.layer(.choose(index))) }
      if !look.isOpen { try append(.layer(.change(index, look.opened))) }
      for operation in operations(shapes) { try append(operation) }
      if !look.isOpen { try append(.layer(.change(index, look))) }
    }
    if layer != chosen { try append(.layer(.choose(chosen))) }
  }
}

extension LayerLook {
  /// The same, and something can be done on it.
  fileprivate var opened: LayerLook {
    var look = self
    (look.isHidden, look.isLocked) = (false, false)
    return look
  }
}
