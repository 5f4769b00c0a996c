/// How values of some channels become those of others (W3C, Ink Markup Language, 4.6): a `mapping` element.
struct InkMLMapping: Sendable {
  enum Rule: Sendable {
    case identity
    /// Rows of factors, one for each source, and a constant.
    case affine([[Double]])
    case lookup(InkMLLookup)
    /// Its parts, one after another.
    case product
    /// A formula, or one that the file does not state.
    case unknown
  }

  var rule = Rule.unknown
  /// Names of channels; empty for the usual ones.
  var sources: [String] = []
  var targets: [String] = []
  /// Indices of mappings.
  var parts: [Int] = []

  /// - Parameter bind: attributes of a `bind` element.
  mutating func add(bind attributes: [String: String]) {
    if let source = attributes["source"] { sources.append(source) }
    if let target = attributes["target"] { targets.append(target) }
    guard case .lookup(var lookup) = rule, let column = attributes["column"].flatMap({ Int($0) }), column > 0 else {
      return
    }
    if attributes["source"] != nil { lookup.sourceColumn = column - 1 }
    if attributes["target"] != nil { lookup.targetColumn = column - 1 }
    rule = .lookup(lookup)
  }

  /// Rows that are separated by commas; `nil` if something else than numbers is among them.
  static func rows(_ text: String) -> [[Double]]? {
    let rows = text.split(separator: ",").map { row in
      row.split(whereSeparator: \.isWhitespace).map(InkMLFormat.finite)
    }
    let numbers = rows.map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
    return zip(rows.filter { !$0.isEmpty }, numbers).allSatisfy { $0.count == $1.count } ? numbers : nil
  }
}

/// A mapping by a table.
struct InkMLLookup: Sendable {
  enum Interpolation: String, Sendable { case floor, middle, ceiling, linear }

  var rows: [[Double]] = []
  var sourceColumn = 0
  var targetColumn = 1
  /// Whether what is looked up is added to the value.
  var isRelative = false
  var interpolation = Interpolation.linear

  /// Ready to look up: rows that have both columns, in the order of the source.
  var sorted: InkMLLookup {
    var lookup = self
    lookup.rows = rows.filter { max(sourceColumn, targetColumn) < $0.count }
      .map { [$0[sourceColumn], $0[targetColumn]] }.sorted { $0[0] < $1[0] }
    (lookup.sourceColumn, lookup.targetColumn) = (0, 1)
    return lookup
  }

  /// Before the first row and after the last one, those count.
  func callAsFunction(_ value: Double) -> Double {
    (isRelative ? value : 0) + found(value)
  }

  private func found(_ value: Double) -> Double {
    var (low, high) = (0, rows.count - 1)
    guard value > rows[low][0] else { return rows[low][1] }
    guard value < rows[high][0] else { return rows[high][1] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows[middle][0] <= value { low = middle } else { high = middle }
    }
    if rows[low][0] == value { return rows[low][1] }
    let share = (value - rows[low][0]) / (rows[high][0] - rows[low][0])
    switch interpolation {
    case .floor: return rows[low][1]
    case .ceiling: return rows[high][1]
    case .middle: return rows[share < 0.5 ? low : high][1]
    case .linear: return rows[low][1] + share * (rows[high][1] - rows[low][1])
    }
  }
}

/// Mappings one after another, with channels as their indices.
struct InkMLTransform: Sendable {
  private struct Step: Sendable {
    var rule: InkMLMapping.Rule
    var sources: [Int]
    var targets: [Int]
  }

  /// A product of products can name any number of them.
  private static let stepLimit = 100
  private var steps: [Step] = []

  var isIdentity: Bool { steps.isEmpty }

  /// Returns `nil` if some mapping is not understood, or is of channels that the format does not have.
  init?(_ mapping: Int, in mappings: InkMLTable<InkMLMapping>, _ format: InkMLFormat) {
    var (waiting, count) = ([mapping], 0)
    while let index = waiting.popLast() {
      count += 1
      guard count <= Self.stepLimit, let mapping = mappings[index] else { return nil }
      if case .product = mapping.rule {
        waiting += mapping.parts.reversed()
      } else if case .identity = mapping.rule {
        continue
      } else {
        guard let step = Self.step(mapping, format) else { return nil }
        steps.append(step)
      }
    }
  }

  private static func step(_ mapping: InkMLMapping, _ format: InkMLFormat) -> Step? {
    var mapping = mapping
    switch mapping.rule {
    case .affine(let rows):
      let width = rows.first?.count ?? 0
      if mapping.sources.isEmpty { mapping.sources = Array(["X", "Y", "Z"].prefix(max(width - 1, 0))) }
      if mapping.targets.isEmpty { mapping.targets = Array(["X", "Y", "Z"].prefix(mapping.sources.count)) }
      guard !mapping.sources.isEmpty, rows.allSatisfy({ $0.count == mapping.sources.count + 1 }),
        // The last row of a square matrix says nothing.
        rows.count >= mapping.targets.count
      else { return nil }
    case .lookup(let lookup):
      let sorted = lookup.sorted
      if mapping.targets.isEmpty { mapping.targets = mapping.sources }
      guard !sorted.rows.isEmpty, mapping.sources.count == 1, mapping.targets.count == 1 else { return nil }
      mapping.rule = .lookup(sorted)
    case .identity, .product, .unknown: return nil
    }
    let (sources, targets) = (mapping.sources.compactMap(format.index), mapping.targets.compactMap(format.index))
    guard sources.count == mapping.sources.count, targets.count == mapping.targets.count else { return nil }
    return Step(rule: mapping.rule, sources: sources, targets: targets)
  }

  /// Maps the values of a point. What is mapped from an open value is open.
  func apply(to values: inout [Double?]) {
    for step in steps {
      let sources = step.sources.map { values[$0] }
      for (row, target) in step.targets.enumerated() { values[target] = Self.mapped(sources, step.rule, row) }
    }
  }

  private static func mapped(_ values: [Double?], _ rule: InkMLMapping.Rule, _ row: Int) -> Double? {
    switch rule {
    case .affine(let rows):
      var sum = rows[row][values.count]
      for (value, factor) in zip(values, rows[row]) {
        guard let value else { return nil }
        sum += value * factor
      }
      return sum
    case .lookup(let lookup): return values[0].map { lookup($0) }
    case .identity, .product, .unknown: return nil
    }
  }
}
