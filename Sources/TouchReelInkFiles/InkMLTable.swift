/// Definitions of one kind, by their names and in their order. A reference may come before what it names. Where a name
/// is given again, earlier references keep what they named.
struct InkMLTable<Value: Sendable>: Sendable {
  /// `nil` where a name was referred to and never defined.
  private(set) var values: [Value?] = []
  private var names: [String: Int] = [:]
  /// How many definitions are derived from themselves, as is known when all are resolved.
  private(set) var circularCount = 0

  /// The index of what a reference names.
  ///
  /// - Parameter reference: `#name`, or the name alone, as data sets of formulas write it.
  mutating func index(of reference: String) -> Int {
    let name = reference.lastIndex(of: "#").map { String(reference[reference.index(after: $0)...]) } ?? reference
    if let index = names[name] { return index }
    names[name] = values.count
    values.append(nil)
    return values.count - 1
  }

  /// - Returns: the definition's index.
  @discardableResult
  mutating func define(_ value: Value, as name: String?) -> Int {
    if let name, let index = names[name], values[index] == nil {
      values[index] = value
      return index
    }
    if let name { names[name] = values.count }
    values.append(value)
    return values.count - 1
  }

  /// `nil` for no index, and for one of a name that was never defined.
  subscript(_ index: Int?) -> Value? { index.flatMap { values.indices.contains($0) ? values[$0] : nil } }

  /// The number of names that were referred to and never defined.
  var undefinedCount: Int { values.count { $0 == nil } }
}

/// A definition that takes what it does not say from others.
protocol InkMLDerived: Sendable {
  /// The indices of the definitions that it takes from, the weakest first.
  var bases: [Int] { get }

  mutating func complete(from base: Self)
}

extension InkMLTable where Value: InkMLDerived {
  /// Completes every definition from its bases. A base that is derived from the definition itself gives nothing.
  mutating func resolve() {
    var (isOpen, isResolved) = (Set<Int>(), Set<Int>())
    for start in values.indices {
      var stack = [start]
      while let index = stack.last {
        let waiting = isOpen.insert(index).inserted ? unresolvedBases(of: index, isOpen) : []
        stack += waiting
        guard waiting.isEmpty else { continue }
        stack.removeLast()
        if isResolved.insert(index).inserted { complete(index, isResolved) }
      }
    }
  }

  private func unresolvedBases(of index: Int, _ isOpen: Set<Int>) -> [Int] {
    values[index]?.bases.filter { !isOpen.contains($0) } ?? []
  }

  private mutating func complete(_ index: Int, _ isResolved: Set<Int>) {
    guard var value = values[index] else { return }
    if value.bases.contains(where: { $0 == index || !isResolved.contains($0) }) { circularCount += 1 }
    for base in value.bases.reversed() where base != index && isResolved.contains(base) {
      if let base = values[base] { value.complete(from: base) }
    }
    values[index] = value
  }
}
