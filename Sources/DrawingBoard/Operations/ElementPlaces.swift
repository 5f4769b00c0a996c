/// The shapes and the erasures of a list, each found by where they lie, as of when they were indexed last.
struct ElementPlaces: Sendable {
  private var shapes = ExtentIndex()
  private var erasures = ExtentIndex()
  /// Those that came since: a text that changes often is set only when something is searched for.
  private var fresh: [ElementID: Element]

  init(_ elements: some Sequence<Element>) {
    fresh = Dictionary(elements.lazy.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func insert(_ element: Element) { fresh[element.id] = element }

  mutating func remove(_ element: Element) {
    guard fresh.removeValue(forKey: element.id) == nil else { return }
    if element.erasure == nil {
      shapes.remove(element.id, element.extent)
    } else {
      erasures.remove(element.id, element.extent)
    }
  }

  /// Shapes with numbers below one.
  func shapes(touching extent: Extent, below id: ElementID) -> [ElementID] {
    shapes.search(extent, in: .first...id)
  }

  /// Erasures with numbers above one.
  func erasures(touching extent: Extent, above id: ElementID) -> [ElementID] {
    erasures.search(extent, in: id...(.last))
  }

  func all(touching extent: Extent) -> [ElementID] {
    shapes.search(extent, in: .first...(.last)) + erasures.search(extent, in: .first...(.last))
  }

  /// Whether all are found.
  var isIndexed: Bool { fresh.isEmpty }

  /// Finds out where those lie that came since it was done last.
  mutating func index() {
    for (id, element) in fresh {
      if element.erasure == nil { shapes.insert(id, element.extent) } else { erasures.insert(id, element.extent) }
    }
    fresh = [:]
  }
}

extension ElementID {
  fileprivate static let first = ElementID(rawValue: .min)
  fileprivate static let last = ElementID(rawValue: .max)
}
