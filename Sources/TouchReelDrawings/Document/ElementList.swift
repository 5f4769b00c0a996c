import TouchReelTouchTracking

/// The elements of a drawing, bottom to top, which is in the order of their numbers: an operation's number is greater
/// than all before, and what an undo brings back has the number that it had.
///
/// So an element is found by its number in logarithmic time. They lie in blocks, so that no change moves all of them;
/// copies share the blocks. Once that was asked for, they are found by where they lie, too.
package struct ElementList: Sendable {
  private var blocks: [[Element]] = []
  /// The numbers of those that are erasures, in order.
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

  /// The next one above.
  func element(after id: ElementID) -> Element? {
    let next = block(of: id) ?? 0
    return blocks[next...].lazy.compactMap { block in
      let index = block.partitioningIndex { $0.id > id }
      return index < block.count ? block[index] : nil
    }.first
  }

  package subscript(id: ElementID) -> Element? {
    guard let block = block(of: id) else { return nil }
    let index = blocks[block].partitioningIndex { $0.id >= id }
    return index < blocks[block].count && blocks[block][index].id == id ? blocks[block][index] : nil
  }

  /// Puts an element at its position; one of the same number is replaced.
  mutating func insert(_ element: Element) {
    guard replace(element) == nil else { return }
    if element.erasure != nil { erasures.insert(element.id, at: erasures.partitioningIndex { $0 >= element.id }) }
    spatialIndex?.insert(element)
    put(element)
  }

  private mutating func put(_ element: Element) {
    guard let block = block(of: element.id) else { return blocks.insert([element], at: 0) }
    if blocks[block].count >= Self.blockLimit { return put(element, atFull: block) }
    blocks[block].insert(element, at: blocks[block].partitioningIndex { $0.id > element.id })
  }

  /// What comes last begins a block of its own; else the block is cut in two.
  private mutating func put(_ element: Element, atFull block: Int) {
    let index = blocks[block].partitioningIndex { $0.id > element.id }
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
    guard let block = block(of: id) else { return nil }
    let index = blocks[block].partitioningIndex { $0.id >= id }
    guard index < blocks[block].count, blocks[block][index].id == id else { return nil }
    let removed = blocks[block].remove(at: index)
    if blocks[block].isEmpty { blocks.remove(at: block) }
    if removed.erasure != nil { erasures.remove(at: erasures.partitioningIndex { $0 >= id }) }
    spatialIndex?.remove(removed)
    return removed
  }

  /// Puts a shape in the index of the shape of its number, or an erasure in that of an erasure.
  /// - Returns: what was there; `nil` if there was nothing, and the list is unchanged.
  mutating func replace(_ element: Element) -> Element? {
    guard let block = block(of: element.id) else { return nil }
    let index = blocks[block].partitioningIndex { $0.id >= element.id }
    guard index < blocks[block].count, blocks[block][index].id == element.id else { return nil }
    let replaced = blocks[block][index]
    blocks[block][index] = element
    spatialIndex?.remove(replaced)
    spatialIndex?.insert(element)
    return replaced
  }

  /// The block in which a number lies or would lie; `nil` if that is before all.
  private func block(of id: ElementID) -> Int? {
    let index = blocks.partitioningIndex { ($0.first?.id ?? id) > id }
    return index > 0 ? index - 1 : nil
  }
}

extension ElementList {
  /// The shapes below an erasure that may touch it, in order.
  mutating func shapes(under erasure: Element) -> [Element] {
    updateIndex()
    return elements(spatialIndex?.shapes(touching: erasure.inkBounds, below: erasure.id) ?? [])
  }

  /// The erasures above a shape that may touch ink somewhere, in no order.
  mutating func erasures(over id: ElementID, touching bounds: BoardRect) -> [ElementID] {
    updateIndex()
    return spatialIndex?.erasures(touching: bounds, above: id) ?? []
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

  private func elements(_ ids: [ElementID]) -> [Element] { ids.sorted().compactMap { self[$0] } }
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
