/// What a block of a deflate stream begins with: how long its codes are (RFC 1951, section 3.2.7).
struct RunBlockHeader: ~Copyable {
  /// How many bits the codes of symbols and distances have, and what stands for several that are equal.
  private let fields: UnsafeMutablePointer<Field>
  private var count = 0
  private let counts: UnsafeMutablePointer<UInt32>
  private var code = HuffmanCode(symbolCount: symbolCount, limit: 7)

  private struct Field {
    var symbol: Int
    /// How many more than the least number.
    var repeats = 0
  }

  private static let symbolCount = 19
  private static let mostFields = DeflateSymbol.count + 30
  /// The most bytes of a header: a field has a code of up to 7 bits and as many of its own, and before all fields are
  /// 17 bits and the lengths of the codes, of 3 bits each.
  static let mostBytes = (14 * mostFields + 17 + 3 * symbolCount) / 8 + 1
  /// The last length three to six times more.
  private static let repeatLast = 16
  /// No bits, three to ten times.
  private static let fewZeros = 17
  /// No bits, 11 to 138 times.
  private static let manyZeros = 18
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  init() {
    fields = .allocate(capacity: Self.mostFields)
    counts = .allocate(capacity: Self.symbolCount)
  }

  deinit {
    fields.deallocate()
    counts.deallocate()
  }

  /// - Parameter distances: those that have a code, of one bit; the last one is the farthest.
  mutating func write(
    _ symbols: borrowing HuffmanCode, _ distances: [DeflateSymbol], isLast: Bool, to writer: inout BitWriter
  ) {
    count = 0
    counts.update(repeating: 0, count: Self.symbolCount)
    addLengths(DeflateSymbol.count) { Int(symbols[$0].count) }
    let distanceCount = 1 + (distances.last?.number ?? 0)
    addLengths(distanceCount) { distance in distances.contains { $0.number == distance } ? 1 : 0 }
    code.fit(counts)
    writer.put(HuffmanCode.Code((isLast ? 1 : 0) | 0b10 << 1, count: 3))
    writer.put(HuffmanCode.Code(DeflateSymbol.count - DeflateSymbol.end - 1, count: 5))
    writer.put(HuffmanCode.Code(distanceCount - 1, count: 5))
    writeCode(to: &writer)
    for index in 0..<count { writer.put(code(of: fields[index])) }
  }

  private func writeCode(to writer: inout BitWriter) {
    var stated = Self.order.count
    while stated > 4, code[Self.order[stated - 1]].count == 0 { stated -= 1 }
    writer.put(HuffmanCode.Code(stated - 4, count: 4))
    for index in 0..<stated { writer.put(HuffmanCode.Code(Int(code[Self.order[index]].count), count: 3)) }
  }

  private func code(of field: Field) -> HuffmanCode.Code {
    var code = code[field.symbol]
    switch field.symbol {
    case Self.repeatLast: code.append(field.repeats, count: 2)
    case Self.fewZeros: code.append(field.repeats, count: 3)
    case Self.manyZeros: code.append(field.repeats, count: 7)
    default: break
    }
    return code
  }

  @inline(__always)
  private mutating func addLengths(_ count: Int, _ length: (Int) -> Int) {
    var start = 0
    while start < count {
      let first = length(start)
      var end = start + 1
      while end < count, length(end) == first { end += 1 }
      if first == 0 { addZeros(end - start) } else { add(first, end - start) }
      start = end
    }
  }

  private mutating func addZeros(_ count: Int) {
    var rest = count
    while rest > 10 {
      add(Field(symbol: Self.manyZeros, repeats: min(rest, 138) - 11))
      rest -= min(rest, 138)
    }
    if rest > 2 {
      add(Field(symbol: Self.fewZeros, repeats: rest - 3))
    } else {
      for _ in 0..<rest { add(Field(symbol: 0)) }
    }
  }

  private mutating func add(_ length: Int, _ count: Int) {
    add(Field(symbol: length))
    var rest = count - 1
    while rest > 2 {
      add(Field(symbol: Self.repeatLast, repeats: min(rest, 6) - 3))
      rest -= min(rest, 6)
    }
    for _ in 0..<rest { add(Field(symbol: length)) }
  }

  @inline(__always)
  private mutating func add(_ field: Field) {
    fields[count] = field
    count += 1
    counts[field.symbol] += 1
  }
}
