/// A change of the elements' list.
enum ElementEdit: Sendable {
  /// In its place by its number.
  case insert(Element)
  case remove(ElementID)
  /// Takes the place of the element of the same number.
  case replace(Element)
  case replaceAll(ElementList)
}

extension ElementList {
  /// - Returns: what takes the edit back; `nil` where there was nothing to change.
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
  /// - Complexity: as many steps as it has targets, and erasures near them; for each erasure that goes with a shape, one for each element.
  func edits(for operation: BoardOperation, _ id: ElementID) -> [ElementEdit] {
    switch operation {
    case .add(let shape): [.insert(Element(id: id, content: .shape(PlacedShape(shape))))]
    case .erase(let erasure): [.insert(Element(id: id, content: .erasure(erasure)))]
    case .remove(let ids): ids.sorted().filter { self[$0]?.shape != nil }.map { .remove($0) }
    case .transform(let ids, by: let change): changes(of: ids) { $0.transformed(by: change) }
    case .restyle(let ids, let change): changes(of: ids) { $0.restyled(change) }
    case .editText(let target, let text): changes(of: [target]) { $0.withText { $0.saying(text) } }
    case .textWidth(let target, let width): changes(of: [target]) { $0.withText { $0.wide(width) } }
    case .clear: [.replaceAll(ElementList())]
    case .background: []
    }
  }

  /// Shapes changed in their places. Erasures that they take their holes from become masks first.
  private func changes(of ids: Set<ElementID>, _ change: (PlacedShape) -> PlacedShape) -> [ElementEdit] {
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
  private func erasures(
    over shapes: [ElementID: PlacedShape], _ change: (PlacedShape) -> PlacedShape
  ) -> [Element] {
    guard !erasures.isEmpty else { return [] }
    let extents = shapes.map { id, shape in (id, [shape.extent, change(shape).extent]) }
    let everywhere = extents.flatMap(\.1).reduce(nil) { (all: Extent?, one) in all?.union(one) ?? one }
    guard let everywhere else { return [] }
    return erasures.compactMap { self[$0] }.filter { erasure in
      let erased = erasure.extent
      guard everywhere.meets(erased) else { return false }
      return extents.contains { id, extents in id < erasure.id && extents.contains { $0.meets(erased) } }
    }
  }

  /// Makes an erasure a mask of each shape under it that it touches.
  private func attach(_ erasure: Element, to shapes: inout [ElementID: PlacedShape]) {
    guard case .erasure(let path) = erasure.content else { return }
    let erased = erasure.extent
    for element in elements.prefix(while: { $0.id < erasure.id }) {
      guard let shape = shapes[element.id] ?? element.shape, shape.extent.meets(erased) else { continue }
      shapes[element.id] = shape.masked(by: path)
    }
  }
}
