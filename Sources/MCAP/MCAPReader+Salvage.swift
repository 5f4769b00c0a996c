/// Ends within a record.
extension MCAPReader where Source: ~Copyable {
  /// Whether the file is known to end before the record at the window's front does.
  func reachesPastFile(_ header: RecordHeader) -> Bool {
    guard let remaining else { return false }
    return remaining < UInt64(Format.recordHeaderSize) || header.length > remaining - UInt64(Format.recordHeaderSize)
  }

  /// Handles a record, at the window's front, that continues beyond the end of the file.
  mutating func endInside(_ header: RecordHeader, at place: MCAPError.Place) throws(Failure) {
    guard options.damage == .stop else { return try skipEnd(header, at: place) }
    guard let size = try fileSizeOfWholeFile() else {
      ending = .truncated(at: place.offset)
      return
    }
    throw fail(.beyondFile(length: header.length, fileSize: size), at: place)
  }

  /// The size of a file that ends with the last magic, so that it was not cut short.
  private mutating func fileSizeOfWholeFile() throws(Failure) -> UInt64? {
    guard let size = source.size, size >= 16 else { return nil }
    let tail = try readBytes(at: size - 8, count: 8)
    return tail == Format.magic ? size : nil
  }

  /// Continues after a record whose length is wrong; if nothing sound follows, the file is truncated.
  private mutating func skipEnd(_ header: RecordHeader, at place: MCAPError.Place) throws(Failure) {
    if options.damage == .salvage, header.opcode == .chunk, try salvagePart(header, at: place) { return }
    let size = source.size ?? place.offset + UInt64(window.buffered.count)
    try scanOn(after: MCAPError(.beyondFile(length: header.length, fileSize: size), at: place))
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
}

extension RecordRun {
  fileprivate consuming func countMessages() -> Int {
    do { while try next() != nil {} } catch {}
    return messageCount
  }
}
