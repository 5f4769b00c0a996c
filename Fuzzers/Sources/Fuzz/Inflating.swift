/// The content of a file of gzip by a second, slow implementation of RFC 1951 and RFC 1952, which keeps nothing from
/// one bit to the next and decodes a code by counting, as Mark Adler's puff does.
struct InflatedFile {
  private(set) var content: [UInt8] = []
  /// Whether all members are as the two documents want them, up to the end or to what is no member.
  private(set) var isWhole = false
  /// The file with the sums that its members should have.
  private(set) var summed: [UInt8]

  private var place = 0
  private var bit = 0
  private let limit: Int

  private struct Damage: Error {}

  /// - Parameter limit: bytes of the content; more is damage.
  init(_ file: [UInt8], limit: Int) {
    summed = file
    self.limit = limit
    do {
      repeat { try member() } while begins()
      isWhole = true
    } catch {}
  }

  private func begins() -> Bool { summed.dropFirst(place).starts(with: [0x1f, 0x8b, 8]) }

  private mutating func byte() throws -> UInt8 {
    guard place < summed.count else { throw Damage() }
    defer { place += 1 }
    return summed[place]
  }

  private mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for index in 0..<count {
      guard place < summed.count else { throw Damage() }
      value |= Int(summed[place] >> bit & 1) << index
      bit += 1
      if bit == 8 { (place, bit) = (place + 1, 0) }
    }
    return value
  }

  private mutating func member() throws {
    guard begins() else { throw Damage() }
    let flags = try heading()
    // A sum of the heading, and flags that mean nothing, are for others to judge.
    guard flags & 0xe2 == 0 else { throw Damage() }
    let start = content.count
    while try !block(from: start) {}
    if bit > 0 { (place, bit) = (place + 1, 0) }
    try sums(of: content[start...])
  }

  private mutating func heading() throws -> UInt8 {
    place += 3
    let flags = try byte()
    for _ in 0..<6 { _ = try byte() }
    if flags & 4 != 0 {
      let count = Int(try byte()) | Int(try byte()) << 8
      for _ in 0..<count { _ = try byte() }
    }
    for text in [8, 16] as [UInt8] where flags & text != 0 { while try byte() != 0 {} }
    return flags
  }

  private mutating func sums(of part: ArraySlice<UInt8>) throws {
    guard place + 8 <= summed.count else { throw Damage() }
    let (sum, count) = (pngSum(part), UInt32(truncatingIfNeeded: part.count))
    for index in 0..<4 {
      summed[place + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index))
      summed[place + 4 + index] = UInt8(truncatingIfNeeded: count >> UInt32(8 * index))
    }
    place += 8
  }

  /// - Returns: whether it is the last one.
  private mutating func block(from start: Int) throws -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 0: try stored()
    case 1: try coded(.fixed, .fixedDistances, from: start)
    case 2:
      let (literals, distances) = try codes()
      try coded(literals, distances, from: start)
    default: throw Damage()
    }
    return isLast
  }

  private mutating func stored() throws {
    if bit > 0 { (place, bit) = (place + 1, 0) }
    let count = Int(try byte()) | Int(try byte()) << 8
    let complement = Int(try byte()) | Int(try byte()) << 8
    guard count == ~complement & 0xffff else { throw Damage() }
    for _ in 0..<count { try add(byte()) }
  }

  private mutating func add(_ byte: UInt8) throws {
    guard content.count < limit else { throw Damage() }
    content.append(byte)
  }

  private mutating func coded(_ literals: PrefixCode, _ distances: PrefixCode, from start: Int) throws {
    while true {
      let symbol = try self.symbol(of: literals)
      if symbol < 256 {
        try add(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        try copy(Self.lengths, symbol - 257, distances, from: start)
      }
    }
  }

  private mutating func copy(
    _ lengths: [(base: Int, bits: Int)], _ symbol: Int, _ code: PrefixCode, from start: Int
  ) throws {
    guard symbol < lengths.count else { throw Damage() }
    let length = lengths[symbol].base + (try bits(lengths[symbol].bits))
    let place = try self.symbol(of: code)
    guard place < Self.distances.count else { throw Damage() }
    let distance = Self.distances[place].base + (try bits(Self.distances[place].bits))
    guard distance <= content.count - start else { throw Damage() }
    for _ in 0..<length { try add(content[content.count - distance]) }
  }

  private mutating func symbol(of code: PrefixCode) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      (first, value) = ((first + count) << 1, value << 1)
    }
    throw Damage()
  }

  private mutating func codes() throws -> (PrefixCode, PrefixCode) {
    let (literalCount, distanceCount, lengthCount) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    guard literalCount <= 286, distanceCount <= 30 else { throw Damage() }
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) { lengths[place] = try bits(3) }
    let code = PrefixCode(lengths)
    guard code.left == 0 else { throw Damage() }
    lengths = []
    while lengths.count < literalCount + distanceCount { try addLengths(to: &lengths, by: code) }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw Damage() }
    let literals = PrefixCode(Array(lengths[..<literalCount]))
    let distances = PrefixCode(Array(lengths[literalCount...]))
    guard literals.isUsable, distances.isUsable else { throw Damage() }
    return (literals, distances)
  }

  private mutating func addLengths(to lengths: inout [Int], by code: PrefixCode) throws {
    let symbol = try self.symbol(of: code)
    switch symbol {
    case 16:
      guard let last = lengths.last else { throw Damage() }
      lengths += Array(repeating: last, count: 3 + (try bits(2)))
    case 17: lengths += Array(repeating: 0, count: 3 + (try bits(3)))
    case 18: lengths += Array(repeating: 0, count: 11 + (try bits(7)))
    default: lengths.append(symbol)
    }
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// RFC 1951, 3.2.5.
  private static let lengths: [(base: Int, bits: Int)] =
    (0..<8).map { (base: 3 + $0, bits: 0) } + ranges(from: 11, bits: 1...5, each: 4) + [(base: 258, bits: 0)]
  private static let distances: [(base: Int, bits: Int)] =
    (0..<4).map { (base: 1 + $0, bits: 0) } + ranges(from: 5, bits: 1...13, each: 2)

  private static func ranges(from base: Int, bits: ClosedRange<Int>, each count: Int) -> [(base: Int, bits: Int)] {
    var next = base
    return bits.flatMap { bits in
      (0..<count).map { _ in
        defer { next += 1 << bits }
        return (next, bits)
      }
    }
  }
}

/// A code by the lengths of its words alone (RFC 1951, 3.2.2).
private struct PrefixCode {
  /// How many words have each length.
  let counts: [Int]
  /// The symbols in the order of their words.
  let symbols: [Int]
  /// Words of 15 bits that are no symbol's; negative if there are too many.
  let left: Int

  static let fixed = PrefixCode(
    [(144, 8), (112, 9), (24, 7), (8, 8)].flatMap { [Int](repeating: $0.1, count: $0.0) })
  static let fixedDistances = PrefixCode([Int](repeating: 5, count: 30))

  init(_ lengths: [Int]) {
    let counts = (0...15).map { length in lengths.count { $0 == length } }
    self.counts = counts
    symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
    left = (1...15).reduce(1 << 15) { $0 - counts[$1] << (15 - $1) }
  }

  /// Zlib's rule: complete, or a single word of one bit, or none.
  var isUsable: Bool { left == 0 || left > 0 && symbols.count == counts[1] && symbols.count <= 1 }
}
