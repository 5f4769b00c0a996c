/// The part of a source that is in memory while it is read front to back; the memory grows only as bytes arrive.
///
/// The source is a parameter and no member, so that the fields have fixed offsets in a reader of any source.
struct ByteWindow: ~Copyable {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var start = 0
  private var end = 0
  private var hashed = 0
  /// Where the source was found to end.
  private var sourceEnd: UInt64?
  /// The offset in the file of the first byte not yet consumed.
  private(set) var offset: UInt64 = 0
  private var file: CRC32? = CRC32()
  private var section: CRC32?
  private var span: CRC32?

  init(capacity: Int) {
    self.capacity = capacity
    memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// What is in memory and not consumed; valid until the next `load`.
  var buffered: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory + start, count: end - start) }

  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffered[range]) }

  /// Inverts one bit, counted from the lowest of the byte at that place.
  mutating func invert(bit: Int, after place: Int) {
    let byte = start + place + bit / 8
    let inverted = memory.load(fromByteOffset: byte, as: UInt8.self) ^ 1 << (bit % 8)
    memory.storeBytes(of: inverted, toByteOffset: byte, as: UInt8.self)
  }

  /// Whether that many bytes are now in memory; false at the source's end.
  mutating func load<Source: MCAPSource & ~Copyable>(
    _ count: Int, from source: inout Source
  ) throws(Source.Failure) -> Bool {
    if end - start >= count { return true }
    return try fill(count, from: &source)
  }

  private mutating func fill<Source: MCAPSource & ~Copyable>(
    _ count: Int, from source: inout Source
  ) throws(Source.Failure) -> Bool {
    // Many a load in vain must not move much each time.
    if let sourceEnd, offset + UInt64(end - start) >= sourceEnd { return false }
    if end - start <= 4096 || capacity - start < count { moveToFront() }
    while end - start < count {
      if end == capacity { grow() }
      let room = UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end)
      let read = try source.read(at: offset + UInt64(end - start), into: room)
      guard read > 0 else {
        sourceEnd = offset + UInt64(end - start)
        return false
      }
      end += min(read, room.count)
    }
    return true
  }

  private mutating func moveToFront() {
    hash()
    memory.copyMemory(from: memory + start, byteCount: end - start)
    end -= start
    start = 0
    hashed = 0
  }

  private mutating func grow() {
    let grown = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: 16)
    grown.copyMemory(from: memory, byteCount: end)
    memory.deallocate()
    memory = grown
    capacity *= 2
  }

  /// The bytes are loaded.
  mutating func consume(_ count: Int) {
    start += count
    offset += UInt64(count)
  }

  /// Consumes the message at the front, if there is one, it is whole in memory and ends before that offset in the file.
  mutating func takeMessage(upTo size: Int, before limit: UInt64) -> UnsafeRawBufferPointer? {
    let front = buffered
    guard front.count >= Format.recordHeaderSize, front[0] == Opcode.message.rawValue else { return nil }
    let length = RecordHeader(front).length
    let room = min(UInt64(front.count - Format.recordHeaderSize), UInt64(size))
    guard length <= room, length >= UInt64(Format.messageHeaderSize),
      offset + UInt64(Format.recordHeaderSize) + length <= limit
    else { return nil }
    let total = Format.recordHeaderSize + Int(length)
    consume(total)
    return UnsafeRawBufferPointer(rebasing: front[Format.recordHeaderSize..<total])
  }

  /// Consumes bytes without holding them all; false at the source's end.
  mutating func skip<Source: MCAPSource & ~Copyable>(
    _ count: UInt64, of source: inout Source
  ) throws(Source.Failure) -> Bool {
    var left = count
    while left > 0 {
      guard try load(1, from: &source) else { return false }
      let step = min(UInt64(end - start), left)
      consume(Int(step))
      left -= step
    }
    return true
  }

  /// Goes on elsewhere; sums over the whole are then not to be had.
  mutating func seek(to target: UInt64) {
    start = 0
    end = 0
    hashed = 0
    sourceEnd = nil
    offset = target
    file = nil
    section = nil
    span = nil
  }

  private mutating func hash() {
    let bytes = UnsafeRawBufferPointer(start: memory + hashed, count: start - hashed)
    file?.update(bytes)
    section?.update(bytes)
    span?.update(bytes)
    hashed = start
  }

  /// The sum over all that was consumed, unless there was a seek.
  mutating func fileChecksum() -> UInt32? {
    hash()
    return file?.value
  }

  /// Begins a sum over the section of the file that follows.
  mutating func beginSection() {
    hash()
    section = CRC32()
  }

  mutating func sectionChecksum() -> UInt32? {
    hash()
    return section?.value
  }

  /// Begins a sum over the records of a chunk, or over an attachment.
  mutating func beginSpan() {
    hash()
    span = CRC32()
  }

  mutating func endSpan() -> UInt32? {
    hash()
    defer { span = nil }
    return span?.value
  }
}
