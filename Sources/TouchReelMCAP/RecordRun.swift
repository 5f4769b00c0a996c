/// The records of a chunk that is in memory, one after the other.
///
/// The memory belongs to the reader.
struct RecordRun {
  /// The chunk's offset in the file.
  private(set) var location = MCAPError.Location(offset: 0)
  private var base: UnsafeRawPointer?
  private var position = 0
  private var end = 0
  /// The records behind lost ones.
  private var rest = 0..<0
  /// The records come from a chunk that is cut short: the last one need not be whole.
  private(set) var isPartial = false
  private(set) var messageCount = 0
  /// The data of the message that was given last.
  var messageData = UnsafeRawBufferPointer(start: nil, count: 0)

  init() {}

  var chunkOffset: UInt64? { base == nil ? nil : location.offset }

  init(_ records: UnsafeRawBufferPointer, at location: MCAPError.Location, isPartial: Bool = false) {
    self.location = location
    self.isPartial = isPartial
    base = records.baseAddress
    end = records.count
  }

  /// The records around lost ones.
  init(_ records: UnsafeRawBufferPointer, at location: MCAPError.Location, without lost: Range<Int>) {
    self.init(records, at: location)
    end = lost.lowerBound
    rest = lost.upperBound..<records.count
  }

  /// Goes on behind what is lost, once the records before it have been given.
  mutating func enterRest() {
    (position, end) = (rest.lowerBound, rest.upperBound)
    rest = 0..<0
  }

  /// The next record if it is a message that is whole; else `nil`, and nothing is passed.
  @inline(__always)
  mutating func nextMessage() -> MCAPMessage? {
    guard position < end, let base, let length = wholeLength(base + position),
      (base + position).load(as: UInt8.self) == Opcode.message.rawValue, length >= Format.messageHeaderSize
    else { return nil }
    let record = base + position + Format.recordHeaderSize
    messageData = UnsafeRawBufferPointer(
      start: record + Format.messageHeaderSize, count: length - Format.messageHeaderSize)
    position += Format.recordHeaderSize + length
    messageCount += 1
    return MCAPMessage(unchecked: record)
  }

  /// The next record of a kind that a chunk may have; `nil` at the chunk's end.
  mutating func next() throws(MCAPError) -> MCAPRecord? {
    while position < end {
      if let message = nextMessage() { return .message(message) }
      guard let base, let length = wholeLength(base + position) else {
        if isPartial { break }
        throw overrun()
      }
      let record = base + position + Format.recordHeaderSize
      let opcode = (base + position).load(as: UInt8.self)
      let bytes = UnsafeRawBufferPointer(start: record, count: length)
      let location = innerLocation(Opcode(rawValue: opcode))
      // A reader that continues after an error continues behind the record.
      position += Format.recordHeaderSize + length
      let decoded = try decode(Opcode(rawValue: opcode), bytes, at: location)
      if let decoded { return decoded }
    }
    position = end
    return nil
  }

  /// The length of the content of a record that is whole.
  @inline(__always)
  private func wholeLength(_ record: UnsafeRawPointer) -> Int? {
    guard end - position >= Format.recordHeaderSize else { return nil }
    let length = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    guard length <= UInt64(end - position - Format.recordHeaderSize) else { return nil }
    return Int(truncatingIfNeeded: length)
  }

  @inline(never)
  private func decode(
    _ opcode: Opcode, _ bytes: UnsafeRawBufferPointer, at location: MCAPError.Location
  ) throws(MCAPError) -> MCAPRecord? {
    var fields = FieldReader(bytes, at: location)
    switch opcode {
    case .schema:
      let schema = try MCAPSchema(&fields)
      return schema.id == .none ? nil : .schema(schema)
    case .channel: return .channel(try MCAPChannel(&fields))
    case .message: throw MCAPError(.fieldBeyondRecord, at: location)
    case .chunk: throw MCAPError(.nestedChunk, at: location)
    default: return nil
    }
  }

  private func innerLocation(_ opcode: Opcode) -> MCAPError.Location {
    MCAPError.Location(offset: location.offset, opcode: opcode, offsetInChunk: position)
  }

  @inline(never)
  private func overrun() -> MCAPError {
    guard let base, end - position >= Format.recordHeaderSize else {
      return MCAPError(.beyondChunk(length: UInt64(Format.recordHeaderSize)), at: innerLocation(.chunk))
    }
    let length = UInt64(littleEndian: (base + position).loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    return MCAPError(
      .beyondChunk(length: length), at: innerLocation(Opcode(rawValue: (base + position).load(as: UInt8.self))))
  }
}
