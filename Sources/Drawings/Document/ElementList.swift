import TouchTracking

/// The elements of a drawing, bottom to top, which is in the order of their numbers: an operation's number is greater
/// than all before, and what an undo brings back has the number that it had.
///
/// So an element is found by its number in logarithmic time. They lie in blocks, so that no change moves all of them;
/// copies share the blocks. Once that was asked for, they are found by where they lie, too.
package struct ElementList: Sendable {
  private var blocks: [[Element]] = []
  /// The numbers of those that are erasures, in order.
  private(set) var erasures: [ElementID] = []
  /// Where they lie; `nil` until it is first needed.
  private var places: ElementPlaces?

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
      let place = block.firstPlace { $0.id > id }
      return place < block.count ? block[place] : nil
    }.first
  }

  package subscript(id: ElementID) -> Element? {
    guard let block = block(of: id) else { return nil }
    let place = blocks[block].firstPlace { $0.id >= id }
    return place < blocks[block].count && blocks[block][place].id == id ? blocks[block][place] : nil
  }

  /// Puts an element in its place; one of the same number is replaced.
  mutating func insert(_ element: Element) {
    guard replace(element) == nil else { return }
    if element.erasure != nil { erasures.insert(element.id, at: erasures.firstPlace { $0 >= element.id }) }
    places?.insert(element)
    put(element)
  }

  private mutating func put(_ element: Element) {
    guard let block = block(of: element.id) else { return blocks.insert([element], at: 0) }
    if blocks[block].count >= Self.blockLimit { return put(element, atFull: block) }
    blocks[block].insert(element, at: blocks[block].firstPlace { $0.id > element.id })
  }

  /// What comes last begins a block of its own; else the block is cut in two.
  private mutating func put(_ element: Element, atFull block: Int) {
    let place = blocks[block].firstPlace { $0.id > element.id }
    var rest: [Element] = [element]
    if place < blocks[block].count {
      rest = Array(blocks[block][(Self.blockLimit / 2)...])
      blocks[block].removeSubrange((Self.blockLimit / 2)...)
    }
    blocks.insert(rest, at: block + 1)
    if rest.count > 1 { put(element) }
  }

  /// - Returns: what was there.
  mutating func remove(_ id: ElementID) -> Element? {
    guard let block = block(of: id) else { return nil }
    let place = blocks[block].firstPlace { $0.id >= id }
    guard place < blocks[block].count, blocks[block][place].id == id else { return nil }
    let removed = blocks[block].remove(at: place)
    if blocks[block].isEmpty { blocks.remove(at: block) }
    if removed.erasure != nil { erasures.remove(at: erasures.firstPlace { $0 >= id }) }
    places?.remove(removed)
    return removed
  }

  /// Puts a shape in the place of the shape of its number, or an erasure in that of an erasure.
  /// - Returns: what was there; `nil` if there was nothing, and the list is unchanged.
  mutating func replace(_ element: Element) -> Element? {
    guard let block = block(of: element.id) else { return nil }
    let place = blocks[block].firstPlace { $0.id >= element.id }
    guard place < blocks[block].count, blocks[block][place].id == element.id else { return nil }
    let replaced = blocks[block][place]
    blocks[block][place] = element
    places?.remove(replaced)
    places?.insert(element)
    return replaced
  }

  /// The block in which a number lies or would lie; `nil` if that is before all.
  private func block(of id: ElementID) -> Int? {
    let place = blocks.firstPlace { ($0.first?.id ?? id) > id }
    return place > 0 ? place - 1 : nil
  }
}

extension ElementList {
  /// The shapes below an erasure that may touch it, in order.
  mutating func shapes(under erasure: Element) -> [Element] {
    findPlaces()
    return elements(places?.shapes(touching: erasure.inkBounds, below: erasure.id) ?? [])
  }

  /// The erasures above a shape that may touch ink somewhere, in no order.
  mutating func erasures(over id: ElementID, touching bounds: BoardRect) -> [ElementID] {
    findPlaces()
    return places?.erasures(touching: bounds, above: id) ?? []
  }

  /// Those that may touch ink somewhere, in order.
  ///
  /// - Complexity: that of ``BoundsIndex/search(_:in:)`` where ``findPlaces()`` was called since the last change; else
  ///   all are looked at.
  package func elements(touching bounds: BoardRect) -> [Element] {
    guard let places, places.isIndexed else { return elements.filter { $0.inkBounds.meets(bounds) } }
    return elements(places.all(touching: bounds))
  }

  /// Finds out where they lie, so that copies that are made of the list need not.
  mutating func findPlaces() {
    if places == nil { places = ElementPlaces(elements) }
    places?.index()
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
  /// The first place from which on a condition holds, which holds for all after one for which it holds.
  func firstPlace(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
