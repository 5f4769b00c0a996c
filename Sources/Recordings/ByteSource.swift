public import SystemPackage

/// Bytes that can be read from any place, any number of times: a file, a pipe that is kept as it is read, or memory.
///
/// Files are read and not mapped, since a mapped file that another process truncates kills the reader.
public protocol ByteSource: AnyObject {
  /// What errors call it: the path as the user wrote it, or `standard input`.
  var name: String { get }

  /// Reads up to the buffer's length, blocking until at least a byte is there.
  /// - Returns: the number of bytes; 0 only at the end.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int

  /// How far into the bytes the last reading went, of 0…1; 0 where that is not known.
  var readFraction: Double { get }

  /// The length in bytes; for a pipe this reads on to its end.
  func length() throws(RecordingError) -> UInt64

  /// Whether its length is known only once all of it has come.
  var isPipe: Bool { get }

  /// Where it lies, for a file that others may lie beside.
  var file: FilePath? { get }
}

extension ByteSource {
  public var isPipe: Bool { false }
  public var readFraction: Double { 0 }
  public var file: FilePath? { nil }

  /// All of the bytes.
  ///
  /// - Throws: where there are more than `limit`.
  public func everything(limit: Int = 64 << 20) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let block = try block(at: UInt64(bytes.count), size: 1 << 16)
      if block.isEmpty { return bytes }
      guard block.count <= limit - bytes.count else {
        throw RecordingError(file: name, message: "is longer than \(limit) bytes; this is not the file that is meant")
      }
      bytes += block
    }
  }

  private func block(at offset: UInt64, size: Int) throws(RecordingError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: size) { space, count throws(RecordingError) in
      count = try read(at: offset, into: UnsafeMutableRawBufferPointer(space))
    }
  }
}

/// Bytes in memory.
public final class MemoryBytes: ByteSource, Sendable {
  public let name: String
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8], name: String = "memory") {
    self.bytes = bytes
    self.name = name
  }

  public func length() -> UInt64 { UInt64(bytes.count) }

  public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset < UInt64(bytes.count) else { return 0 }
    let rest = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: rest)
    return rest.count
  }
}
