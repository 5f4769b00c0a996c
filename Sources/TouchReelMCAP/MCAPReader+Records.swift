/// The opcode and the length of the record at the window's front.
struct RecordHeader {
  var opcode: Opcode
  var length: UInt64

  init(_ bytes: UnsafeRawBufferPointer) {
    opcode = Opcode(rawValue: bytes[0])
    length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
  }

  init(_ opcode: Opcode, length: UInt64) {
    self.opcode = opcode
    self.length = length
  }

  /// Where a record that begins at this offset ends; `nil` if no file could be that long.
  func end(from offset: UInt64) -> UInt64? {
    let (contentStart, isHuge) = offset.addingReportingOverflow(UInt64(Format.recordHeaderSize))
    let (end, isHuger) = contentStart.addingReportingOverflow(length)
    return isHuge || isHuger ? nil : end
  }
}

/// The records outside of chunks.
extension MCAPReader where Source: ~Copyable {
  /// Reads one record, or enters one chunk; `nil` if there is no record to return yet.
  mutating func step() throws(Failure) -> MCAPRecord? {
    // Loading moves the memory that the last message is in.
    run = RecordRun()
    try finishAttachment()
    try leaveStreamedChunk()
    guard ending == nil else { return nil }
    if case .magic = stage { return try readMagic() }
    let offset = window.offset
    guard try load(Format.recordHeaderSize) else {
      endBetweenRecords(at: offset)
      return nil
    }
    let header = RecordHeader(window.buffered)
    let location = MCAPError.Location(offset: offset, opcode: header.opcode)
    try checkBounds(header, at: location)
    return try read(header, at: location)
  }

  private mutating func endBetweenRecords(at offset: UInt64) {
    let rest = window.buffered
    if options.damage != .stop, rest.elementsEqual(Format.magic) {
      ending = .complete
      lose(to: offset, MCAPError(.missingFooter, at: MCAPError.Location(offset: offset)))
    } else {
      ending = rest.isEmpty ? .unfinished(at: offset) : .truncated(at: offset)
    }
  }

  private mutating func readMagic() throws(Failure) -> MCAPRecord? {
    let isWhole = try load(Format.magic.count)
    let found = window.buffered.prefix(Format.magic.count)
    let location = MCAPError.Location(offset: 0)
    guard found.elementsEqual(Format.magic.prefix(found.count)) else {
      stage = .data
      guard found.count >= 6, found.prefix(5).elementsEqual(Format.magic.prefix(5)) else {
        throw fail(.notMCAP, at: location)
      }
      throw fail(.unsupportedVersion(found[5]), at: location)
    }
    guard isWhole else {
      ending = .truncated(at: 0)
      return nil
    }
    window.consume(Format.magic.count)
    stage = .header
    return nil
  }

  /// What a chunk holds must end within it.
  private func checkBounds(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) {
    guard let streamedChunk else { return }
    let left = streamedChunk.recordsEnd - min(location.offset, streamedChunk.recordsEnd)
    guard left >= UInt64(Format.recordHeaderSize), header.length <= left - UInt64(Format.recordHeaderSize) else {
      throw fail(.beyondChunk(length: header.length), at: location)
    }
  }

  private mutating func read(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) -> MCAPRecord? {
    if case .header = stage {
      stage = .data
      guard header.opcode == .header else { throw fail(.missingHeader, at: location) }
      return try readHeader(header, at: location)
    }
    if case .summary = stage, header.opcode != .footer {
      guard try isOfData(header) else { return try pass(header, at: location) }
      guard options.damage != .stop else { throw fail(.misplaced, at: location) }
      // What ended the data before was damage, or its writer wrote on.
      stage = .data
    }
    switch header.opcode {
    case .message: return try readMessage(header, at: location)
    case .schema, .channel, .metadata: return try readFields(header, at: location)
    case .chunk where streamedChunk == nil: return try enterChunk(header, at: location)
    case .attachment where streamedChunk == nil: return try beginAttachment(header, at: location)
    case .dataEnd where streamedChunk == nil: return try readDataEnd(header, at: location)
    case .footer where streamedChunk == nil: return try readFooter(header, at: location)
    case .chunk: throw fail(.nestedChunk, at: location)
    default: return try pass(header, at: location)
    }
  }

  /// Whether a record after the end of the data has what only the data may have.
  private mutating func isOfData(_ header: RecordHeader) throws(Failure) -> Bool {
    switch header.opcode {
    case .chunk: return true
    case .message, .attachment, .metadata: return try isPlausible()
    default: return false
    }
  }

  /// Loads a whole record, and returns its content; `nil` if the file ends before it does.
  mutating func loadContent(
    _ header: RecordHeader, at location: MCAPError.Location
  ) throws(Failure) -> UnsafeRawBufferPointer? {
    guard header.length <= options.maximumChunkSize else {
      guard try reachesPastFile(header) else {
        throw fail(.tooLarge(size: header.length, limit: options.maximumChunkSize), at: location)
      }
      try endInside(header, at: location)
      return nil
    }
    let total = Format.recordHeaderSize + Int(header.length)
    guard try load(total) else {
      try endInside(header, at: location)
      return nil
    }
    return window.bytes(Format.recordHeaderSize..<total)
  }

  mutating func consume(_ header: RecordHeader) {
    window.consume(Format.recordHeaderSize + Int(header.length))
  }

  private mutating func pass(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) -> MCAPRecord? {
    if options.damage != .stop, try !isBelievable(header) { throw fail(.misplaced, at: location) }
    if try reachesPastFile(header) {
      try endInside(header, at: location)
      return nil
    }
    if try !skip(header.end(from: 0) ?? .max) { ending = .truncated(at: location.offset) }
    return nil
  }

  private mutating func readMessage(
    _ header: RecordHeader, at location: MCAPError.Location
  ) throws(Failure) -> MCAPRecord? {
    guard let content = try loadContent(header, at: location) else { return nil }
    guard content.count >= Format.messageHeaderSize, let base = content.baseAddress else {
      throw fail(.fieldBeyondRecord, at: location)
    }
    run.messageData = UnsafeRawBufferPointer(rebasing: content[Format.messageHeaderSize...])
    consume(header)
    streamedChunk?.messageCount += 1
    return .message(MCAPMessage(unchecked: base))
  }

  private mutating func readFields(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure)
    -> MCAPRecord?
  {
    guard let content = try loadContent(header, at: location) else { return nil }
    var fields = FieldReader(content, at: location)
    let record: MCAPRecord?
    do throws(MCAPError) { record = try MCAPRecord(header.opcode, &fields) } catch { throw .format(error) }
    consume(header)
    return record
  }

  private mutating func readHeader(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure)
    -> MCAPRecord?
  {
    if options.damage != .stop, try takesInNext(header) { throw fail(.fieldBeyondRecord, at: location) }
    let record = try readFields(header, at: location)
    if record != nil { window.beginSection() } else if ending != nil { stage = .header }
    return record
  }

  private mutating func readDataEnd(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure)
    -> MCAPRecord?
  {
    if options.damage != .stop, try !isEndOfData(header) { throw fail(.misplaced, at: location) }
    let file = window.fileChecksum()
    let section = window.sectionChecksum()
    guard let content = try loadContent(header, at: location) else { return nil }
    var fields = FieldReader(content, at: location)
    let stored: UInt32
    do throws(MCAPError) { stored = try fields.integer() } catch { throw .format(error) }
    consume(header)
    window.beginSection()
    stage = .summary(start: window.offset)
    // All writers sum from the first byte of the file; the specification also allows the first after the header.
    guard stored != 0, let file, losses.isEmpty, doubts.isEmpty, stored != file, stored != section else { return nil }
    throw fail(.checksum(stored: stored, computed: file), at: location)
  }

  private mutating func readFooter(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure)
    -> MCAPRecord?
  {
    if options.damage != .stop, try !isEndOfFile(header) { throw fail(.misplaced, at: location) }
    guard let content = try loadContent(header, at: location) else { return nil }
    var fields = FieldReader(content, at: location)
    let footer: Footer
    do throws(MCAPError) { footer = try Footer(&fields) } catch { throw .format(error) }
    let total = Format.recordHeaderSize + content.count
    guard try load(total + Format.magic.count) else {
      ending = .truncated(at: location.offset)
      return nil
    }
    let isEnded = window.bytes(total..<(total + Format.magic.count)).elementsEqual(Format.magic)
    // The sum ends before its own field.
    window.consume(Format.recordHeaderSize + 16)
    let computed = window.sectionChecksum()
    window.consume(total - Format.recordHeaderSize - 16)
    guard isEnded else { throw fail(.missingTrailingMagic, at: location) }
    ending = .complete
    try check(footer, computed: computed, at: location)
    return nil
  }

  /// Only a summary that begins after the end of the data was summed up on the way.
  private mutating func check(_ footer: Footer, computed: UInt32?, at location: MCAPError.Location) throws(Failure) {
    guard case .summary(let start) = stage, footer.summaryStart == start, footer.checksum != 0, losses.isEmpty,
      let computed, computed != footer.checksum
    else { return }
    throw fail(.checksum(stored: footer.checksum, computed: computed), at: location)
  }
}

extension MCAPRecord {
  /// `nil` for a schema that the format says to ignore.
  fileprivate init?(_ opcode: Opcode, _ fields: inout FieldReader) throws(MCAPError) {
    switch opcode {
    case .header: self = .header(try MCAPHeader(&fields))
    case .channel: self = .channel(try MCAPChannel(&fields))
    case .metadata: self = .metadata(try MCAPMetadata(&fields))
    default:
      let schema = try MCAPSchema(&fields)
      guard schema.id != .none else { return nil }
      self = .schema(schema)
    }
  }
}

/// Where the summary is.
struct Footer {
  var summaryStart: UInt64
  var summaryOffsetStart: UInt64
  var checksum: UInt32

  init(_ fields: inout FieldReader) throws(MCAPError) {
    summaryStart = try fields.integer()
    summaryOffsetStart = try fields.integer()
    checksum = try fields.integer()
  }
}
