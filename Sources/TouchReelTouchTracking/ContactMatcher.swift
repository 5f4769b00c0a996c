import TouchReelInputEvents

/// Finds which contact of a frame continues which of the frame before, so that the whole distance is the least.
///
/// Contacts that move little between frames are each other's nearest, which one look at the distances shows. Otherwise
/// the Hungarian method finds the least sum in O(n³) for up to `exactLimit` contacts; more are matched greedily in
/// their order. The buffers are reused, so that a steady stream of frames allocates nothing.
struct ContactMatcher {
  static let exactLimit = 64

  /// The old contact that each new one continues, or −1.
  private(set) var matches: [Int] = []
  private var distances: [Double] = []
  private var isTaken: [Bool] = []
  private var assignment = Assignment()

  mutating func match(_ new: [DevicePoint], with old: [DevicePoint]) {
    matches.removeAll(keepingCapacity: true)
    matches.append(contentsOf: repeatElement(-1, count: new.count))
    guard !new.isEmpty, !old.isEmpty else { return }
    if matchNearest(new, old) { return }
    measure(new, old)
    if max(new.count, old.count) <= Self.exactLimit {
      matchExactly(new.count, old.count)
    } else {
      matchGreedily(new.count, old.count)
    }
  }

  private mutating func measure(_ new: [DevicePoint], _ old: [DevicePoint]) {
    distances.removeAll(keepingCapacity: true)
    for point in new {
      for other in old { distances.append(point.distance(to: other)) }
    }
  }

  /// Gives each of the new contacts its nearest old one; false where two want the same, or where there are more new
  /// ones.
  private mutating func matchNearest(_ new: [DevicePoint], _ old: [DevicePoint]) -> Bool {
    guard new.count <= old.count else { return false }
    release(old.count)
    for row in new.indices {
      let nearest = Self.nearest(to: new[row], in: old)
      if isTaken[nearest] { return false }
      isTaken[nearest] = true
      matches[row] = nearest
    }
    return true
  }

  /// - Parameter points: at least one.
  private static func nearest(to point: DevicePoint, in points: [DevicePoint]) -> Int {
    var nearest = 0
    var least = Double.infinity
    for index in points.indices {
      let distance = point.squaredDistance(to: points[index])
      if distance < least { (nearest, least) = (index, distance) }
    }
    return nearest
  }

  private mutating func matchGreedily(_ newCount: Int, _ oldCount: Int) {
    release(oldCount)
    for row in 0..<newCount {
      let nearest = nearestFree(row, oldCount)
      if nearest >= 0 { isTaken[nearest] = true }
      matches[row] = nearest
    }
  }

  private mutating func matchExactly(_ newCount: Int, _ oldCount: Int) {
    for row in 0..<newCount { matches[row] = -1 }
    let isWide = newCount <= oldCount
    assignment.solve(rows: min(newCount, oldCount), columns: max(newCount, oldCount)) { row, column in
      isWide ? distances[row * oldCount + column] : distances[column * oldCount + row]
    }
    for (column, row) in assignment.rowOfColumn.enumerated() where row >= 0 {
      if isWide { matches[row] = column } else { matches[column] = row }
    }
  }

  private func nearestFree(_ row: Int, _ oldCount: Int) -> Int {
    var best = -1
    for column in 0..<oldCount where !isTaken[column] {
      if best < 0 || distances[row * oldCount + column] < distances[row * oldCount + best] { best = column }
    }
    return best
  }

  private mutating func release(_ count: Int) {
    isTaken.removeAll(keepingCapacity: true)
    isTaken.append(contentsOf: repeatElement(false, count: count))
  }
}

/// The Hungarian method with potentials (Kuhn 1955, Munkres 1957): each row gets a column of its own so that the sum of
/// the costs is the least. O(rows² · columns).
private struct Assignment {
  /// −1 where the column is left over.
  private(set) var rowOfColumn: [Int] = []
  private var rowPotential: [Double] = []
  private var columnPotential: [Double] = []
  private var slack: [Double] = []
  private var previous: [Int] = []
  private var isVisited: [Bool] = []

  /// - Parameter rows: at most `columns`.
  mutating func solve(rows: Int, columns: Int, cost: (Int, Int) -> Double) {
    rowOfColumn.reset(to: -1, count: columns)
    rowPotential.reset(to: 0, count: rows)
    columnPotential.reset(to: 0, count: columns)
    for row in 0..<rows { augment(from: row, columns, cost) }
  }

  private mutating func augment(from start: Int, _ columns: Int, _ cost: (Int, Int) -> Double) {
    slack.reset(to: .infinity, count: columns)
    previous.reset(to: -1, count: columns)
    isVisited.reset(to: false, count: columns)
    var row = start
    var column = -1
    repeat {
      let next = nearestColumn(from: row, at: column, columns, cost)
      shiftPotentials(by: slack[next], start: start)
      column = next
      isVisited[column] = true
      row = rowOfColumn[column]
    } while row >= 0
    while column >= 0 {
      let before = previous[column]
      rowOfColumn[column] = before >= 0 ? rowOfColumn[before] : start
      column = before
    }
  }

  private mutating func nearestColumn(
    from row: Int, at current: Int, _ columns: Int, _ cost: (Int, Int) -> Double
  ) -> Int {
    var nearest = -1
    for column in 0..<columns where !isVisited[column] {
      let reduced = cost(row, column) - rowPotential[row] - columnPotential[column]
      if reduced < slack[column] { (slack[column], previous[column]) = (reduced, current) }
      if nearest < 0 || slack[column] < slack[nearest] { nearest = column }
    }
    return nearest
  }

  private mutating func shiftPotentials(by delta: Double, start: Int) {
    rowPotential[start] += delta
    for column in slack.indices {
      if isVisited[column] {
        rowPotential[rowOfColumn[column]] += delta
        columnPotential[column] -= delta
      } else {
        slack[column] -= delta
      }
    }
  }
}

extension Array {
  fileprivate mutating func reset(to value: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}

extension DevicePoint {
  /// The distance, in device units.
  func distance(to other: DevicePoint) -> Double { squaredDistance(to: other).squareRoot() }

  @inline(__always)
  func squaredDistance(to other: DevicePoint) -> Double {
    let dx = Double(x) - Double(other.x)
    let dy = Double(y) - Double(other.y)
    return dx * dx + dy * dy
  }
}

/// The contacts of protocol A's frame before, in their order.
///
/// Most devices send their contacts in the same order in each frame. Where each contact of a frame is nearer to the one
/// of its own index in the frame before than to any other, it continues that one, and nothing has to be matched.
struct StableOrderMatcher {
  private var points: [SIMD2<Double>] = []
  private var hasIDs = false

  mutating func record(_ contacts: [Contact]) {
    points.removeAll(keepingCapacity: true)
    hasIDs = false
    for contact in contacts {
      points.append(contact.point.vector)
      hasIDs = hasIDs || contact.trackingID != Contact.noID
    }
  }

  mutating func forget() { points.removeAll(keepingCapacity: true) }

  /// Whether each contact continues the one of its index, which lies within reach of it.
  ///
  /// - Parameter reach: along x and y, in device units.
  func continues(in contacts: [Contact], reach: SIMD2<Double>) -> Bool {
    guard contacts.count == points.count, !points.isEmpty, !hasIDs else { return false }
    return points.withUnsafeBufferPointer { points in
      contacts.indices.allSatisfy { index in
        let point = contacts[index].point.vector
        let way = point - points[index]
        guard contacts[index].trackingID == Contact.noID, all(-reach .<= way .& way .<= reach) else { return false }
        return Self.count(of: points, within: way.squaredLength, of: point) == 1
      }
    }
  }

  /// How many points lie within this squared distance: a contact's own at least, and for a steady one no other.
  @inline(__always)
  private static func count(
    of points: UnsafeBufferPointer<SIMD2<Double>>, within limit: Double, of point: SIMD2<Double>
  ) -> Int {
    var count = 0
    for other in points { count += (point - other).squaredLength <= limit ? 1 : 0 }
    return count
  }
}

extension SIMD2<Double> {
  @inline(__always)
  fileprivate var squaredLength: Double { x * x + y * y }
}

extension DevicePoint {
  @inline(__always)
  fileprivate var vector: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}
