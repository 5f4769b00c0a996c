public import SystemPackage

/// Bytes that can be read at any offset, any number of times: a file, a pipe that is kept as it is read, or memory.
///
/// Files are read and not mapped, since a mapped file that another process truncates kills the reader.
public protocol ByteSource: AnyObject {
  /// Its name in error messages: the path as the user wrote it, or `standard input`.
  var name: String { get }

  /// Reads up to the buffer's length, blocking until at least 1 byte is available.
  /// - Returns: the number of bytes; 0 only at the end.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

  /// The fraction of the bytes that the last read reached, 0…1; 0 if unknown.
  var readFraction: Double { get }

  /// The length in bytes; for a pipe this reads on to its end.
  func length() throws(FileError) -> UInt64

  /// Whether its length is known only once all of it has come.
  var isPipe: Bool { get }

  /// Whether a read at its end waits for more without end.
  var isFollowed: Bool { get }

  /// Keeps all of a pipe from here on, so that it can be read ahead.
  ///
  /// - Throws: if what was kept so far cannot be read again.
  func keepRest() throws(FileError)

  /// Where it lies, for a file that others may lie beside.
  var file: FilePath? { get }
}

extension ByteSource {
  public var isPipe: Bool { false }
  public var isFollowed: Bool { false }
  public var readFraction: Double { 0 }
  public var file: FilePath? { nil }
  public func keepRest() throws(FileError) {}

  /// The first bytes, read on until there are as many or the source ends: a pipe may bring them one by one.
  package func beginning(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let block = try block(at: UInt64(bytes.count), size: count - bytes.count)
      if block.isEmpty { break }
      bytes += block
    }
    return bytes
  }

  /// All of the bytes.
  ///
  /// - Parameters:
  ///   - limit: how many bytes there may be at most.
  ///   - advised: which limit that is, if whoever runs the program can raise it.
  /// - Throws: if there are more than `limit`.
  package func everything(limit: Int = 64 << 20, advising advised: Advice.Limit? = nil) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let block = try block(at: UInt64(bytes.count), size: 1 << 16)
      if block.isEmpty { return bytes }
      guard block.count <= limit - bytes.count else {
        let rest = advised == nil ? "; this is not the file that is meant" : ""
        throw FileError(
          file: name, message: "is longer than \(limit >> 20) MiB\(rest)", advice: advised.map(Advice.raise))
      }
      bytes += block
    }
  }

  /// Up to so many bytes; none only at the end.
  package func block(at offset: UInt64, size: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { space, count in
      do throws(FileError) {
        count = try read(at: offset, into: UnsafeMutableRawBufferPointer(space))
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// The beginning of a source, as if it ended there: bounds the search for a file's format.
package final class FirstBytes: ByteSource {
  private let base: any ByteSource
  private let count: UInt64

  package init(_ count: UInt64, of base: any ByteSource) {
    self.base = base
    self.count = count
  }

  package var name: String { base.name }
  package var isPipe: Bool { base.isPipe }
  package var isFollowed: Bool { base.isFollowed }

  package func length() throws(FileError) -> UInt64 { base.isPipe ? count : min(try base.length(), count) }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard offset < count else { return 0 }
    let room = Int(min(count - offset, UInt64(buffer.count)))
    return try base.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
  }
}

/// Bytes in memory.
public final class MemoryBytes: ByteSource, Sendable {
  public let name: String
  private let bytes: [UInt8]

  /// Bytes of which errors speak by a name.
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

/// A file that is still being written: a read at its end waits for more.
package final class FollowedBytes: ByteSource {
  private let base: any ByteSource
  private let wait: () -> Bool

  /// - Parameters:
  ///   - base: the bytes, which may still grow.
  ///   - wait: returns when it is time to look again; false if nothing more is wanted, which ends the bytes.
  package init(_ base: any ByteSource, wait: @escaping () -> Bool) {
    self.base = base
    self.wait = wait
  }

  package var name: String { base.name }

  /// Its end is unknown.
  package var isPipe: Bool { true }
  package var isFollowed: Bool { true }

  package func length() throws(FileError) -> UInt64 { try base.length() }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while true {
      let count = try base.read(at: offset, into: buffer)
      if count > 0 { return count }
      guard wait() else { return 0 }
    }
  }
}

/// A source whose reading can be cancelled: a closure decides before each read whether to continue.
package final class WatchedBytes: ByteSource, Sendable {
  package enum TickResult: Sendable {
    case `continue`
    /// The read throws.
    case stop
  }

  private let base: any ByteSource & Sendable
  private let size: UInt64
  private let watch: @Sendable (Double) -> TickResult

  /// - Parameters:
  ///   - base: the bytes that are read.
  ///   - watch: called with the fraction of the bytes before the read, 0…1; 0 if unknown.
  package init(_ base: any ByteSource & Sendable, watch: @escaping @Sendable (Double) -> TickResult) {
    self.base = base
    self.watch = watch
    size = base.isPipe ? 0 : (try? base.length()) ?? 0
  }

  package var name: String { base.name }
  package var readFraction: Double { base.readFraction }
  package var isPipe: Bool { base.isPipe }
  package var isFollowed: Bool { base.isFollowed }
  package var file: FilePath? { base.file }

  package func length() throws(FileError) -> UInt64 { try base.length() }

  package func keepRest() throws(FileError) { try base.keepRest() }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard watch(size == 0 ? 0 : min(Double(offset) / Double(size), 1)) == .continue else {
      throw FileError(file: name, message: "reading was cancelled")
    }
    return try base.read(at: offset, into: buffer)
  }
}
