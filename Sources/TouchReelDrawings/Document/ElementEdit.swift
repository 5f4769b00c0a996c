/// A change of the elements' list.
enum ElementEdit: Sendable {
  /// A new element, at its position.
  case insert(Element)
  case remove(ElementID)
  /// Another element for the one of the same number, which may lie elsewhere among the others.
  case replace(Element)
  case replaceAll(ElementList)
}

extension ElementList {
  /// - Returns: what takes the edit back; `nil` if there was nothing to change.
  mutating func apply(_ edit: ElementEdit) -> ElementEdit? {
    switch edit {
    case .insert(let element):
      insert(element)
      return .remove(element.id)
    case .remove(let id): return remove(id).map { .insert($0) }
    case .replace(let element): return replace(element).map { .replace($0) }
    case .replaceAll(let new):
      defer { self = new }
      return .replaceAll(self)
    }
  }

  /// Applies edits in order.
  /// - Returns: what takes them back, to be applied in order.
  mutating func apply(_ edits: [ElementEdit]) -> [ElementEdit] { edits.compactMap { apply($0) }.reversed() }

  /// Carries an operation out.
  /// - Returns: what takes it back, to be applied in order.
  mutating func apply(_ operation: NumberedOperation) -> [ElementEdit] {
    let edits = edits(for: operation.operation, operation.id)
    return apply(edits)
  }

  /// The elements that an edit would take out or change, and those that it would put in.
  func affected(by edit: ElementEdit) -> [Element] {
    switch edit {
    case .insert(let element): [element]
    case .remove(let id): [self[id]].compactMap(\.self)
    case .replace(let element): [self[element.id], element].compactMap(\.self)
    case .replaceAll(let new): Array(elements) + new.elements
    }
  }
}

extension ElementList {
  /// The edits that carry an operation out, to be applied in order. Shapes that are not there are ignored.
  ///
  /// - Complexity: as many steps as it has targets, erasures near them, and shapes that those touch.
  mutating func edits(for operation: BoardOperation, _ id: ElementID) -> [ElementEdit] {
    switch operation {
    case .add(let shape): [.insert(Element(id: id, content: .shape(PlacedShape(shape))))]
    case .insert(let shapes):
      shapes.enumerated().map {
        .insert(Element(id: ElementID(rawValue: id.rawValue + $0.offset), content: .shape($0.element)))
      }
    case .erase(let erasure): [.insert(Element(id: id, content: .erasure(erasure)))]
    case .remove(let ids): ids.sorted().filter { self[$0]?.shape != nil }.map { .remove($0) }
    case .transform(let ids, by: let change): changes(of: ids) { $1.transformed(by: change) }
    case .stretch(let ids, by: let change): changes(of: ids) { $1.stretched(by: change) }
    case .arrange(let changes): self.changes(of: Set(changes.keys)) { $1.transformed(by: changes[$0] ?? .identity) }
    case .order(let ids, let end): order(ids, at: end, by: id)
    case .restyle(let ids, let change): changes(of: ids) { $1.restyled(change) }
    case .editText(let target, let text): changes(of: [target]) { $1.withText { $0.saying(text) } }
    case .textWidth(let target, let width): changes(of: [target]) { $1.withText { $0.wide(width) } }
    case .crop(let target, to: let crop): changes(of: [target]) { $1.cropped(to: crop) }
    case .replace(let target, by: let shape): changes(of: [target]) { $1.replaced(by: shape) }
    case .clear: [.replaceAll(ElementList())]
    case .background, .page, .layer: []
    }
  }

  /// Shapes changed where they lie. Erasures that they take their holes from become masks first.
  private mutating func changes(
    of ids: Set<ElementID>, _ change: (ElementID, PlacedShape) -> PlacedShape
  ) -> [ElementEdit] {
    var shapes = shapes(ids)
    let attached = erasures(over: shapes, change)
    for erasure in attached { attach(erasure, to: &shapes) }
    for id in ids { shapes[id] = shapes[id].map { change(id, $0) } }
    return replacements(shapes) + attached.reversed().map { .remove($0.id) }
  }

  /// Shapes brought to an end. Erasures that they would come to lie on another side of become masks first.
  private mutating func order(_ ids: Set<ElementID>, at end: StackEnd, by operation: ElementID) -> [ElementEdit] {
    var shapes = shapes(ids)
    let moved = sorted(shapes.keys)
    let attached = erasures(passedBy: shapes, to: end)
    for erasure in attached { attach(erasure, to: &shapes) }
    var positions: [ElementID: ElementPosition] = [:]
    for (rank, id) in moved.enumerated() { positions[id] = ElementPosition(at: end, by: operation, rank: rank) }
    return replacements(shapes, at: positions) + attached.reversed().map { .remove($0.id) }
  }

  private func shapes(_ ids: Set<ElementID>) -> [ElementID: PlacedShape] {
    var shapes: [ElementID: PlacedShape] = [:]
    for id in ids { shapes[id] = self[id]?.shape }
    return shapes
  }

  /// - Parameter positions: of those that do not stay where they are among the others.
  private func replacements(
    _ shapes: [ElementID: PlacedShape], at positions: [ElementID: ElementPosition] = [:]
  ) -> [ElementEdit] {
    shapes.keys.sorted().compactMap { id in
      shapes[id].map { .replace(Element(id: id, content: .shape($0), at: positions[id] ?? position(of: id))) }
    }
  }

  /// The erasures above shapes that touch them where they are, or would touch them where they go though they never did.
  private mutating func erasures(
    over shapes: [ElementID: PlacedShape], _ change: (ElementID, PlacedShape) -> PlacedShape
  ) -> [Element] {
    guard !erasures.isEmpty else { return [] }
    var found: Set<ElementID> = []
    for (id, shape) in shapes {
      found.formUnion(erasures(over: id, touching: shape.inkBounds))
      found.formUnion(erasures(over: id, touching: change(id, shape).inkBounds))
    }
    return found.sorted().compactMap { self[$0] }
  }

  /// The erasures that touch shapes and are above them now, or will be.
  private mutating func erasures(passedBy shapes: [ElementID: PlacedShape], to end: StackEnd) -> [Element] {
    guard !erasures.isEmpty else { return [] }
    var found: Set<ElementID> = []
    for (id, shape) in shapes {
      switch end {
      case .front: found.formUnion(erasures(over: id, touching: shape.inkBounds))
      case .back: found.formUnion(erasures(touching: shape.inkBounds))
      }
    }
    return found.sorted().compactMap { self[$0] }
  }

  /// Makes an erasure a mask of each shape under it that it touches.
  private mutating func attach(_ erasure: Element, to shapes: inout [ElementID: PlacedShape]) {
    guard case .erasure(let path) = erasure.content else { return }
    for element in self.shapes(under: erasure) {
      guard let shape = element.shape else { continue }
      shapes[element.id, default: shape].mask(by: path)
    }
  }
}
