import TouchReelTouchTracking

/// The elements of a drawing, bottom to top. That is the order of their numbers but for those that were brought to the
/// front or to the back: an operation's number is greater than all before, and what an undo brings back has the number
/// that it had.
///
/// So an element is found by its number in logarithmic time. They lie in blocks, so that no change moves all of them;
/// copies share the blocks. Once that was asked for, they are found by where they lie on the board, too.
package struct ElementList: Sendable {
  private var blocks: [[Element]] = []
  /// The positions of shapes that do not lie in the order of numbers.
  private var moved: [ElementID: ElementPosition] = [:]
  /// The numbers of those that are erasures, in order; they stay in the order of numbers.
  private(set) var erasures: [ElementID] = []
  /// The index of where they lie; `nil` until it is first needed.
  private var spatialIndex: SpatialIndex?

  private static let blockLimit = 256

  package var elements: FlattenSequence<[[Element]]> { blocks.joined() }

  var count: Int { blocks.reduce(0) { $0 + $1.count } }

  /// Memory that it takes and another one does not share, without what the elements refer to, in bytes.
  package func byteCount(notSharedWith other: ElementList?) -> Int {
    blocks.byteCount(notSharedWith: other?.blocks ?? [])
  }

  /// Where the element of a number lies among the others.
  func position(of id: ElementID) -> ElementPosition { moved[id] ?? ElementPosition(id) }

  /// These elements, from bottom to top.
  package func sorted(_ ids: some Sequence<ElementID>) -> [ElementID] {
    moved.isEmpty ? ids.sorted() : ids.sorted { position(of: $0) < position(of: $1) }
  }

  /// The next one above.
  func element(after id: ElementID) -> Element? {
    let position = position(of: id)
    let next = block(of: position) ?? 0
    return blocks[next...].lazy.compactMap { block in
      let index = block.partitioningIndex { $0.position > position }
      return index < block.count ? block[index] : nil
    }.first
  }

  package subscript(id: ElementID) -> Element? {
    place(of: id).map { blocks[$0.block][$0.index] }
  }

  /// Puts an element at its position; one of the same number is replaced.
  mutating func insert(_ element: Element) {
    guard replace(element) == nil else { return }
    if !element.position.isDefault(of: element.id) { moved[element.id] = element.position }
    if element.erasure != nil { erasures.insert(element.id, at: erasures.partitioningIndex { $0 >= element.id }) }
    spatialIndex?.insert(element)
    put(element)
  }

  private mutating func put(_ element: Element) {
    guard let block = block(of: element.position) else { return blocks.insert([element], at: 0) }
    if blocks[block].count >= Self.blockLimit { return put(element, atFull: block) }
    blocks[block].insert(element, at: blocks[block].partitioningIndex { $0.position > element.position })
  }

  /// What comes last begins a block of its own; else the block is cut in two.
  private mutating func put(_ element: Element, atFull block: Int) {
    let index = blocks[block].partitioningIndex { $0.position > element.position }
    var rest: [Element] = [element]
    if index < blocks[block].count {
      rest = Array(blocks[block][(Self.blockLimit / 2)...])
      blocks[block].removeSubrange((Self.blockLimit / 2)...)
    }
    blocks.insert(rest, at: block + 1)
    if rest.count > 1 { put(element) }
  }

  /// - Returns: what was there.
  mutating func remove(_ id: ElementID) -> Element? {
    guard let (block, index) = place(of: id) else { return nil }
    let removed = blocks[block].remove(at: index)
    if blocks[block].isEmpty { blocks.remove(at: block) }
    if !moved.isEmpty { moved[id] = nil }
    if removed.erasure != nil { erasures.remove(at: erasures.partitioningIndex { $0 >= id }) }
    spatialIndex?.remove(removed)
    return removed
  }

  /// Puts a shape in place of the shape of its number, at its own position, or an erasure in place of an erasure.
  /// - Returns: what was there; `nil` if there was nothing, and the list is unchanged.
  mutating func replace(_ element: Element) -> Element? {
    guard let (block, index) = place(of: element.id) else { return nil }
    let replaced = blocks[block][index]
    guard replaced.position == element.position else {
      _ = remove(element.id)
      insert(element)
      return replaced
    }
    blocks[block][index] = element
    spatialIndex?.remove(replaced)
    spatialIndex?.insert(element)
    return replaced
  }

  /// The block in which a position lies or would lie; `nil` if that is before all.
  private func block(of position: ElementPosition) -> Int? {
    let index = blocks.partitioningIndex { ($0.first?.position ?? position) > position }
    return index > 0 ? index - 1 : nil
  }

  /// Where the element of a number is; `nil` if there is none.
  private func place(of id: ElementID) -> (block: Int, index: Int)? {
    let position = position(of: id)
    guard let block = block(of: position) else { return nil }
    let index = blocks[block].partitioningIndex { $0.position >= position }
    return index < blocks[block].count && blocks[block][index].id == id ? (block, index) : nil
  }
}

extension ElementList {
  /// Some shapes as they look, bottom to top: what erasures have taken away stays so.
  package mutating func copies(of ids: Set<ElementID>) -> [PlacedShape] {
    sorted(ids).compactMap { id in
      guard var shape = self[id]?.shape else { return nil }
      guard !erasures.isEmpty else { return shape }
      for above in erasures(over: id, touching: shape.inkBounds).sorted() {
        if case .erasure(let erasure)? = self[above]?.content { shape.mask(by: erasure) }
      }
      return shape
    }
  }

  /// All shapes as they look, bottom to top.
  var allCopies: [PlacedShape] {
    var list = self
    return list.copies(of: Set(elements.lazy.filter { $0.shape != nil }.map(\.id)))
  }

  /// The elements as they lie on each other, bottom to top: the latest of those that lie below what was there is the
  /// lowest.
  var asStacked: [Element] {
    let elements = Array(elements)
    guard elements.contains(where: \.isUnderlay) else { return elements }
    return elements.filter(\.isUnderlay).reversed() + elements.filter { !$0.isUnderlay }
  }

  /// The shapes below an erasure that may touch it, in order.
  mutating func shapes(under erasure: Element) -> [Element] {
    updateIndex()
    guard moved.isEmpty else {
      return elements(spatialIndex?.shapes(touching: erasure.inkBounds) ?? []).filter { $0.position < erasure.position }
    }
    return elements(spatialIndex?.shapes(touching: erasure.inkBounds, below: erasure.id) ?? [])
  }

  /// The erasures above a shape that may touch ink somewhere, in no order.
  mutating func erasures(over id: ElementID, touching bounds: BoardRect) -> [ElementID] {
    updateIndex()
    guard moved.isEmpty else {
      let position = position(of: id)
      return erasures(touching: bounds).filter { ElementPosition($0) > position }
    }
    return spatialIndex?.erasures(touching: bounds, above: id) ?? []
  }

  /// The erasures that may touch ink somewhere, in no order.
  mutating func erasures(touching bounds: BoardRect) -> [ElementID] {
    updateIndex()
    return spatialIndex?.erasures(touching: bounds) ?? []
  }

  /// The elements that may touch ink somewhere, in order.
  ///
  /// - Complexity: that of ``BoundsIndex/search(_:in:)`` where ``updateIndex()`` was called since the last change; else
  ///   all are looked at.
  package func elements(touching bounds: BoardRect) -> [Element] {
    guard let spatialIndex, spatialIndex.isIndexed else { return elements.filter { $0.inkBounds.meets(bounds) } }
    return elements(spatialIndex.all(touching: bounds))
  }

  /// Finds out where they lie, so that copies that are made of the list need not.
  mutating func updateIndex() {
    if spatialIndex == nil { spatialIndex = SpatialIndex(elements) }
    spatialIndex?.update()
  }

  private func elements(_ ids: [ElementID]) -> [Element] { sorted(ids).compactMap { self[$0] } }
}

extension ElementList: Hashable {
  // How they lie in blocks, and whether it is known where, depends on what was done before.
  package static func == (left: ElementList, right: ElementList) -> Bool { left.elements.elementsEqual(right.elements) }

  package func hash(into hasher: inout Hasher) {
    for element in elements { hasher.combine(element) }
  }
}

extension Array {
  /// The first index from which on a condition holds, which holds for all after one for which it holds.
  func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
