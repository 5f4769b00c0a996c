public import TouchReelCanvas
public import TouchReelTouchTracking

/// One change of the drawing. The drawing is its operations in order.
public enum BoardOperation: Hashable, Sendable {
  case add(Shape)
  /// Puts shapes on top, each where it lies, bottom to top. They have the operation's number and those that follow.
  case insert([PlacedShape])
  case erase(Erasure)
  /// Takes shapes out; undone, they lie where they lay in the order from bottom to top.
  case remove(Set<ElementID>)
  /// Moves, turns and scales shapes, after whatever moved them before.
  case transform(Set<ElementID>, by: ShapeTransform)
  /// Stretches or mirrors shapes where they lie.
  case stretch(Set<ElementID>, by: ShapeStretch)
  /// Moves, turns and scales shapes, each in its own way.
  case arrange([ElementID: ShapeTransform])
  /// Brings shapes above or below all others; among themselves they stay in order.
  case order(Set<ElementID>, StackEnd)
  case restyle(Set<ElementID>, Restyling)
  /// Lets a text say something else.
  case editText(ElementID, String)
  case textWidth(ElementID, TextWidth)
  /// Shows another part of an image, which stays where it is.
  case crop(ElementID, to: ImageCrop)
  /// Puts another shape in place of one, where that has been moved to.
  case replace(ElementID, by: Shape)
  /// Removes all ink; the background stays.
  case clear
  /// Gives the shown page another background.
  case background(Background)
  /// Turns, adds, removes, moves or resizes a page.
  case page(PageOperation)
  /// Chooses, adds, removes, moves or changes a layer of the shown page.
  case layer(LayerOperation)
}

extension BoardOperation {
  /// Whether it puts ink on top or takes it away with a stroke, and changes nothing else.
  package var isInk: Bool {
    switch self {
    case .add, .erase: true
    case .insert, .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace,
      .clear, .background, .page, .layer:
      false
    }
  }

  /// Whether it is of pages or layers, and so may change where what follows is done.
  package var isTurning: Bool {
    switch self {
    case .page, .layer: true
    default: false
    }
  }

  /// The shapes that it changes.
  package var targets: Set<ElementID> {
    switch self {
    case .remove(let ids), .transform(let ids, by: _), .stretch(let ids, by: _), .order(let ids, _),
      .restyle(let ids, _):
      ids
    case .arrange(let changes): Set(changes.keys)
    case .editText(let id, _), .textWidth(let id, _), .crop(let id, to: _), .replace(let id, by: _): [id]
    case .add, .insert, .erase, .clear, .background, .page, .layer: []
    }
  }

  /// The pixels of what it puts on top, bottom to top.
  package func layers(on raster: Raster) -> [InkLayer] {
    switch self {
    case .add(let shape): shape.layers(on: raster)
    case .erase(let erasure): erasure.layers(on: raster)
    case .insert(let shapes): shapes.flatMap { $0.layers(on: raster) }
    case .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace, .clear,
      .background, .page, .layer:
      []
    }
  }
}

extension BoardOperation {
  /// The ink that it puts on top or takes away with a stroke, bottom to top, as far as it need not be drawn.
  package func unmergedInk(on raster: Raster) -> [UnmergedInk] {
    switch self {
    case .add(let shape): PlacedShape(shape).unmergedInk(on: raster)
    case .erase(let erasure): [UnmergedInk(erasure.path.pieces(on: Placement(on: raster)), .erasure)]
    case .insert(let shapes): shapes.flatMap { $0.unmergedInk(on: raster) }
    case .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace, .clear,
      .background, .page, .layer:
      []
    }
  }
}

/// A stroke that takes away all ink that was committed before it.
public struct Erasure: Hashable, Sendable {
  /// The way of the eraser.
  public var path: StrokePath

  /// An erasure along a way.
  public init(path: StrokePath) { self.path = path }

  func layers(on raster: Raster) -> [InkLayer] { [.erase(path.coverage(on: Placement(on: raster)))] }
}

/// The number of an operation on its board, counted from 1 and never given twice. A shape or an erasure goes by that of
/// the operation that added it.
public struct ElementID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static func < (left: ElementID, right: ElementID) -> Bool { left.rawValue < right.rawValue }
}

/// An operation of a drawing under its number.
public struct NumberedOperation: Hashable, Sendable {
  /// The number of the element that it adds.
  public let id: ElementID
  /// The operation.
  public var operation: BoardOperation

  /// An operation, and the number of the element that it adds.
  public init(_ id: ElementID, _ operation: BoardOperation) {
    self.id = id
    self.operation = operation
  }
}

/// Why an operation cannot be carried out.
public enum OperationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No shape of this number is on the board.
  case unknownShape(ElementID)
  /// A number of the transform is NaN or infinite, or a shape would be scaled beyond ``ShapeTransform/scales`` all in
  /// all.
  case unusableTransform
  /// The shape is not a text.
  case notText(ElementID)
  /// The shape is not an image.
  case notImage(ElementID)
  /// A part of an image is not within it, or is nothing.
  case unusableCrop
  /// A width is NaN.
  case unusableWidth
  /// There is no page of this index.
  case unknownPage(Int)
  /// The only page cannot be removed.
  case onlyPage
  /// A page's side is NaN, less than a point or more than `Raster.maximumSide`.
  case unusablePageSize(BoardSize)
  /// There is no layer of this index.
  case unknownLayer(Int)
  /// The only layer cannot be removed.
  case onlyLayer
  /// A page has 100 layers, which is the limit.
  case tooManyLayers
  /// The chosen layer is hidden or locked.
  case closedLayer(LayerLook)
  /// An opacity is not within 0 and 1.
  case unusableOpacity
  /// The number was given before, or is not within `NumberedOperation.ids`.
  case unusableNumber(ElementID)

  public var description: String {
    switch self {
    case .unknownShape(let id): "there is no shape \(id.rawValue)"
    case .notText(let id): "shape \(id.rawValue) is not a text"
    case .notImage(let id): "shape \(id.rawValue) is not an image"
    case .unusableCrop: "the part of the image is not usable"
    case .unusableTransform: "the transform is not usable"
    case .unusableWidth: "the width is not a number"
    case .unknownPage(let page): "there is no page \(page + 1)"
    case .onlyPage: "a drawing keeps its only page"
    case .unusablePageSize(let size):
      "a page of \(size.width)x\(size.height) points cannot be: its sides are not within 1 and \(Raster.maximumSide)"
    case .unknownLayer(let layer): "there is no layer \(layer + 1)"
    case .onlyLayer: "a page keeps its only layer"
    case .tooManyLayers: "a page has at most \(LayerStack.limit) layers"
    case .closedLayer(let look): "the chosen layer is \(look.isHidden ? "hidden" : "locked")"
    case .unusableOpacity: "an opacity is not within 0 and 1"
    case .unusableNumber(let id): "the number \(id.rawValue) is taken or not usable"
    }
  }
}

extension NumberedOperation {
  /// The number that no element and no page has which it adds, nor one before.
  package var nextID: ElementID {
    let count =
      switch operation {
      case .insert(let shapes): shapes.count
      case .page(let change): change.papers.count
      default: 1
      }
    return ElementID(rawValue: id.rawValue + max(1, count))
  }

  /// The numbers of the elements that it adds.
  package var added: Set<ElementID> {
    switch operation {
    case .add, .erase: [id]
    case .insert(let shapes): Set((0..<shapes.count).map { ElementID(rawValue: id.rawValue + $0) })
    case .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace, .clear,
      .background, .page, .layer:
      []
    }
  }

  /// The numbers that operations may have: those that JSON holds exactly.
  package static let ids = 1...(1 << 53 - 1)
}

extension ElementList {
  package func check(_ operation: BoardOperation) throws(OperationError) {
    let shapes = try shapes(operation.targets)
    switch operation {
    case .transform(_, by: let change):
      let results = shapes.map { $0.transformed(by: change).transform }
      guard change.isUsable, results.allSatisfy(\.isUsable) else { throw .unusableTransform }
    case .stretch(_, by: let change):
      guard change.isUsable, shapes.allSatisfy({ $0.stretched(by: change).transform.isUsable }) else {
        throw .unusableTransform
      }
    case .restyle(_, .width(let number)), .restyle(_, .font(.size(let number))):
      guard !number.isNaN else { throw .unusableWidth }
    case .editText(let id, _), .textWidth(let id, _):
      guard case .text? = shapes.first?.shape else { throw .notText(id) }
    case .crop(let id, to: let crop):
      guard case .image? = shapes.first?.shape else { throw .notImage(id) }
      guard crop.isUsable else { throw .unusableCrop }
    case .arrange(let changes):
      for (id, change) in changes {
        guard change.isUsable, self[id]?.shape?.transformed(by: change).transform.isUsable == true else {
          throw .unusableTransform
        }
      }
    case .insert(let shapes):
      guard shapes.allSatisfy(\.transform.isUsable) else { throw .unusableTransform }
    case .add, .erase, .remove, .order, .restyle, .replace, .clear, .background, .page, .layer: break
    }
  }

  private func shapes(_ ids: Set<ElementID>) throws(OperationError) -> [PlacedShape] {
    var found: [PlacedShape] = []
    for id in ids.sorted() {
      guard let shape = self[id]?.shape else { throw .unknownShape(id) }
      found.append(shape)
    }
    return found
  }
}
