/// Numbers below 256 as a GIF packs them (its specification's appendix F): codes of up to 12 bits for strings that
/// occurred before, in blocks of up to 255 bytes.
struct LZWCode {
  private static let codeLimit = 4096
  private static let slotCount = 1 << 13

  /// The bits of a number that has no string before it.
  private let symbolSize: UInt32
  private(set) var bytes: [UInt8] = []
  /// The strings that have a code, by the code of all but their last number and that number; 0 is an empty slot.
  private var strings = [UInt32](repeating: 0, count: Self.slotCount)
  private var codes = [UInt16](repeating: 0, count: Self.slotCount)
  private var nextCode = 0
  private var codeSize: UInt32 = 0
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  /// Where the length of the block that is being written stands.
  private var blockStart = 0

  /// - Parameter symbolSize: bits of the largest number, 2 to 8.
  init(symbolSize: Int) { self.symbolSize = UInt32(min(max(symbolSize, 2), 8)) }

  /// Replaces the bytes by those of these numbers.
  mutating func encode(_ numbers: some Sequence<UInt8>) {
    begin()
    var prefix: UInt32?
    for number in numbers {
      guard let string = prefix else {
        prefix = UInt32(number)
        continue
      }
      // One more, so that no string looks like an empty slot.
      let longer = (string << 8 | UInt32(number)) + 1
      let slot = slot(of: longer)
      if strings[slot] == longer {
        prefix = UInt32(codes[slot])
      } else {
        put(string)
        add(longer, at: slot)
        prefix = UInt32(number)
      }
    }
    end(prefix)
  }

  private mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(symbolSize))
    (bits, bitCount, blockStart) = (0, 0, bytes.count)
    bytes.append(0)
    codeSize = symbolSize + 1
    clear()
  }

  private mutating func end(_ last: UInt32?) {
    if let last {
      put(last)
      grow(for: nextCode)
    }
    put(1 << symbolSize + 1)
    if bitCount > 0 { putByte() }
    if bytes.count > blockStart + 1 {
      closeBlock()
    }
    // An empty block ends the image: its length is there already.
  }

  /// The slot that has the string, or that is to have it.
  @inline(__always)
  private func slot(of string: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (string &* 0x9e37_79b1) >> 19)
    while strings[slot] != 0, strings[slot] != string { slot = (slot + 1) & (Self.slotCount - 1) }
    return slot
  }

  /// Gives a string the next code, or begins anew if there is none left.
  private mutating func add(_ string: UInt32, at slot: Int) {
    guard nextCode < Self.codeLimit else { return clear() }
    (strings[slot], codes[slot]) = (string, UInt16(truncatingIfNeeded: nextCode))
    grow(for: nextCode)
    nextCode += 1
  }

  /// A reader learns a code one later, so that the first one that needs another bit has it at the next.
  private mutating func grow(for code: Int) {
    if code == 1 << codeSize, codeSize < 12 { codeSize += 1 }
  }

  /// Forgets all strings.
  private mutating func clear() {
    put(1 << symbolSize)
    for slot in strings.indices { strings[slot] = 0 }
    (nextCode, codeSize) = (1 << Int(symbolSize) + 2, symbolSize + 1)
  }

  private mutating func put(_ code: UInt32) {
    bits |= code << bitCount
    bitCount += codeSize
    while bitCount >= 8 { putByte() }
  }

  private mutating func putByte() {
    bytes.append(UInt8(truncatingIfNeeded: bits))
    bits >>= 8
    bitCount = bitCount >= 8 ? bitCount - 8 : 0
    if bytes.count - blockStart == 256 { closeBlock() }
  }

  private mutating func closeBlock() {
    bytes[blockStart] = UInt8(truncatingIfNeeded: bytes.count - blockStart - 1)
    blockStart = bytes.count
    bytes.append(0)
  }
}
