/// How records are written: fields in order, little-endian; strings and maps with their length in bytes before them.
extension ByteBuffer {
  /// Opcode, length and whatever `content` appends.
  mutating func appendRecord(_ opcode: Opcode, _ content: (inout ByteBuffer) -> Void) {
    append(opcode.rawValue)
    append(UInt64(0))
    let start = count
    content(&self)
    overwrite(at: start - 8, with: UInt64(count - start))
  }

  mutating func append(_ string: String) {
    var string = string
    string.withUTF8 {
      append(UInt32(truncatingIfNeeded: $0.count))
      append(UnsafeRawBufferPointer($0))
    }
  }

  /// The keys are sorted, so that the same values give the same bytes.
  mutating func append(_ map: [String: String]) {
    append(UInt32(0))
    let start = count
    for (key, value) in map.sorted(by: { $0.key < $1.key }) {
      append(key)
      append(value)
    }
    overwrite(at: start - 4, with: UInt32(truncatingIfNeeded: count - start))
  }

  mutating func append(_ header: MCAPHeader) {
    appendRecord(.header) {
      $0.append(header.profile)
      $0.append(header.library)
    }
  }

  mutating func append(_ schema: MCAPSchema) {
    appendRecord(.schema) {
      $0.append(schema.id.rawValue)
      $0.append(schema.name)
      $0.append(schema.encoding)
      $0.append(UInt32(truncatingIfNeeded: schema.data.count))
      $0.append(schema.data)
    }
  }

  mutating func append(_ channel: MCAPChannel) {
    appendRecord(.channel) {
      $0.append(channel.id.rawValue)
      $0.append(channel.schema.rawValue)
      $0.append(channel.topic)
      $0.append(channel.messageEncoding)
      $0.append(channel.metadata)
    }
  }

  mutating func append(_ metadata: MCAPMetadata) {
    appendRecord(.metadata) {
      $0.append(metadata.name)
      $0.append(metadata.values)
    }
  }

  @inline(__always)
  mutating func append(_ message: MCAPMessage, data: UnsafeRawBufferPointer) {
    let length = Format.messageHeaderSize + data.count
    reserve(Format.recordHeaderSize + length)
    appendReserved(Opcode.message.rawValue)
    appendReserved(UInt64(length))
    appendReserved(message.channel.rawValue)
    appendReserved(message.sequence)
    appendReserved(message.logTime)
    appendReserved(message.publishTime)
    appendReserved(data)
  }
}
