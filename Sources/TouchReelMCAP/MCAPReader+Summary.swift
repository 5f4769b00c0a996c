extension MCAPReader where Source: ~Copyable {
  /// What the file says at its end about all of it, with every index checked to point inside the file.
  ///
  /// `nil` for a pipe, for a file without a summary, and for one that does not end as a whole file does. Where `next()`
  /// continues is not changed.
  package mutating func readSummary() throws(Failure) -> MCAPSummary? {
    guard let size = source.size, let footer = try readFooterAtEnd(of: size), footer.summaryStart != 0 else {
      return nil
    }
    let end = size - UInt64(Format.magic.count)
    let location = MCAPError.Location(offset: end - UInt64(Self.footerRecordSize), opcode: .footer)
    guard footer.summaryStart < location.offset else {
      throw fail(.indexOutside(offset: footer.summaryStart, length: 0, fileSize: size), at: location)
    }
    guard end - footer.summaryStart <= options.maximumChunkSize else {
      throw fail(.tooLarge(size: end - footer.summaryStart, limit: options.maximumChunkSize), at: location)
    }
    let bytes = try readBytes(at: footer.summaryStart, count: Int(end - footer.summaryStart))
    return try parse(bytes, footer, fileSize: size, at: location)
  }

  /// Reads the summary of a file that may be damaged: where bytes came in or are missing before it, so that the footer
  /// leads elsewhere, it is found by its checksum, and has no indexes.
  package mutating func findSummary() throws(Failure) -> MCAPSummary? {
    do { if let summary = try readSummary() { return summary } } catch {
      guard case .format = error else { throw error }
    }
    guard let size = source.size, let footer = try readFooterAtEnd(of: size), footer.checksum != 0 else { return nil }
    let end = size - UInt64(Format.magic.count)
    let count = min(end, Self.searchedSize)
    let bytes = try readBytes(at: end - count, count: Int(count))
    guard let start = bytes.startOfSummary(of: footer) else { return nil }
    do throws(MCAPError) {
      return try bytes.span.bytes.withUnsafeBytes { bytes throws(MCAPError) in
        var parser = SummaryParser(fileSize: size, start: end - count + UInt64(start), hasIndexes: false)
        return try parser.parse(UnsafeRawBufferPointer(rebasing: bytes[start...].dropLast(Self.footerRecordSize)))
      }
    } catch { return nil }
  }

  /// The most bytes of a file's end that are searched for its summary.
  private static var searchedSize: UInt64 { 1 << 20 }

  private static var footerRecordSize: Int { Format.recordHeaderSize + Format.footerSize }

  private mutating func readFooterAtEnd(of size: UInt64) throws(Failure) -> Footer? {
    let tailSize = Self.footerRecordSize + Format.magic.count
    guard size >= UInt64(tailSize + Format.magic.count) else { return nil }
    let tail = try readBytes(at: size - UInt64(tailSize), count: tailSize)
    guard tail.count == tailSize, tail.suffix(Format.magic.count).elementsEqual(Format.magic),
      tail[0] == Opcode.footer.rawValue
    else { return nil }
    return try decode(
      tail[Format.recordHeaderSize...], at: MCAPError.Location(offset: size - UInt64(tailSize), opcode: .footer)
    ) {
      fields throws(MCAPError) in try Footer(&fields)
    }
  }

  private func decode<Value>(
    _ bytes: ArraySlice<UInt8>, at location: MCAPError.Location,
    _ body: (inout FieldReader) throws(MCAPError) -> Value
  ) throws(Failure) -> Value {
    do throws(MCAPError) {
      return try bytes.span.bytes.withUnsafeBytes { bytes throws(MCAPError) in
        var fields = FieldReader(bytes, at: location)
        return try body(&fields)
      }
    } catch { throw .format(error) }
  }

  private func parse(
    _ bytes: [UInt8], _ footer: Footer, fileSize: UInt64, at location: MCAPError.Location
  ) throws(Failure) -> MCAPSummary {
    do throws(MCAPError) {
      return try bytes.span.bytes.withUnsafeBytes { bytes throws(MCAPError) in
        let computed = CRC32.of(UnsafeRawBufferPointer(rebasing: bytes.dropLast(4)))
        guard footer.checksum == 0 || footer.checksum == computed else {
          throw MCAPError(.checksum(stored: footer.checksum, computed: computed), at: location)
        }
        var parser = SummaryParser(fileSize: fileSize, start: footer.summaryStart)
        return try parser.parse(UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.footerRecordSize)))
      }
    } catch { throw .format(error) }
  }

  /// Bytes from anywhere in the file, fewer where it ends.
  mutating func readBytes(at offset: UInt64, count: Int) throws(Failure) -> [UInt8] {
    var failure: Source.Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(Source.Failure) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let read = try source.read(at: offset + UInt64(filled), into: rest)
          guard read > 0 else { return }
          filled += min(read, rest.count)
        }
      } catch { failure = error }
    }
    if let failure { throw .source(failure) }
    return bytes
  }
}

/// Reads the records of a summary section.
private struct SummaryParser {
  let fileSize: UInt64
  let start: UInt64
  /// Whether the indexes point to what is there.
  let hasIndexes: Bool
  private var summary = MCAPSummary()

  init(fileSize: UInt64, start: UInt64, hasIndexes: Bool = true) {
    (self.fileSize, self.start, self.hasIndexes) = (fileSize, start, hasIndexes)
  }

  mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(MCAPError) -> MCAPSummary {
    var rest = bytes[...]
    while !rest.isEmpty {
      var location = MCAPError.Location(offset: start + UInt64(rest.startIndex))
      guard rest.count >= Format.recordHeaderSize else { throw MCAPError(.fieldBeyondRecord, at: location) }
      let header = RecordHeader(UnsafeRawBufferPointer(rebasing: rest))
      location.opcode = header.opcode
      rest = rest.dropFirst(Format.recordHeaderSize)
      guard header.length <= rest.count else {
        throw MCAPError(.beyondFile(length: header.length, fileSize: fileSize), at: location)
      }
      var fields = FieldReader(UnsafeRawBufferPointer(rebasing: rest.prefix(Int(header.length))), at: location)
      try add(header.opcode, &fields)
      rest = rest.dropFirst(Int(header.length))
    }
    return summary
  }

  private mutating func add(_ opcode: Opcode, _ fields: inout FieldReader) throws(MCAPError) {
    switch opcode {
    case .schema:
      let schema = try MCAPSchema(&fields)
      if schema.id != .none { summary.schemas.append(schema) }
    case .channel: summary.channels.append(try MCAPChannel(&fields))
    case .statistics: summary.statistics = try MCAPStatistics(&fields)
    case .chunkIndex, .attachmentIndex, .metadataIndex: if hasIndexes { try addIndex(opcode, &fields) }
    default: break
    }
  }

  private mutating func addIndex(_ opcode: Opcode, _ fields: inout FieldReader) throws(MCAPError) {
    switch opcode {
    case .chunkIndex: summary.chunks.append(try chunkIndex(&fields))
    case .attachmentIndex:
      let index = try MCAPAttachmentIndex(&fields)
      try check(index.offset, index.length, at: fields.location)
      summary.attachments.append(index)
    case .metadataIndex:
      let index = try MCAPMetadataIndex(&fields)
      try check(index.offset, index.length, at: fields.location)
      summary.metadata.append(index)
    default: break
    }
  }

  private func chunkIndex(_ fields: inout FieldReader) throws(MCAPError) -> MCAPChunkIndex {
    let index = try MCAPChunkIndex(&fields)
    try check(index.offset, index.length, at: fields.location)
    try check(index.offset + index.length, index.messageIndexLength, at: fields.location)
    for offset in index.messageIndexOffsets.values { try check(offset, 0, at: fields.location) }
    return index
  }

  private func check(_ offset: UInt64, _ length: UInt64, at location: MCAPError.Location) throws(MCAPError) {
    guard offset <= fileSize, length <= fileSize - offset else {
      throw MCAPError(.indexOutside(offset: offset, length: length, fileSize: fileSize), at: location)
    }
  }
}

extension [UInt8] {
  /// The index at which the summary begins that a footer's checksum is of; `nil` if none is found. The bytes end with
  /// the footer's record.
  fileprivate func startOfSummary(of footer: Footer) -> Int? {
    let mark: [UInt8] = [Opcode.dataEnd.rawValue, 4, 0, 0, 0, 0, 0, 0, 0]
    var (end, tries) = (count - mark.count - 4, 16)
    while let index = self[..<Swift.max(end, 0)].lastIndex(of: mark[0]), tries > 0 {
      end = index
      guard self[index...].starts(with: mark) else { continue }
      let start = index + mark.count + 4
      tries -= 1
      let checksum = withUnsafeBytes { CRC32.of(UnsafeRawBufferPointer(rebasing: $0[start...].dropLast(4))) }
      if checksum == footer.checksum { return start }
    }
    return nil
  }
}
