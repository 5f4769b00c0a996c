/// Bits on their way into memory, the first one of a byte lowest.
struct BitWriter {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private let limit: UnsafeMutableRawPointer
  /// The bits that do not fill a byte yet.
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  /// Room for the codes of a pixel and for the end of a stream, beyond where it is full.
  private static let margin = 64

  /// - Parameter space: a thousand bytes or more.
  init(_ space: UnsafeMutableRawBufferPointer) {
    start = space.baseAddress.unsafelyUnwrapped
    next = start
    limit = start + (space.count - Self.margin)
  }

  /// Whether bytes have to be drained before more are put.
  @inline(__always)
  var isFull: Bool { next >= limit }

  /// Whether so many bytes can be put before any are drained.
  func hasRoom(for count: Int) -> Bool { limit - next >= count }

  @inline(__always)
  mutating func put(_ code: HuffmanCode.Code) {
    bits |= UInt64(code.bits) &<< count
    count &+= UInt64(code.count)
    next.storeBytes(of: bits, as: UInt64.self)
    next += Int(count &>> 3)
    bits &>>= count & ~7
    count &= 7
  }

  /// Bits of 0 up to the next whole byte.
  mutating func fillByte() { put(HuffmanCode.Code(count: Int(8 - count) & 7)) }

  /// Returns the count of whole bytes, which are then to be read, and stores more from the beginning.
  mutating func drain() -> Int {
    defer { next = start }
    return next - start
  }
}
