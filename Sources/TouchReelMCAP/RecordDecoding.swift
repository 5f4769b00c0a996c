/// Reads the fields of one record in order, never beyond its end.
struct FieldReader {
  let bytes: UnsafeRawBufferPointer
  let location: MCAPError.Location
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer, at location: MCAPError.Location) {
    self.bytes = bytes
    self.location = location
  }

  var remaining: Int { bytes.count - position }

  mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self
  ) throws(MCAPError) -> Integer {
    guard remaining >= MemoryLayout<Integer>.size else { throw MCAPError(.fieldBeyondRecord, at: location) }
    defer { position += MemoryLayout<Integer>.size }
    return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
  }

  mutating func bytes(_ count: some UnsignedInteger) throws(MCAPError) -> UnsafeRawBufferPointer {
    guard count <= remaining else { throw MCAPError(.fieldBeyondRecord, at: location) }
    defer { position += Int(count) }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + Int(count))])
  }

  /// Bytes that are no UTF-8 are replaced, not refused.
  mutating func string() throws(MCAPError) -> String {
    String(decoding: try bytes(try integer(UInt32.self)), as: UTF8.self)
  }

  /// The fields of an array or map.
  mutating func nested() throws(MCAPError) -> FieldReader {
    FieldReader(try bytes(try integer(UInt32.self)), at: location)
  }

  /// The last of two equal keys holds.
  mutating func map() throws(MCAPError) -> [String: String] {
    var entries = try nested()
    var values: [String: String] = [:]
    while entries.remaining > 0 {
      let key = try entries.string()
      values[key] = try entries.string()
    }
    return values
  }

  mutating func channelMap() throws(MCAPError) -> [ChannelID: UInt64] {
    var entries = try nested()
    var values: [ChannelID: UInt64] = [:]
    while entries.remaining > 0 {
      let channel = ChannelID(rawValue: try entries.integer())
      values[channel] = try entries.integer()
    }
    return values
  }
}

extension MCAPHeader {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    profile = try fields.string()
    library = try fields.string()
  }
}

extension MCAPSchema {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    id = SchemaID(rawValue: try fields.integer())
    name = try fields.string()
    encoding = try fields.string()
    data = Array(try fields.bytes(try fields.integer(UInt32.self)))
  }
}

extension MCAPChannel {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    id = ChannelID(rawValue: try fields.integer())
    schema = SchemaID(rawValue: try fields.integer())
    topic = try fields.string()
    messageEncoding = try fields.string()
    metadata = try fields.map()
  }
}

extension MCAPMetadata {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    name = try fields.string()
    values = try fields.map()
  }
}

extension MCAPMessage {
  /// The record has at least the size of a message's fields.
  @inline(__always)
  init(unchecked record: UnsafeRawPointer) {
    channel = ChannelID(rawValue: UInt16(littleEndian: record.loadUnaligned(as: UInt16.self)))
    sequence = UInt32(littleEndian: record.loadUnaligned(fromByteOffset: 2, as: UInt32.self))
    logTime = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 6, as: UInt64.self))
    publishTime = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 14, as: UInt64.self))
  }
}

extension MCAPStatistics {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    messageCount = try fields.integer()
    schemaCount = try fields.integer()
    channelCount = try fields.integer()
    attachmentCount = try fields.integer()
    metadataCount = try fields.integer()
    chunkCount = try fields.integer()
    startTime = try fields.integer()
    endTime = try fields.integer()
    channelMessageCounts = try fields.channelMap()
  }
}

extension MCAPChunkIndex {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    startTime = try fields.integer()
    endTime = try fields.integer()
    offset = try fields.integer()
    length = try fields.integer()
    messageIndexOffsets = try fields.channelMap()
    messageIndexLength = try fields.integer()
    compression = try fields.string()
    compressedSize = try fields.integer()
    uncompressedSize = try fields.integer()
  }
}

extension MCAPAttachmentIndex {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    offset = try fields.integer()
    length = try fields.integer()
    let logTime = try fields.integer(UInt64.self)
    let createTime = try fields.integer(UInt64.self)
    dataSize = try fields.integer()
    let name = try fields.string()
    attachment = MCAPAttachment(
      name: name, mediaType: try fields.string(), logTime: logTime, createTime: createTime)
  }
}

extension MCAPMetadataIndex {
  init(_ fields: inout FieldReader) throws(MCAPError) {
    offset = try fields.integer()
    length = try fields.integer()
    name = try fields.string()
  }
}
