import Glibc
import Synchronization
public import SystemPackage

/// A pipe or terminal, kept as it is read so that it can be read again from any offset, by any number of threads.
///
/// It reads no further than requested, so slow input is available as it arrives. The first 64 MiB are kept in memory,
/// the rest in an unlinked temporary file.
public final class PipeBytes: ByteSource, Sendable {
  /// How much of a pipe is kept, in bytes.
  public enum Keeping: Hashable, Sendable {
    /// All of it; a longer pipe is an error.
    case everything(upTo: UInt64)
    /// What is kept in memory, and the latest of the rest: for a pipe without an end that is read once, from front to
    /// back.
    case latest(UInt64)

    /// 1 GiB, an hour of ten fingers many times over.
    public static let standard = Keeping.everything(upTo: 1 << 30)
    /// The latest 64 MiB, for a pipe that is read once.
    public static let followed = Keeping.latest(64 << 20)
  }

  public let name: String
  private let descriptor: FileDescriptor
  private let kept: Mutex<KeptBytes>

  /// - Parameters:
  ///   - descriptor: closed with the bytes, unless it is standard input.
  ///   - name: for messages.
  ///   - keeping: how much of what was read can be read again.
  ///   - temporaryFolder: where what does not fit in memory is kept.
  ///   - memoryLimit: bytes that are kept in memory.
  public init(
    _ descriptor: FileDescriptor, name: String, keeping: Keeping = .standard,
    temporaryFolder: FilePath = .temporaryFolder,
    memoryLimit: Int = 64 << 20
  ) {
    self.name = name
    self.descriptor = descriptor
    kept = Mutex(
      KeptBytes(
        name: name, keeping: keeping, temporaryFolder: temporaryFolder, memoryLimit: memoryLimit,
        advice: .raise(.pipeLength)))
  }

  deinit {
    if descriptor != .standardInput { _ = try? descriptor.close() }
  }

  public var isPipe: Bool { kept.withLock { !$0.isAtEnd } }

  public func length() throws(FileError) -> UInt64 {
    try kept.withLock { kept throws(FileError) in try kept.length(receiving: nextBlock) }
  }

  /// Whether a read at an offset answers without waiting for the writer.
  package func isReady(at offset: UInt64) -> Bool {
    if kept.withLock({ $0.isAtEnd || offset < $0.received }) { return true }
    var waiting = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) != 0
  }

  /// Lets it be read once from here on, and keeps no more of it than ``Keeping/followed`` has. Without effect if much
  /// came already.
  package func stopKeeping() { kept.withLock { $0.stopKeeping() } }

  public func keepRest() throws(FileError) {
    try kept.withLock { kept throws(FileError) in try kept.keepRest() }
  }

  /// Waits for the writer, or for input on another descriptor.
  ///
  /// - Parameters:
  ///   - milliseconds: at most this long; for as long as it takes if `nil`.
  ///   - other: ends the wait as well.
  func waitForWriter(milliseconds: Int?, or other: CInt?) -> PendingRead.Outcome {
    var polled = [descriptor.rawValue, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&polled, nfds_t(polled.count), CInt(clamping: milliseconds ?? -1))
      if count < 0 && errno == EINTR { continue }
      if count > 0 && polled[1].revents != 0 { return .interrupted }
      return count == 0 ? .timedOut : .ready
    }
  }

  public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try kept.withLock { kept throws(FileError) in try kept.read(at: offset, into: buffer, receiving: nextBlock) }
  }

  /// Waits for input also where the program at the other end made the pipe one that does not wait.
  private func readBlocking(into space: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      do { return try descriptor.read(into: space) } catch Errno.resourceTemporarilyUnavailable {
        _ = waitForWriter(milliseconds: nil, or: nil)
      }
    }
  }

  /// - Parameter offset: of the block, for errors.
  private func nextBlock(at offset: UInt64) throws(FileError) -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: 1 << 16) { space, count in
        count = try readBlocking(into: UnsafeMutableRawBufferPointer(space))
      }
    } catch Errno.isDirectory {
      throw FileError(file: name, message: "is a directory; name a recording in it")
    } catch {
      throw FileError(file: name, location: .offset(offset), message: "cannot be read: \(error)")
    }
  }
}
