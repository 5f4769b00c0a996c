/// Makes the record of a chunk, and those of its message indexes, from its records.
struct ChunkEncoder: ~Copyable {
  private let compressor: ZstdCompressor?
  private var indexes = MessageIndexes()

  init(_ compression: MCAPWriterOptions.Compression) {
    switch compression {
    case .none: compressor = nil
    case .zstd(let level, let tuning): compressor = ZstdCompressor(level: level, tuning: tuning)
    }
  }

  private var compression: String { compressor == nil ? "" : "zstd" }

  /// Appends the records to the output, whose first byte has the given offset in the file, and counts the messages.
  mutating func append(
    _ chunk: borrowing ChunkBuilder, _ channels: inout ChannelTable, at offset: UInt64, to output: inout ByteBuffer
  ) throws(ZstdError) -> MCAPChunkIndex {
    let start = output.count
    let compressedSize = try appendChunk(chunk, to: &output)
    let chunkEnd = output.count
    indexes.gather(chunk, channels)
    let offsets = indexes.append(of: chunk, channels, to: &output)
    for (slot, count) in indexes.counts.enumerated() { channels.count(UInt64(count), slot: slot) }
    return MCAPChunkIndex(
      startTime: chunk.startTime, endTime: chunk.endTime, offset: offset + UInt64(start),
      length: UInt64(chunkEnd - start),
      messageIndexOffsets: Dictionary(uniqueKeysWithValues: offsets.map { ($0.channel, offset + UInt64($0.offset)) }),
      messageIndexLength: UInt64(output.count - chunkEnd), compression: compression,
      compressedSize: UInt64(compressedSize), uncompressedSize: UInt64(chunk.records.count))
  }

  private func appendChunk(_ chunk: borrowing ChunkBuilder, to output: inout ByteBuffer) throws(ZstdError) -> Int {
    output.append(Opcode.chunk.rawValue)
    output.append(UInt64(0))
    let start = output.count
    output.append(chunk.startTime)
    output.append(chunk.endTime)
    output.append(UInt64(chunk.records.count))
    output.append(CRC32.of(chunk.records.bytes))
    output.append(compression)
    output.append(UInt64(0))
    let recordsStart = output.count
    try appendRecords(chunk.records.bytes, to: &output)
    output.overwrite(at: recordsStart - 8, with: UInt64(output.count - recordsStart))
    output.overwrite(at: start - 8, with: UInt64(output.count - start))
    return output.count - recordsStart
  }

  private func appendRecords(_ records: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(ZstdError) {
    switch compressor {
    case .none: output.append(records)
    case .some(let compressor):
      try output.append(upTo: compressor.bound(records.count)) { buffer throws(ZstdError) in
        try compressor.compress(records, into: buffer)
      }
    }
  }
}
