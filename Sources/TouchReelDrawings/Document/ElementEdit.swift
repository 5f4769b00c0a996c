/// A change of the elements' list.
enum ElementEdit: Sendable {
  /// A new element, at the position that its number gives it.
  case insert(Element)
  case remove(ElementID)
  /// Another element for the one of the same number.
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
    case .erase(let erasure): [.insert(Element(id: id, content: .erasure(erasure)))]
    case .remove(let ids): ids.sorted().filter { self[$0]?.shape != nil }.map { .remove($0) }
    case .transform(let ids, by: let change): changes(of: ids) { $0.transformed(by: change) }
    case .restyle(let ids, let change): changes(of: ids) { $0.restyled(change) }
    case .editText(let target, let text): changes(of: [target]) { $0.withText { $0.saying(text) } }
    case .textWidth(let target, let width): changes(of: [target]) { $0.withText { $0.wide(width) } }
    case .replace(let target, by: let shape): changes(of: [target]) { $0.replaced(by: shape) }
    case .clear: [.replaceAll(ElementList())]
    case .background: []
    }
  }

  /// Shapes changed where they lie. Erasures that they take their holes from become masks first.
  private mutating func changes(of ids: Set<ElementID>, _ change: (PlacedShape) -> PlacedShape) -> [ElementEdit] {
    var shapes: [ElementID: PlacedShape] = [:]
    for id in ids { shapes[id] = self[id]?.shape }
    let attached = erasures(over: shapes, change)
    for erasure in attached { attach(erasure, to: &shapes) }
    for id in ids { shapes[id] = shapes[id].map(change) }
    let replaced = shapes.keys.sorted().compactMap { id in
      shapes[id].map { ElementEdit.replace(Element(id: id, content: .shape($0))) }
    }
    return replaced + attached.reversed().map { .remove($0.id) }
  }

  /// The erasures above shapes that touch them where they are, or would touch them where they go though they never did.
  private mutating func erasures(
    over shapes: [ElementID: PlacedShape], _ change: (PlacedShape) -> PlacedShape
  ) -> [Element] {
    guard !erasures.isEmpty else { return [] }
    var found: Set<ElementID> = []
    for (id, shape) in shapes {
      found.formUnion(erasures(over: id, touching: shape.inkBounds))
      found.formUnion(erasures(over: id, touching: change(shape).inkBounds))
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
