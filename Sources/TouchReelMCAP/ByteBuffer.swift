/// Bytes to be written: grows, and keeps its memory when emptied.
struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    base = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  mutating func removeAll() { count = 0 }

  mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(to: count + additional) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let grown = max(needed, 2 * capacity)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
    memory.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = memory
    capacity = grown
  }

  /// Fills the space of `size` more bytes by a closure that returns how many of them it used.
  mutating func append<Failure: Error>(
    upTo size: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    reserve(size)
    count += try fill(UnsafeMutableRawBufferPointer(start: base + count, count: size))
  }

  /// The caller has reserved the space.
  mutating func appendReserved<Integer: FixedWidthInteger & BitwiseCopyable>(_ integer: Integer) {
    base.storeBytes(of: integer.littleEndian, toByteOffset: count, as: Integer.self)
    count += MemoryLayout<Integer>.size
  }

  mutating func appendReserved(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append<Integer: FixedWidthInteger & BitwiseCopyable>(_ integer: Integer) {
    reserve(MemoryLayout<Integer>.size)
    appendReserved(integer)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    appendReserved(bytes)
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  mutating func appendZeros(_ size: Int) {
    reserve(size)
    (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: size)
    count += size
  }

  /// Moves the bytes from `start` on to before those at `location`.
  mutating func moveEnd(from start: Int, to location: Int) {
    precondition(location >= 0 && location <= start && start <= count)
    let size = count - start
    reserve(size)
    (base + location + size).copyMemory(from: base + location, byteCount: count - location)
    (base + location).copyMemory(from: base + start + size, byteCount: size)
  }

  func load<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Integer.Type) -> Integer {
    Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  mutating func overwrite<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int, with integer: Integer) {
    withUnsafeBytes(of: integer.littleEndian) {
      UnsafeMutableRawBufferPointer(start: base, count: count)[offset..<(offset + $0.count)].copyBytes(from: $0)
    }
  }
}
