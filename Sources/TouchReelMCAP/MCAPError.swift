/// What is wrong with a file, and where.
package struct MCAPError: Error, Hashable, Sendable {
  package var location: Location
  package var problem: Problem

  package init(_ problem: Problem, at location: Location) {
    self.problem = problem
    self.location = location
  }

  /// The record at fault.
  package struct Location: Hashable, Sendable {
    /// The byte of the file at which the record begins: for one inside a chunk, the chunk.
    package var offset: UInt64
    package var opcode: Opcode?
    /// The offset of a record inside a chunk, among the chunk's uncompressed records.
    package var offsetInChunk: Int?

    package init(offset: UInt64, opcode: Opcode? = nil, offsetInChunk: Int? = nil) {
      self.offset = offset
      self.opcode = opcode
      self.offsetInChunk = offsetInChunk
    }
  }

  package enum Problem: Hashable, Sendable {
    case notMCAP
    case unsupportedVersion(UInt8)
    case missingHeader
    /// A field reaches beyond the end of its record.
    case fieldBeyondRecord
    /// A record reaches beyond the end of its chunk.
    case beyondChunk(length: UInt64)
    case beyondFile(length: UInt64, fileSize: UInt64)
    /// The record needs more memory than the reader's limit allows.
    case tooLarge(size: UInt64, limit: Int)
    case unsupportedCompression(String)
    case decompression(String)
    case inflatesPastDeclaredSize(UInt64)
    case sizeDiffers(declared: UInt64, actual: UInt64)
    case checksum(stored: UInt32, computed: UInt32)
    /// An index names bytes that the file has not.
    case indexOutside(offset: UInt64, length: UInt64, fileSize: UInt64)
    case missingTrailingMagic
    /// The bytes that end an MCAP file come without a footer before them.
    case missingFooter
    /// A chunk lies within a chunk.
    case nestedChunk
    /// A record cannot stand where it is: opcode 0, or an end of the data or the file after which more comes.
    case misplaced
    /// The records of the file's chunks have more than the limit's times their compressed bytes.
    case expandsTooFar(limit: Int)
  }
}

extension MCAPError {
  /// Whether the file may be sound, but exceeds a limit of the reader or needs what the reader has not.
  var isRefusal: Bool {
    switch problem {
    case .notMCAP, .unsupportedVersion, .expandsTooFar: true
    case .tooLarge: location.opcode == .chunk
    case .unsupportedCompression(let name): name == "lz4"
    default: false
    }
  }
}

extension MCAPError: CustomStringConvertible {
  package var description: String { "\(location): \(problem)" }
}

extension MCAPError.Location: CustomStringConvertible {
  package var description: String {
    let record = opcode.map { "\($0) " } ?? ""
    guard let offsetInChunk else { return "\(record)at offset \(offset)" }
    return "\(record)at byte \(offsetInChunk) of the chunk at offset \(offset)"
  }
}

extension MCAPError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notMCAP: "this is not an MCAP file, which would begin with 89 4D 43 41 50 30 0D 0A"
    case .unsupportedVersion(let byte): "MCAP version byte \(byte) is not supported, only 48 (version 0)"
    case .missingHeader: "the first record is not the header"
    case .fieldBeyondRecord: "a field reaches beyond the record's end"
    case .beyondChunk(let length): "its length of \(length) bytes reaches beyond the chunk's end"
    case .beyondFile(let length, let size):
      "its length of \(length) bytes reaches beyond the file's end (the file has \(size) bytes)"
    case .tooLarge(let size, let limit): "its \(size) bytes are more than the limit of \(limit >> 20) MiB"
    case .unsupportedCompression(let name):
      "compression \"\(name)\" is not supported; rewrite the file with zstd, as \"mcap compress\" does"
    case .decompression(let reason): "zstd cannot decompress it (\(reason))"
    case .inflatesPastDeclaredSize(let size): "it inflates past its declared size of \(size) bytes"
    case .sizeDiffers(let declared, let actual): "it declares \(declared) bytes of records, but has \(actual)"
    case .checksum(let stored, let computed):
      "CRC does not match (stored \(hexadecimal(stored)), computed \(hexadecimal(computed)))"
    case .indexOutside(let offset, let length, let size):
      "it points to \(length) bytes at offset \(offset), outside the file's \(size) bytes"
    case .missingFooter: "the file ends without a footer"
    case .nestedChunk: "a chunk lies within a chunk"
    case .misplaced: "no such record can stand here"
    case .expandsTooFar(let limit):
      "with it the file's chunks expand to more than \(limit) times their compressed size"
    case .missingTrailingMagic: "the footer is not followed by the bytes that end an MCAP file"
    }
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// Why a reader cannot continue.
package enum MCAPReadError<Source: Error>: Error {
  /// The source failed.
  case source(Source)
  /// The file is not as it should be.
  case format(MCAPError)
}

extension MCAPReadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .source(let error): String(describing: error)
    case .format(let error): error.description
    }
  }
}

extension MCAPReadError: Equatable where Source: Equatable {}

/// Why a writer cannot continue.
package enum MCAPWriteError<Sink: Error>: Error {
  /// The sink failed; what it has is a readable prefix, and nothing more can be written.
  case sink(Sink)
  /// The file is finished, or a write failed before.
  case closed
  case compression(String)
  /// A channel or schema differs from the one that has the same id.
  case conflictingChannel(ChannelID)
  case conflictingSchema(SchemaID)
  /// A message names a channel, or a channel a schema, that was not written before.
  case unknownChannel(ChannelID)
  case unknownSchema(SchemaID)
}

extension MCAPWriteError: Equatable where Sink: Equatable {}
