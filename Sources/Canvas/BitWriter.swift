/// Bits on their way into memory, the first one of a byte lowest.
struct BitWriter {
  private let start: UnsafeMutableRawPointer
  private var place: UnsafeMutableRawPointer
  private let limit: UnsafeMutableRawPointer
  /// Those that do not fill a byte yet.
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  /// Room for the codes of a pixel and for the end of a stream, beyond where it is full.
  private static let margin = 64

  /// - Parameter space: a thousand bytes or more.
  init(_ space: UnsafeMutableRawBufferPointer) {
    start = space.baseAddress.unsafelyUnwrapped
    place = start
    limit = start + (space.count - Self.margin)
  }

  /// Whether bytes have to be taken before more are put.
  @inline(__always)
  var isFull: Bool { place >= limit }

  /// Whether so many bytes can be put before any are taken.
  func hasRoom(for count: Int) -> Bool { limit - place >= count }

  @inline(__always)
  mutating func put(_ code: HuffmanCode.Code) {
    bits |= UInt64(code.bits) &<< count
    count &+= UInt64(code.count)
    place.storeBytes(of: bits, as: UInt64.self)
    place += Int(count &>> 3)
    bits &>>= count & ~7
    count &= 7
  }

  /// Bits of 0 up to the next whole byte.
  mutating func fillByte() { put(HuffmanCode.Code(count: Int(8 - count) & 7)) }

  /// The count of whole bytes, which are then to be read; more are stored from the beginning.
  mutating func takeBytes() -> Int {
    defer { place = start }
    return place - start
  }
}
