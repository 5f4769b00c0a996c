/// What distinguishes a record from bytes that only look like one, in constant time each, so that seeking through
/// hostile bytes stays linear.
extension MCAPReader where Source: ~Copyable {
  /// Whether the window's front looks like a record.
  mutating func isPlausible() throws(Failure) -> Bool {
    guard window.buffered.count >= Format.recordHeaderSize else { return false }
    let header = RecordHeader(window.buffered)
    guard header.opcode.isKnown, header.length <= options.maximumChunkSize else { return false }
    let total = Format.recordHeaderSize + Int(header.length)
    // What the file does not have is not asked for again and again.
    let count = try reachesPastFile(header) ? Format.recordHeaderSize + ChunkHeader.maximumSize : total
    let isWhole = try load(count) && window.buffered.count >= total
    let content = UnsafeRawBufferPointer(
      rebasing: window.buffered.prefix(total).dropFirst(Format.recordHeaderSize))
    if !isWhole { return header.opcode == .chunk && ChunkHeader(plausible: content, length: header.length) != nil }
    guard header.fits(content) else { return false }
    switch header.opcode {
    case .dataEnd: return try isEndOfData(header)
    case .footer: return try isEndOfFile(header)
    default: return try isFollowed(header)
    }
  }

  /// Whether a record or the end of the file follows the record at the window's front.
  mutating func isFollowed(_ header: RecordHeader) throws(Failure) -> Bool {
    let total = Format.recordHeaderSize + Int(header.length)
    let isWhole = try load(total + Format.recordHeaderSize)
    guard window.buffered.count >= total else { return false }
    let rest = UnsafeRawBufferPointer(rebasing: window.buffered.dropFirst(total))
    guard isWhole else {
      guard let first = rest.first else { return true }
      return Opcode(rawValue: first).isKnown || rest.elementsEqual(Format.magic)
    }
    let next = RecordHeader(rest)
    // The last record of a truncated file continues beyond its end.
    if next.opcode.isKnown, next.length <= options.maximumChunkSize { return true }
    let (end, isHuge) = next.length.addingReportingOverflow(UInt64(total + Format.recordHeaderSize))
    guard next.opcode.isAllowed, !isHuge else { return false }
    return try reaches(end) ?? true
  }

  /// Whether the length of a record, which nothing sound follows, takes in the records behind its fields.
  mutating func takesInNext(_ header: RecordHeader) throws(Failure) -> Bool {
    guard header.length <= options.maximumChunkSize, try !reachesPastFile(header), try !isFollowed(header) else {
      return false
    }
    let total = Format.recordHeaderSize + Int(header.length)
    guard try load(total),
      let left = header.bytesLeft(of: window.bytes(Format.recordHeaderSize..<total)), left > 0
    else { return false }
    return try isFollowed(RecordHeader(header.opcode, length: header.length - UInt64(left)))
  }

  /// Whether a record of which no more than its length is read may be so long.
  mutating func isBelievable(_ header: RecordHeader) throws(Failure) -> Bool {
    guard header.opcode.isAllowed else { return false }
    guard header.length <= options.maximumChunkSize, try !reachesPastFile(header) else { return true }
    if try isFollowed(header) { return true }
    let total = Format.recordHeaderSize + Int(header.length)
    return try load(total) && header.isFilled(by: window.bytes(Format.recordHeaderSize..<total))
  }

  /// Whether the end of the data is followed by what may come after it. One that lies would hide the rest of the file.
  mutating func isEndOfData(_ header: RecordHeader) throws(Failure) -> Bool {
    guard header.length <= Format.longestEnd else { return false }
    if header.length == Format.dataEndSize { return true }
    let total = Format.recordHeaderSize + Int(header.length)
    guard try load(total + 1) else { return true }
    return Opcode(rawValue: window.buffered[total]).isOfSummary
  }

  /// Whether the file ends after the footer, as far as it is known.
  mutating func isEndOfFile(_ header: RecordHeader) throws(Failure) -> Bool {
    guard header.length >= UInt64(Format.footerSize), header.length <= Format.longestEnd else { return false }
    let total = Format.recordHeaderSize + Int(header.length)
    guard try load(total + Format.magic.count) else { return true }
    return window.bytes(total..<(total + Format.magic.count)).elementsEqual(Format.magic)
  }
}

extension Opcode {
  /// Whether a record may have it: those that are not known are for later versions and for private use.
  fileprivate var isAllowed: Bool { rawValue != 0 }

  /// Whether version 0 of the format has it after the end of the data.
  fileprivate var isOfSummary: Bool {
    switch self {
    case .footer, .schema, .channel, .statistics, .chunkIndex, .attachmentIndex, .metadataIndex, .summaryOffset: true
    default: rawValue > 0x0f
    }
  }
}

extension Format {
  /// The longest content of an end of data or a footer that is believed: they have 4 and 20 bytes, and may get more
  /// fields.
  fileprivate static let longestEnd: UInt64 = 64
  fileprivate static let dataEndSize: UInt64 = 4
}

/// A field of a record, as far as its offset needs to be known.
private enum FieldLayout {
  case fixed(Int)
  /// A string, an array or a map.
  case prefixed
}

extension RecordHeader {
  /// Whether the fields fit the record.
  func fits(_ content: UnsafeRawBufferPointer) -> Bool {
    if opcode == .chunk { return ChunkHeader(plausible: content, length: length) != nil }
    return bytesLeft(of: content) != nil
  }

  /// Whether the fields take all of the record, so that its length is right whatever follows.
  fileprivate func isFilled(by content: UnsafeRawBufferPointer) -> Bool { bytesLeft(of: content) == 0 }

  /// What the fields leave of the content; `nil` if they do not fit, or the kind of the record is unknown.
  fileprivate func bytesLeft(of content: UnsafeRawBufferPointer) -> Int? {
    var fields = FieldReader(content, at: MCAPError.Location(offset: 0))
    do throws(MCAPError) {
      for field in layout {
        switch field {
        case .fixed(let size): _ = try fields.bytes(UInt(size))
        case .prefixed: _ = try fields.nested()
        }
      }
      return layout.isEmpty ? nil : fields.remaining
    } catch { return nil }
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
  /// `nil` unless the fields agree with the record's length and name a compression that exists.
  init?(plausible content: UnsafeRawBufferPointer, length: UInt64) {
    do throws(MCAPError) {
      self = try ChunkHeader(content, length: length, at: MCAPError.Location(offset: 0))
    } catch { return nil }
    guard ["", "zstd", "lz4"].contains(compression), recordsSize == length - UInt64(size) else { return nil }
  }
}
