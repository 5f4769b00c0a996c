/// Which nodes of one list are those of another: by all that they hold, by their id, by their content, and what is left
/// by their names in order. One that is missing changes nothing for those after it.
struct ChildMatching {
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Nodes without a counterpart, in order.
  private(set) var old: [Int]
  private(set) var new: [Int]

  init(_ old: [Int], _ new: [Int]) { (self.old, self.new) = (old, new) }

  /// Pairs nodes of equal keys, in order; those whose key is `nil` are left.
  mutating func match(_ oldKey: (Int) -> MatchKey?, _ newKey: (Int) -> MatchKey?) {
    guard !old.isEmpty, !new.isEmpty else { return }
    var waiting: [MatchKey: [Int]] = [:]
    for node in new.reversed() { if let key = newKey(node) { waiting[key, default: []].append(node) } }
    var taken: Set<Int> = []
    old = old.filter { node in
      guard let key = oldKey(node), let other = waiting[key]?.popLast() else { return true }
      pairs.append((node, other))
      taken.insert(other)
      return false
    }
    new.removeAll(where: taken.contains)
  }

  /// Pairs nodes in order whose names both lists have as often.
  mutating func matchInOrder(_ oldName: (Int) -> Int, _ newName: (Int) -> Int) {
    let (olds, news) = (Dictionary(grouping: old, by: oldName), Dictionary(grouping: new, by: newName))
    let names = Set(olds.keys.filter { olds[$0]?.count == news[$0]?.count })
    for name in names.sorted() { pairs += zip(olds[name] ?? [], news[name] ?? []).map { ($0, $1) } }
    old.removeAll { names.contains(oldName($0)) }
    new.removeAll { names.contains(newName($0)) }
  }

  /// The pairs that would have to move so that all are in one order, of the first of each.
  var moved: [Int] {
    let sequence = pairs.sorted { $0.old < $1.old }
    // The longest ascending part, by its least last elements (patience sorting).
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: sequence.count)
    for index in sequence.indices {
      let length = ends.partition { sequence[$0].new < sequence[index].new }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var kept: Set<Int> = []
    var next = ends.last ?? -1
    while next >= 0 {
      kept.insert(next)
      next = before[next]
    }
    return sequence.indices.filter { !kept.contains($0) }.map { sequence[$0].old }
  }
}

struct MatchKey: Hashable {
  var name: Int
  var hash: Int
}

extension [Int] {
  /// How many elements at the beginning fulfil a condition that all after them do not.
  fileprivate func partition(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
