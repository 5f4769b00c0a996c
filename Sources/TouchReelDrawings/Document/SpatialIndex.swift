import TouchReelClampedNumbers

/// The shapes and the erasures of a list, each found by where they lie, as of when they were indexed last.
struct SpatialIndex: Sendable {
  private var shapes = BoundsIndex()
  private var erasures = BoundsIndex()
  /// The elements that came since: a text that changes often is set only when something is searched for.
  private var fresh: [ElementID: Element]

  init(_ elements: some Sequence<Element>) {
    fresh = Dictionary(elements.lazy.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func insert(_ element: Element) { fresh[element.id] = element }

  mutating func remove(_ element: Element) {
    guard fresh.removeValue(forKey: element.id) == nil else { return }
    if element.erasure == nil {
      shapes.remove(element.id, element.inkBounds)
    } else {
      erasures.remove(element.id, element.inkBounds)
    }
  }

  /// Shapes with numbers below one.
  func shapes(touching bounds: BoardRect, below id: ElementID) -> [ElementID] {
    shapes.search(bounds, in: .first...id)
  }

  /// Erasures with numbers above one.
  func erasures(touching bounds: BoardRect, above id: ElementID) -> [ElementID] {
    erasures.search(bounds, in: id...(.last))
  }

  func shapes(touching bounds: BoardRect) -> [ElementID] { shapes.search(bounds, in: .first...(.last)) }

  func erasures(touching bounds: BoardRect) -> [ElementID] { erasures.search(bounds, in: .first...(.last)) }

  func all(touching bounds: BoardRect) -> [ElementID] {
    shapes(touching: bounds) + erasures(touching: bounds)
  }

  /// Whether all are found.
  var isIndexed: Bool { fresh.isEmpty }

  /// Finds out where those lie that came since it was done last.
  mutating func update() {
    for (id, element) in fresh {
      if element.erasure == nil { shapes.insert(id, element.inkBounds) } else { erasures.insert(id, element.inkBounds) }
    }
    fresh = [:]
  }
}

extension ElementID {
  fileprivate static let first = ElementID(rawValue: .min)
  fileprivate static let last = ElementID(rawValue: .max)
}

/// Bounds under numbers, found by where they lie.
///
/// Each lies in the cell of its least corner, in a grid whose cells are about as wide and as high as it is: there is
/// one grid for each power of two of the width and of the height, so that neither a few large ones nor many long thin
/// ones crowd a cell. A search looks into the cells that its bounds covers, and one more to the left and above.
struct BoundsIndex: Sendable {
  fileprivate struct Entry: Sendable {
    var id: ElementID
    var bounds: BoardRect
  }

  /// The cells of a row by column; the entries of a cell in the order of their numbers.
  private typealias Row = [Int: [Entry]]

  private var grids: [CellSize: [Int: Row]] = [:]

  mutating func insert(_ id: ElementID, _ bounds: BoardRect) {
    let cell = Cell(of: bounds)
    let entry = Entry(id: id, bounds: bounds)
    grids[cell.size, default: [:]][cell.row, default: [:]][cell.column, default: []].insert(entry)
  }

  /// - Parameter bounds: the one that it was put in with.
  mutating func remove(_ id: ElementID, _ bounds: BoardRect) {
    let cell = Cell(of: bounds)
    grids[cell.size]?[cell.row]?[cell.column]?.remove(id)
    guard grids[cell.size]?[cell.row]?[cell.column]?.isEmpty == true else { return }
    grids[cell.size]?[cell.row]?[cell.column] = nil
    if grids[cell.size]?[cell.row]?.isEmpty == true { grids[cell.size]?[cell.row] = nil }
    if grids[cell.size]?.isEmpty == true { grids[cell.size] = nil }
  }

  /// The numbers within some bounds whose bounds have a point in common with one, in no order.
  ///
  /// - Complexity: as many steps as there are bounds near it, and cells of their size that it covers, or rows and cells
  ///   of which some are occupied, whichever are fewer.
  func search(_ bounds: BoardRect, in ids: ClosedRange<ElementID>) -> [ElementID] {
    var found: [ElementID] = []
    let frame = IndexFrame(bounds)
    for (size, rows) in grids {
      rows.forEachValue(in: size.rows(over: frame)) { row in
        row.forEachValue(in: size.columns(over: frame)) { entries in
          found += entries.within(ids).lazy.filter { $0.bounds.meets(bounds) }.map(\.id)
        }
      }
    }
    return found
  }
}

extension BoundsIndex {
  /// Where the index has bounds, in whole points. What reaches beyond all that can be drawn is clamped, which keeps
  /// bounds together that have a point in common.
  private struct IndexFrame {
    let minX, minY, maxX, maxY: Int

    /// A coordinate beyond where points are clamped, with room for a width.
    private static let limit = 131_072.0

    init(_ bounds: BoardRect) {
      guard bounds.isOrdered else {
        // Bounds of NaN hold everything; empty bounds meet only infinite ones, which are everywhere.
        let end = Int(bounds.isEmpty ? -Self.limit : Self.limit)
        (minX, minY, maxX, maxY) = (-Int(Self.limit), -Int(Self.limit), end, end)
        return
      }
      func point(_ value: Double) -> Int { Int(clamping: min(max(value, -Self.limit), Self.limit).rounded(.down)) }
      (minX, minY, maxX, maxY) = (point(bounds.minX), point(bounds.minY), point(bounds.maxX), point(bounds.maxY))
    }
  }

  /// The size of a grid's cells, as powers of two.
  private struct CellSize: Hashable {
    let width: Int
    let height: Int

    init(holding frame: IndexFrame) {
      width = Self.exponent(frame.maxX - frame.minX)
      height = Self.exponent(frame.maxY - frame.minY)
    }

    /// The exponent of the least power of two that is greater than a length.
    private static func exponent(_ length: Int) -> Int { Int.bitWidth - length.leadingZeroBitCount }

    func columns(over frame: IndexFrame) -> ClosedRange<Int> { (frame.minX >> width) - 1...frame.maxX >> width }
    func rows(over frame: IndexFrame) -> ClosedRange<Int> { (frame.minY >> height) - 1...frame.maxY >> height }
  }

  private struct Cell {
    let size: CellSize
    let column: Int
    let row: Int

    init(of bounds: BoardRect) {
      let frame = IndexFrame(bounds)
      size = CellSize(holding: frame)
      (column, row) = (frame.minX >> size.width, frame.minY >> size.height)
    }
  }
}

extension BoardRect {
  /// False if a bound is NaN, or if it is empty.
  fileprivate var isOrdered: Bool { minX <= maxX && minY <= maxY }

  fileprivate var isEmpty: Bool { minX > maxX && minY > maxY }
}

extension Dictionary where Key == Int {
  /// Visits the values under some keys, by whichever way is shorter.
  fileprivate func forEachValue(in keys: ClosedRange<Int>, _ visit: (Value) -> Void) {
    if keys.count > count {
      for (key, value) in self where keys.contains(key) { visit(value) }
    } else {
      for key in keys { if let value = self[key] { visit(value) } }
    }
  }
}

extension [BoundsIndex.Entry] {
  fileprivate mutating func insert(_ entry: Element) { insert(entry, at: partitioningIndex { $0.id > entry.id }) }

  fileprivate mutating func remove(_ id: ElementID) {
    let index = partitioningIndex { $0.id >= id }
    if index < count, self[index].id == id { remove(at: index) }
  }

  fileprivate func within(_ ids: ClosedRange<ElementID>) -> ArraySlice<Element> {
    let start = partitioningIndex { $0.id >= ids.lowerBound }
    return self[start..<Swift.max(start, partitioningIndex { $0.id > ids.upperBound })]
  }
}
