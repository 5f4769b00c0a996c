/// The fields of a chunk before its records.
struct ChunkHeader {
  /// The times of the first and the last message, in nanoseconds.
  var times: (first: UInt64, last: UInt64)
  var uncompressedSize: UInt64
  var checksum: UInt32
  var compression: String
  /// The size of the records as stored, in bytes.
  var recordsSize: UInt64
  /// The size of the fields, from the end of the record's own header on, in bytes.
  var size: Int

  /// The longest name of a compression that is read.
  static let maximumNameSize = 32
  static let maximumSize = Format.chunkHeaderSize + maximumNameSize

  /// Reads the fields from bytes that may continue beyond the records or end within them; `length` is what the chunk's
  /// record declares.
  init(_ bytes: UnsafeRawBufferPointer, length: UInt64, at location: MCAPError.Location) throws(MCAPError) {
    var fields = FieldReader(bytes, at: location)
    times = (try fields.integer(), try fields.integer())
    uncompressedSize = try fields.integer()
    checksum = try fields.integer()
    compression = try fields.string()
    recordsSize = try fields.integer()
    size = fields.position
    guard length >= UInt64(size), recordsSize <= length - UInt64(size) else {
      throw MCAPError(.fieldBeyondRecord, at: location)
    }
  }
}

/// Gets the records of compressed chunks, within memory that is used again and again.
struct ChunkDecoder: ~Copyable {
  private let decompressor = ZstdDecompressor()
  private var records = ByteBuffer(capacity: 256 << 10)
  private let limit: Int
  private var expansion: Expansion

  init(limit: Int, maximumExpansion: Int) {
    self.limit = limit
    expansion = Expansion(limit: maximumExpansion)
  }

  /// All the records, whose size is right; valid until the next call.
  mutating func decode(
    _ header: ChunkHeader, _ compressed: UnsafeRawBufferPointer, at location: MCAPError.Location
  ) throws(MCAPError) -> UnsafeRawBufferPointer {
    guard try inflate(compressed, header, at: location) else {
      throw MCAPError(.decompression("the compressed data ends too early"), at: location)
    }
    let actual = UInt64(records.count)
    guard actual == header.uncompressedSize else {
      throw MCAPError(.sizeDiffers(declared: header.uncompressedSize, actual: actual), at: location)
    }
    return records.bytes
  }

  /// Decodes as many of the records as the front of a chunk gives.
  mutating func decodePart(
    _ header: ChunkHeader, _ compressed: UnsafeRawBufferPointer, at location: MCAPError.Location
  ) -> UnsafeRawBufferPointer {
    // What came before the damage is what is wanted here; the caller reports the loss.
    do { _ = try inflate(compressed, header, at: location) } catch {}
    return records.bytes
  }

  /// False where the compressed bytes end before their frame does.
  private mutating func inflate(
    _ compressed: UnsafeRawBufferPointer, _ header: ChunkHeader, at location: MCAPError.Location
  ) throws(MCAPError) -> Bool {
    records.removeAll()
    try checkLimits(header, compressed, at: location)
    decompressor.reset()
    var input = compressed[...]
    while !input.isEmpty {
      guard try inflateFrame(&input, header, at: location) else { return false }
    }
    return true
  }

  /// A size that the compressed bytes contradict is damage; else it meets the limits.
  private mutating func checkLimits(
    _ header: ChunkHeader, _ compressed: UnsafeRawBufferPointer, at location: MCAPError.Location
  ) throws(MCAPError) {
    let declared = header.uncompressedSize
    let actual = ZstdDecompressor.contentSize(compressed) ?? declared
    let isAdmitted = expansion.admits(min(actual, declared), from: compressed.count)
    if declared > limit, actual != declared {
      throw MCAPError(.sizeDiffers(declared: declared, actual: actual), at: location)
    }
    guard declared <= limit else { throw MCAPError(.tooLarge(size: declared, limit: limit), at: location) }
    guard isAdmitted else { throw MCAPError(.expandsTooFar(limit: expansion.limit), at: location) }
  }

  private mutating func inflateFrame(
    _ input: inout Slice<UnsafeRawBufferPointer>, _ header: ChunkHeader, at location: MCAPError.Location
  ) throws(MCAPError) -> Bool {
    while true {
      let progress = try step(&input, header, at: location)
      guard records.count <= header.uncompressedSize else {
        throw MCAPError(.inflatesPastDeclaredSize(header.uncompressedSize), at: location)
      }
      switch progress {
      case .output: continue
      case .needsInput: return false
      case .finished: return true
      }
    }
  }

  /// Memory grows with what arrives; one byte more than declared shows that there is more.
  private mutating func step(
    _ input: inout Slice<UnsafeRawBufferPointer>, _ header: ChunkHeader, at location: MCAPError.Location
  ) throws(MCAPError) -> ZstdDecompressor.Progress {
    let room = min(Int(header.uncompressedSize) - records.count + 1, max(256 << 10, 16 * input.count))
    var progress = ZstdDecompressor.Progress.output
    do {
      try records.append(upTo: room) { buffer throws(ZstdError) in
        var output = buffer[...]
        progress = try decompressor.decompress(&input, into: &output)
        return room - output.count
      }
    } catch { throw MCAPError(.decompression(error.reason), at: location) }
    return progress
  }
}

/// What the chunks of a file gave so far, beside their own bytes.
private struct Expansion {
  let limit: Int
  private var compressed: UInt64 = 0
  private var expanded: UInt64 = 0

  /// Bytes of records that a file may have whatever its length.
  private static let free: UInt64 = 64 << 20

  init(limit: Int) { self.limit = limit }

  /// Counts a chunk; false if the file now gives more than it may.
  mutating func admits(_ size: UInt64, from count: Int) -> Bool {
    compressed += UInt64(count)
    expanded += size
    return expanded <= Self.free || (expanded - Self.free) / UInt64(limit) <= compressed
  }
}

extension ChunkHeader {
  /// Whether records are whole and as the chunk says, so that it may be the sum that is wrong: their messages have its
  /// times, and are numbered one after another or not at all.
  func fits(_ records: RecordRun) -> Bool {
    var records = records
    var sequences: [ChannelID: UInt32] = [:]
    var found: (first: UInt64, last: UInt64)?
    do throws(MCAPError) {
      while let record = try records.next() {
        guard case .message(let message) = record else { continue }
        let step =
          message.sequence &- (sequences.updateValue(message.sequence, forKey: message.channel) ?? message.sequence)
        guard step <= 1 else { return false }
        found = (min(found?.first ?? .max, message.logTime), max(found?.last ?? 0, message.logTime))
      }
    } catch {
      return false
    }
    return found.map { $0 == times } ?? true
  }

  /// A stored sum of zero says that there is none.
  func check(_ records: UnsafeRawBufferPointer, at location: MCAPError.Location) throws(MCAPError) {
    guard checksum != 0 else { return }
    try check(computed: CRC32.of(records), at: location)
  }

  func check(computed: UInt32, at location: MCAPError.Location) throws(MCAPError) {
    guard checksum == 0 || checksum == computed else {
      throw MCAPError(.checksum(stored: checksum, computed: computed), at: location)
    }
  }
}
