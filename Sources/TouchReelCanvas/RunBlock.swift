/// A block of a deflate stream (RFC 1951) with codes of its own: bytes, and repetitions of what lies one of two
/// distances before.
struct RunBlock: ~Copyable {
  enum Source: Int {
    /// The pixel before.
    case left
    /// The row before.
    case above
  }

  static let leastLength = 3
  static let mostLength = 258
  /// Farther back nothing is repeated.
  static let mostDistance = 1 << 15

  /// Bytes, and for each repetition its length, its source and a bit that says that it is one.
  private let tokens: UnsafeMutablePointer<UInt32>
  private var count = 0
  /// How often symbols come, and what lengths have for a symbol.
  private let counts: UnsafeMutablePointer<UInt32>
  private let lengths: UnsafeMutablePointer<DeflateSymbol>
  /// The distances by source.
  private let distances: [DeflateSymbol]
  private var symbols = HuffmanCode(symbolCount: DeflateSymbol.count, limit: 15)
  private var header = RunBlockHeader()

  /// So many tokens take 64 KiB; a picture of 64 by 64 pixels has 1,200.
  private static let capacity = 1 << 14
  private static let repetition: UInt32 = 1 << 31
  private static let sourceShift: UInt32 = 16

  /// - Parameters:
  ///   - left: how many bytes a pixel has.
  ///   - above: how many bytes a row has: more than a pixel.
  init(left: Int, above: Int) {
    tokens = .allocate(capacity: Self.capacity)
    counts = .allocate(capacity: DeflateSymbol.count)
    counts.initialize(repeating: 0, count: DeflateSymbol.count)
    counts[DeflateSymbol.end] = 1
    lengths = .allocate(capacity: Self.mostLength + 1)
    for length in 0...Self.mostLength {
      (lengths + length).initialize(to: DeflateSymbol(length: max(length, Self.leastLength)))
    }
    distances = [left, min(above, Self.mostDistance)].map(DeflateSymbol.init(distance:))
  }

  deinit {
    tokens.deallocate()
    counts.deallocate()
    lengths.deallocate()
  }

  mutating func removeAll() {
    count = 0
    counts.update(repeating: 0, count: DeflateSymbol.count)
    counts[DeflateSymbol.end] = 1
  }

  /// Whether it has to be written before a pixel or a repetition is added.
  @inline(__always)
  var isFull: Bool { count > Self.capacity - 8 }

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    tokens[count] = UInt32(byte)
    count &+= 1
    counts[Int(byte)] &+= 1
  }

  /// - Parameter length: 3…258.
  @inline(__always)
  mutating func add(_ length: Int, of source: Source) {
    tokens[count] = Self.repetition | UInt32(source.rawValue) << Self.sourceShift | UInt32(truncatingIfNeeded: length)
    count &+= 1
    counts[lengths[length].number] &+= 1
  }

  /// Writes the block; it is empty then.
  ///
  /// - Parameters:
  ///   - isLast: whether it ends the stream.
  ///   - emit: called whenever the writer is full, or may be before the header has ended.
  mutating func write<Failure: Error>(
    to writer: inout BitWriter, isLast: Bool, emit: (inout BitWriter) throws(Failure) -> Void
  ) throws(Failure) {
    symbols.fit(counts)
    if !writer.hasRoom(for: RunBlockHeader.mostBytes) { try emit(&writer) }
    header.write(symbols, distances, isLast: isLast, to: &writer)
    for index in 0..<count {
      let token = tokens[index]
      writer.put(token < Self.repetition ? symbols[Int(token)] : code(ofRepetition: token))
      if writer.isFull { try emit(&writer) }
    }
    writer.put(symbols[DeflateSymbol.end])
    removeAll()
  }

  @inline(__always)
  private func code(ofRepetition token: UInt32) -> HuffmanCode.Code {
    let length = lengths[Int(token & 0xffff)]
    let source = Int(token >> Self.sourceShift & 1)
    var code = symbols[length.number]
    code.append(length.rest, count: length.restBits)
    // Two codes of one bit: the row lies farther back than the pixel, so that its symbol is the second.
    code.append(source | distances[source].rest << 1, count: 1 + distances[source].restBits)
    return code
  }
}

/// The symbol of a length or a distance, and what is added to it: the tables of section 3.2.5.
struct DeflateSymbol {
  /// That of the end of a block.
  static let end = 256
  /// The count of bytes, the end and lengths.
  static let count = 286

  let number: Int
  let rest: Int
  let restBits: Int

  /// - Parameter length: 3…258.
  init(length: Int) {
    guard length < RunBlock.mostLength else {
      (number, rest, restBits) = (Self.count - 1, 0, 0)
      return
    }
    let value = length - RunBlock.leastLength
    restBits = max(0, value.highestBit - 2)
    number = Self.end + 1 + 4 * restBits + value >> restBits
    rest = value & (1 << restBits - 1)
  }

  /// - Parameter distance: 1…32,768.
  init(distance: Int) {
    let value = distance - 1
    restBits = max(0, value.highestBit - 1)
    number = 2 * restBits + value >> restBits
    rest = value & (1 << restBits - 1)
  }
}

extension Int {
  /// The number of the highest bit that is set; -1 for 0.
  fileprivate var highestBit: Int { bitWidth - 1 - leadingZeroBitCount }
}
