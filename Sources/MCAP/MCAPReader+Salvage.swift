/// A part of a file that could not be read.
public struct MCAPLoss: Hashable, Sendable {
  /// The bytes of the file.
  public var range: Range<UInt64>
  public var reason: MCAPError
  /// How many messages were read from the part all the same.
  public var recoveredMessageCount: Int
}

/// Ends within a record, and the way on after damage.
extension MCAPReader where Source: ~Copyable {
  /// Whether the file is known to end before the record at the window's front does.
  func reachesPastFile(_ header: RecordHeader) -> Bool {
    guard let remaining else { return false }
    return remaining < UInt64(Format.recordHeaderSize) || header.length > remaining - UInt64(Format.recordHeaderSize)
  }

  /// Handles a record, at the window's front, that goes on beyond the end of the file.
  mutating func endInside(_ header: RecordHeader, at place: MCAPError.Place) throws(Failure) {
    let size = try fileSizeOfWholeFile()
    switch (options.damage, size) {
    case (.stop, .none): ending = .truncated(at: place.offset)
    case (.stop, .some(let size)):
      throw fail(.beyondFile(length: header.length, fileSize: size), at: place)
    case (.salvage, _): try salvageEnd(header, at: place)
    }
  }

  /// The size of a file that ends with the last magic, so that it was not cut short.
  private mutating func fileSizeOfWholeFile() throws(Failure) -> UInt64? {
    guard let size = source.size, size >= 16 else { return nil }
    let tail = try readBytes(at: size - 8, count: 8)
    return tail == Format.magic ? size : nil
  }

  private mutating func salvageEnd(_ header: RecordHeader, at place: MCAPError.Place) throws(Failure) {
    if header.opcode == .chunk, try salvagePart(header, at: place) { return }
    let size = source.size ?? place.offset + UInt64(window.buffered.count)
    let error = MCAPError(.beyondFile(length: header.length, fileSize: size), at: place)
    try scanOn(after: error)
  }

  /// Takes the messages from the front of a chunk whose fields make sense; false where they do not.
  private mutating func salvagePart(_ header: RecordHeader, at place: MCAPError.Place) throws(Failure) -> Bool {
    let limit = Format.recordHeaderSize + Int(min(header.length, UInt64(options.maximumChunkSize)))
    guard try !load(limit) else { return false }
    let content = UnsafeRawBufferPointer(rebasing: window.buffered.dropFirst(Format.recordHeaderSize))
    guard let chunk = ChunkHeader(plausible: content, length: header.length) else { return false }
    let stored = chunk.records(of: content)
    let records = chunk.compression.isEmpty ? stored : decoder.decodePart(chunk, stored, at: place)
    run = RecordRun(records, at: place, isPartial: true)
    let end = place.offset + UInt64(window.buffered.count)
    lose(
      to: end, MCAPError(.beyondFile(length: header.length, fileSize: end), at: place),
      recovered: RecordRun(records, at: place, isPartial: true).countMessages())
    ending = .truncated(at: place.offset)
    return true
  }

  /// Losses that follow each other are one, with the reason of the first.
  private mutating func lose(to end: UInt64, _ reason: MCAPError, recovered: Int = 0) {
    if let last = losses.last, last.range.upperBound == reason.place.offset {
      losses[losses.count - 1].range = last.range.lowerBound..<max(end, reason.place.offset)
      losses[losses.count - 1].recoveredMessageCount += recovered
      return
    }
    losses.append(
      MCAPLoss(
        range: reason.place.offset..<max(end, reason.place.offset), reason: reason, recoveredMessageCount: recovered))
  }

  /// Finds the way on after damage, and lists what lies between as lost.
  mutating func resynchronise(after error: MCAPError, recovered: Int) throws(Failure) {
    let streamed = streamedChunk?.messageCount ?? 0
    streamedChunk = nil
    pendingAttachment = nil
    guard window.offset == error.place.offset, ending == nil else {
      return lose(to: window.offset, error, recovered: recovered + streamed)
    }
    guard try load(Format.recordHeaderSize) else { return try scanOn(after: error) }
    let header = RecordHeader(window.buffered)
    guard header.opcode.isKnown, header.length <= options.maximumChunkSize, try isFollowed(header) else {
      return try scanOn(after: error)
    }
    consume(header)
    lose(to: window.offset, error)
  }

  /// Seeks the next record byte by byte.
  private mutating func scanOn(after error: MCAPError) throws(Failure) {
    var isFound = false
    if try load(1) { window.consume(1) }
    while !isFound, try load(Format.recordHeaderSize) {
      let limit = min(remaining ?? .max, UInt64(options.maximumChunkSize))
      window.consume(window.buffered.firstPlausibleRecord(limit: limit))
      isFound = try isPlausible()
      if !isFound, window.buffered.count >= Format.recordHeaderSize { window.consume(1) }
    }
    if !isFound {
      window.consume(window.buffered.count)
      ending = .truncated(at: error.place.offset)
    }
    lose(to: window.offset, error)
  }

  /// Whether the window's front looks like a record.
  private mutating func isPlausible() throws(Failure) -> Bool {
    guard window.buffered.count >= Format.recordHeaderSize else { return false }
    let header = RecordHeader(window.buffered)
    guard header.opcode.isKnown, header.length <= options.maximumChunkSize else { return false }
    let total = Format.recordHeaderSize + Int(header.length)
    let isWhole = try load(total)
    let content = UnsafeRawBufferPointer(
      rebasing: window.buffered.prefix(total).dropFirst(Format.recordHeaderSize))
    if !isWhole { return header.opcode == .chunk && ChunkHeader(plausible: content, length: header.length) != nil }
    return header.fits(content) ? try isFollowed(header) : false
  }

  /// Whether a record or the end of the file follows the record at the window's front.
  private mutating func isFollowed(_ header: RecordHeader) throws(Failure) -> Bool {
    let total = Format.recordHeaderSize + Int(header.length)
    let isWhole = try load(total + Format.recordHeaderSize)
    guard window.buffered.count >= total else { return false }
    let rest = UnsafeRawBufferPointer(rebasing: window.buffered.dropFirst(total))
    guard isWhole else {
      guard let first = rest.first else { return true }
      return Opcode(rawValue: first).isKnown || rest.elementsEqual(Format.magic)
    }
    let next = RecordHeader(rest)
    let (end, isHuge) = next.length.addingReportingOverflow(UInt64(total + Format.recordHeaderSize))
    return next.opcode.isKnown && !isHuge && end <= remaining ?? .max
  }
}

extension UnsafeRawBufferPointer {
  /// The first place at which the opcode is known and the length within the limit, or the first that has too few bytes to
  /// tell.
  fileprivate func firstPlausibleRecord(limit: UInt64) -> Int {
    var offset = 0
    while offset + Format.recordHeaderSize <= count {
      let opcode = Opcode(rawValue: self[offset])
      if opcode.isKnown, UInt64(littleEndian: loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self)) <= limit {
        return offset
      }
      offset += 1
    }
    return offset
  }
}

/// A field of a record, as far as its place needs to be known.
private enum FieldLayout {
  case fixed(Int)
  /// A string, an array or a map.
  case prefixed
}

extension RecordHeader {
  /// Whether the fields fit the record: in constant time, so that seeking through hostile bytes stays linear.
  fileprivate func fits(_ content: UnsafeRawBufferPointer) -> Bool {
    if opcode == .chunk { return ChunkHeader(plausible: content, length: length) != nil }
    var fields = FieldReader(content, at: MCAPError.Place(offset: 0))
    do throws(MCAPError) {
      for field in layout {
        switch field {
        case .fixed(let size): _ = try fields.bytes(UInt(size))
        case .prefixed: _ = try fields.nested()
        }
      }
      return !layout.isEmpty
    } catch { return false }
  }

  private var layout: [FieldLayout] {
    switch opcode {
    case .header, .metadata: [.prefixed, .prefixed]
    case .footer: [.fixed(Format.footerSize)]
    case .schema: [.fixed(2), .prefixed, .prefixed, .prefixed]
    case .channel: [.fixed(4), .prefixed, .prefixed, .prefixed]
    case .message: [.fixed(Format.messageHeaderSize)]
    case .messageIndex: [.fixed(2), .prefixed]
    case .chunkIndex: [.fixed(32), .prefixed, .fixed(8), .prefixed, .fixed(16)]
    case .attachment: [.fixed(16), .prefixed, .prefixed, .fixed(12)]
    case .attachmentIndex: [.fixed(40), .prefixed, .prefixed]
    case .statistics: [.fixed(42), .prefixed]
    case .metadataIndex: [.fixed(16), .prefixed]
    case .summaryOffset: [.fixed(17)]
    case .dataEnd: [.fixed(4)]
    default: []
    }
  }
}

extension ChunkHeader {
  /// Nothing unless the fields agree with the record's length and name a compression that exists.
  fileprivate init?(plausible content: UnsafeRawBufferPointer, length: UInt64) {
    do throws(MCAPError) {
      self = try ChunkHeader(content, length: length, at: MCAPError.Place(offset: 0))
    } catch { return nil }
    guard ["", "zstd", "lz4"].contains(compression), recordsSize == length - UInt64(size) else { return nil }
  }
}

extension RecordRun {
  fileprivate consuming func countMessages() -> Int {
    do { while try next() != nil {} } catch {}
    return messageCount
  }
}
