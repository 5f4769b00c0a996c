/// A change of the elements' list.
enum ElementEdit: Sendable {
  case insert(Element, at: Int)
  case remove(at: Int)
  case replace(at: Int, Element)
  case replaceAll([Element])
}

/// The elements of a drawing, bottom to top.
struct ElementList: Hashable, Sendable {
  private(set) var elements: [Element] = []

  /// - Returns: what takes the edit back.
  mutating func apply(_ edit: ElementEdit) -> ElementEdit {
    switch edit {
    case .insert(let element, at: let index):
      elements.insert(element, at: index)
      return .remove(at: index)
    case .remove(at: let index):
      return .insert(elements.remove(at: index), at: index)
    case .replace(at: let index, let element):
      defer { elements[index] = element }
      return .replace(at: index, elements[index])
    case .replaceAll(let new):
      defer { elements = new }
      return .replaceAll(elements)
    }
  }

  /// The elements that an edit would take out or change, and those that it would put in.
  func affected(by edit: ElementEdit) -> [Element] {
    switch edit {
    case .insert(let element, at: _): [element]
    case .remove(at: let index): [elements[index]]
    case .replace(at: let index, let element): [elements[index], element]
    case .replaceAll(let new): elements + new
    }
  }
}

extension ElementList {
  /// The edits that carry an operation out, to be applied in order. Shapes that are not there are passed over.
  func edits(for operation: BoardOperation, _ id: ElementID) -> [ElementEdit] {
    switch operation {
    case .add(let shape): [.insert(Element(id: id, content: .shape(PlacedShape(shape))), at: elements.count)]
    case .erase(let erasure): [.insert(Element(id: id, content: .erasure(erasure)), at: elements.count)]
    case .remove(let ids): places(of: ids).reversed().map { .remove(at: $0) }
    case .transform(let ids, by: let change): changes(of: ids) { $0.transformed(by: change) }
    case .restyle(let ids, let change): changes(of: ids) { $0.restyled(change) }
    case .editText(let target, let text): changes(of: [target]) { $0.withText { $0.saying(text) } }
    case .textWidth(let target, let width): changes(of: [target]) { $0.withText { $0.wide(width) } }
    case .clear: [.replaceAll([])]
    case .background: []
    }
  }

  private func places(of ids: Set<ElementID>) -> [Int] {
    elements.indices.filter { elements[$0].shape != nil && ids.contains(elements[$0].id) }
  }

  /// Shapes changed in their places. Erasures that they take their holes from become masks first.
  private func changes(of ids: Set<ElementID>, _ change: (PlacedShape) -> PlacedShape) -> [ElementEdit] {
    let places = places(of: ids)
    var shapes: [Int: PlacedShape] = [:]
    let attached = erasures(over: places, change)
    for erasure in attached { attach(erasure, to: &shapes) }
    for place in places {
      if let shape = shapes[place] ?? elements[place].shape { shapes[place] = change(shape) }
    }
    let replaced = shapes.sorted { $0.key < $1.key }.map { place, shape in
      ElementEdit.replace(at: place, Element(id: elements[place].id, content: .shape(shape)))
    }
    return replaced + attached.reversed().map { .remove(at: $0) }
  }

  /// The erasures above shapes that touch them where they are, or would touch them where they go though they never did.
  private func erasures(over places: [Int], _ change: (PlacedShape) -> PlacedShape) -> [Int] {
    let extents = places.compactMap { place in
      elements[place].shape.map { (place, [$0.extent, change($0).extent]) }
    }
    return elements.indices.filter { index in
      guard let erased = elements[index].erasure?.path.extent else { return false }
      return extents.contains { place, extents in place < index && extents.contains { $0.meets(erased) } }
    }
  }

  /// Makes an erasure a mask of each shape under it that it touches.
  private func attach(_ index: Int, to shapes: inout [Int: PlacedShape]) {
    guard let erasure = elements[index].erasure else { return }
    let erased = erasure.path.extent
    for place in 0..<index {
      guard let shape = shapes[place] ?? elements[place].shape, shape.extent.meets(erased) else { continue }
      shapes[place] = shape.masked(by: erasure)
    }
  }
}
