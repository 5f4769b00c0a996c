/// Codes for symbols, the shorter the more often a symbol comes, as deflate numbers them (RFC 1951, section 3.2.2).
struct HuffmanCode: ~Copyable {
  /// Some bits, the first one lowest.
  struct Code {
    private(set) var bits: UInt32 = 0
    private(set) var count: UInt32 = 0

    @inline(__always)
    init(_ bits: Int = 0, count: Int = 0) {
      (self.bits, self.count) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: count))
    }

    /// - Parameter bits: as many as are counted.
    @inline(__always)
    mutating func append(_ bits: Int, count: Int) {
      self.bits |= UInt32(truncatingIfNeeded: bits) &<< self.count
      self.count &+= UInt32(truncatingIfNeeded: count)
    }
  }

  let symbolCount: Int
  /// The most bits of a code.
  private let limit: Int
  /// The codes by symbol; one of no bits is of a symbol that does not come.
  private let codes: UnsafeMutablePointer<Code>
  /// The symbols that come, the rarest first, each below its count; and room for sorting them.
  private let order: UnsafeMutablePointer<UInt32>
  private let sorted: UnsafeMutablePointer<UInt32>
  /// How many bits these symbols have, or weights and indices before that is known.
  private let lengths: UnsafeMutablePointer<UInt32>
  /// How many symbols come.
  private var used = 0

  private static let symbolBits: UInt32 = 9
  /// The most bits of a count.
  private static let mostBits = 16

  /// - Parameters:
  ///   - symbolCount: at most 512.
  ///   - limit: the most bits of a code, at most 15.
  init(symbolCount: Int, limit: Int) {
    self.symbolCount = symbolCount
    self.limit = limit
    codes = .allocate(capacity: symbolCount)
    codes.initialize(repeating: Code(), count: symbolCount)
    order = .allocate(capacity: symbolCount)
    sorted = .allocate(capacity: symbolCount)
    lengths = .allocate(capacity: symbolCount)
  }

  deinit {
    codes.deallocate()
    order.deallocate()
    sorted.deallocate()
    lengths.deallocate()
  }

  /// - Parameter symbol: below the count of symbols.
  @inline(__always)
  subscript(symbol: Int) -> Code { codes[symbol] }

  /// Fits the codes to how often symbols come: less than 65,536 times. At least two have to come.
  mutating func fit(_ counts: UnsafePointer<UInt32>) {
    var shift: UInt32 = 0
    repeat {
      gather(counts, shift)
      sort()
      findLengths()
      // With halved counts the rarest come nearer to the others.
      shift += 1
    } while lengths[0] > limit
    number()
  }

  private mutating func gather(_ counts: UnsafePointer<UInt32>, _ shift: UInt32) {
    used = 0
    for symbol in 0..<symbolCount where counts[symbol] > 0 {
      order[used] = max(counts[symbol] >> shift, 1) << Self.symbolBits | UInt32(symbol)
      used += 1
    }
  }

  /// Sorts by the lower half of the count, then by the upper one.
  private func sort() {
    scatter(order, to: sorted, by: Self.symbolBits)
    scatter(sorted, to: order, by: Self.symbolBits + 8)
  }

  private func scatter(_ source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, by shift: UInt32) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 257) { starts in
      starts.initialize(repeating: 0)
      for index in 0..<used { starts[Int(source[index] >> shift & 255) + 1] += 1 }
      for bucket in 1...256 { starts[bucket] += starts[bucket - 1] }
      for index in 0..<used {
        let bucket = Int(source[index] >> shift & 255)
        target[Int(starts[bucket])] = source[index]
        starts[bucket] += 1
      }
    }
  }
}

/// Moffat and Katajainen, “In-place calculation of minimum-redundancy codes” (1995).
extension HuffmanCode {
  private func findLengths() {
    for index in 0..<used { lengths[index] = order[index] >> Self.symbolBits }
    pairSymbols()
    findDepthsOfPairs()
    findDepthsOfSymbols()
  }

  /// Pairs what weighs least, again and again. A pair is kept where a symbol was that is paired already, until it is
  /// paired itself: then that entry holds its parent's index.
  private func pairSymbols() {
    var (root, leaf) = (0, 0)
    for next in 0..<used - 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        if leaf >= used || root < next && lengths[root] < lengths[leaf] {
          weight += lengths[root]
          lengths[root] = UInt32(next)
          root += 1
        } else {
          weight += lengths[leaf]
          leaf += 1
        }
      }
      lengths[next] = weight
    }
  }

  private func findDepthsOfPairs() {
    lengths[used - 2] = 0
    for index in stride(from: used - 3, through: 0, by: -1) { lengths[index] = lengths[Int(lengths[index])] + 1 }
  }

  private func findDepthsOfSymbols() {
    var (pair, index, free, depth) = (used - 2, used - 1, 1, 0 as UInt32)
    while free > 0 {
      var pairs = 0
      while pair >= 0, lengths[pair] == depth {
        pairs += 1
        pair -= 1
      }
      for _ in pairs..<free {
        lengths[index] = depth
        index -= 1
      }
      (free, depth) = (2 * pairs, depth + 1)
    }
  }

  /// Gives out codes by length, and among those of one length by symbol.
  private func number() {
    codes.update(repeating: Code(), count: symbolCount)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: limit + 2) { next in
      next.initialize(repeating: 0)
      for index in 0..<used {
        let length = Int(lengths[index])
        codes[Int(order[index] & (1 << Self.symbolBits - 1))] = Code(count: length)
        next[length + 1] += 1
      }
      for length in 1...limit { next[length + 1] = (next[length] + next[length + 1]) << 1 }
      for symbol in 0..<symbolCount where codes[symbol].count > 0 {
        let length = Int(codes[symbol].count)
        codes[symbol] = Code(Self.reversed(next[length], count: length), count: length)
        next[length] += 1
      }
    }
  }

  private static func reversed(_ code: Int, count: Int) -> Int {
    var bits = UInt32(truncatingIfNeeded: code)
    bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
    bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
    bits = bits >> 4 & 0x0f0f | (bits & 0x0f0f) << 4
    bits = bits >> 8 & 0x00ff | (bits & 0x00ff) << 8
    return Int(bits >> UInt32(16 - count))
  }
}
