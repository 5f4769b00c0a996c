/// An attachment of which only the fields before the data have been read.
struct PendingAttachment {
  var location: MCAPError.Location
  var dataEnd: UInt64
  var end: UInt64

  /// The fields before the data are read from at most this many bytes.
  static let maximumFieldsSize = 64 << 10
}

extension MCAPReader where Source: ~Copyable {
  mutating func beginAttachment(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) -> MCAPRecord?
  {
    let prefix = Format.recordHeaderSize + Int(min(header.length, UInt64(PendingAttachment.maximumFieldsSize)))
    guard let end = header.end(from: location.offset), try !reachesPastFile(header), try load(prefix) else {
      try endInside(header, at: location)
      return nil
    }
    var fields = FieldReader(window.bytes(Format.recordHeaderSize..<prefix), at: location)
    let attachment: MCAPAttachment
    let size: UInt64
    do throws(MCAPError) {
      attachment = try MCAPAttachment(&fields)
      size = try fields.attachmentSize(recordLength: header.length)
    } catch { throw .format(error) }
    window.consume(Format.recordHeaderSize)
    window.beginSpan()
    window.consume(fields.position)
    pendingAttachment = PendingAttachment(
      location: location, dataEnd: window.offset + size, end: end)
    return .attachment(attachment, size: size)
  }

  /// The data of the attachment that `next()` returned last, whose sum is then checked; empty after any other record.
  ///
  /// - Throws: Also where the data has more bytes than the options' limit; the reader can then continue. A damaged
  ///   attachment is an error when salvaging too, after which the reader continues.
  package mutating func readAttachmentData() throws(Failure) -> [UInt8] {
    guard let pendingAttachment else { return [] }
    let size = pendingAttachment.dataEnd - window.offset
    guard size <= options.maximumChunkSize else {
      throw fail(.tooLarge(size: size, limit: options.maximumChunkSize), at: pendingAttachment.location)
    }
    var data: [UInt8] = []
    while window.offset < pendingAttachment.dataEnd, try load(1) {
      let count = Int(min(UInt64(window.buffered.count), pendingAttachment.dataEnd - window.offset))
      data += window.bytes(0..<count)
      window.consume(count)
    }
    do { try finishAttachment() } catch {
      guard case .format(let problem) = error else { throw error }
      try recover(from: problem)
      throw error
    }
    guard data.count == size else {
      throw fail(.beyondFile(length: size, fileSize: window.offset), at: pendingAttachment.location)
    }
    return data
  }

  /// Passes over what is left of an attachment, and checks its sum.
  mutating func finishAttachment() throws(Failure) {
    guard let attachment = pendingAttachment else { return }
    pendingAttachment = nil
    guard try skip(attachment.dataEnd - window.offset), try load(4) else {
      ending = .truncated(at: attachment.location.offset)
      return
    }
    let computed = window.endSpan()
    let stored = UInt32(littleEndian: window.buffered.loadUnaligned(as: UInt32.self))
    guard try skip(attachment.end - window.offset) else {
      ending = .truncated(at: attachment.location.offset)
      return
    }
    guard stored != 0, let computed, stored != computed else { return }
    throw fail(.checksum(stored: stored, computed: computed), at: attachment.location)
  }
}

extension MCAPAttachment {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    logTime = try fields.integer()
    createTime = try fields.integer()
    name = try fields.string()
    mediaType = try fields.string()
  }
}

extension FieldReader {
  /// The size of the data, which with its sum must fit into the record.
  fileprivate mutating func attachmentSize(recordLength: UInt64) throws(MCAPError) -> UInt64 {
    let size = try integer(UInt64.self)
    let left = recordLength - UInt64(position)
    guard left >= 4, size <= left - 4 else { throw MCAPError(.fieldBeyondRecord, at: location) }
    return size
  }
}
