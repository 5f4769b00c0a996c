/// A part of a PNG's compressed pixels on its way out: the room for it, its length, name and checksum.
struct PNGDataChunk: ~Copyable {
  /// The most bytes of one part.
  static let capacity = 1 << 16
  private static let nameEnd = 8
  private static let sumSize = 4

  private let space: UnsafeMutableRawBufferPointer

  init() {
    space = .allocate(byteCount: Self.nameEnd + Self.capacity + Self.sumSize, alignment: 16)
    space[4..<Self.nameEnd].copyBytes(from: Array("IDAT".utf8))
  }

  deinit { space.deallocate() }

  /// Where the bytes are put.
  var data: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: space[Self.nameEnd..<Self.nameEnd + Self.capacity])
  }

  /// Hands on a chunk of as many bytes as were put there; none if there are none.
  func emit<Failure: Error>(
    _ count: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 0 else { return }
    let end = Self.nameEnd + count
    space.storeBytes(of: UInt32(count).bigEndian, as: UInt32.self)
    let checksum = crc32(UnsafeRawBufferPointer(rebasing: space[4..<end]))
    space.storeBytes(of: checksum.bigEndian, toByteOffset: end, as: UInt32.self)
    try sink(UnsafeRawBufferPointer(rebasing: space[..<(end + Self.sumSize)]))
  }
}
