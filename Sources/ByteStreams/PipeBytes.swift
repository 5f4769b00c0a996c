import Glibc
import Synchronization
public import SystemPackage

/// A pipe or terminal, kept as it is read so that it can be read again from any offset, by any number of threads.
///
/// It reads no further than requested, so slow input is available as it arrives. The first 64 MiB are held in memory,
/// the rest in an unlinked temporary file.
public final class PipeBytes: ByteSource, Sendable {
  /// How much of a pipe is kept, in bytes.
  public enum Keeping: Hashable, Sendable {
    /// All of it; a longer pipe is an error.
    case everything(upTo: UInt64)
    /// What is held in memory, and the latest of the rest: for a pipe without an end that is read once, from front to
    /// back.
    case latest(UInt64)

    /// 1 GiB, an hour of ten fingers many times over.
    public static let standard = Keeping.everything(upTo: 1 << 30)
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
        descriptor: descriptor, name: name, keeping: keeping, temporaryFolder: temporaryFolder,
        memoryLimit: memoryLimit))
  }

  deinit { kept.withLock { $0.close() } }

  public var isPipe: Bool { kept.withLock { !$0.isAtEnd } }

  public func length() throws(FileError) -> UInt64 {
    try kept.withLock { kept throws(FileError) in try kept.length() }
  }

  /// Whether a read at an offset answers without waiting for the writer.
  public func isReady(at offset: UInt64) -> Bool { kept.withLock { $0.isReady(at: offset) } }

  /// From here on it is read once, and no more of it is kept than ``Keeping/followed`` has. Without effect if much came
  /// already.
  public func stopKeeping() { kept.withLock { $0.stopKeeping() } }

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
    try kept.withLock { kept throws(FileError) in try kept.read(at: offset, into: buffer) }
  }
}

/// What has come through a pipe.
private struct KeptBytes {
  let descriptor: FileDescriptor
  let name: String
  private(set) var keeping: PipeBytes.Keeping
  let temporaryFolder: FilePath
  let memoryLimit: Int
  private var memory: [UInt8] = []
  private var spill: FileDescriptor?
  private var received: UInt64 = 0
  private(set) var isAtEnd = false

  init(
    descriptor: FileDescriptor, name: String, keeping: PipeBytes.Keeping, temporaryFolder: FilePath, memoryLimit: Int
  ) {
    self.descriptor = descriptor
    self.name = name
    self.keeping = keeping
    self.temporaryFolder = temporaryFolder
    self.memoryLimit = memoryLimit
  }

  /// The bytes are no longer needed.
  mutating func close() {
    _ = try? spill?.close()
    if descriptor != .standardInput { _ = try? descriptor.close() }
  }

  mutating func stopKeeping() {
    if spill == nil { keeping = .followed }
  }

  mutating func length() throws(FileError) -> UInt64 {
    while !isAtEnd { try receive() }
    return received
  }

  mutating func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while offset >= received && !isAtEnd { try receive() }
    guard offset < received else { return 0 }
    if offset < UInt64(memory.count) {
      let part = memory[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    return try readSpill(at: offset - UInt64(memory.count), into: buffer)
  }

  func isReady(at offset: UInt64) -> Bool {
    if isAtEnd || offset < received { return true }
    var waiting = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) != 0
  }

  private mutating func receive() throws(FileError) {
    let block = try nextBlock()
    isAtEnd = block.isEmpty
    if case .everything(let limit) = keeping, UInt64(block.count) > limit - received {
      throw FileError(
        file: name,
        message: "is longer than \(limit >> 20) MiB; save it to a file and name that, or raise --max-pipe")
    }
    do {
      try keep(block)
    } catch {
      throw FileError(
        file: name, message: "does not fit into \(temporaryFolder): \(error); save it to a file and name that")
    }
    received += UInt64(block.count)
  }

  private func nextBlock() throws(FileError) -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: 1 << 16) { space, count in
        count = try descriptor.read(into: UnsafeMutableRawBufferPointer(space))
      }
    } catch Errno.isDirectory {
      throw FileError(file: name, message: "is a directory; name a recording in it")
    } catch {
      throw FileError(file: name, place: .offset(received), message: "cannot be read: \(error)")
    }
  }

  private mutating func keep(_ block: [UInt8]) throws {
    if spill == nil && memory.count + block.count <= memoryLimit {
      memory += block
      return
    }
    let file = try spill ?? unlinkedTemporaryFile(in: temporaryFolder)
    spill = file
    var rest = block[...]
    while !rest.isEmpty {
      let offset = received - UInt64(memory.count) + UInt64(block.count - rest.count)
      let part = rest.prefix(Int(min(room(at: offset), UInt64(rest.count))))
      _ = try file.writeAll(toAbsoluteOffset: Int64(place(of: offset)), part)
      rest = rest.dropFirst(part.count)
    }
  }

  /// Where a byte behind those in memory lies in the file, which begins anew when it has what is to be kept.
  private func place(of offset: UInt64) -> UInt64 {
    if case .latest(let count) = keeping { offset % count } else { offset }
  }

  /// How many bytes from there on lie one behind the other.
  private func room(at offset: UInt64) -> UInt64 {
    if case .latest(let count) = keeping { count - offset % count } else { .max }
  }

  private func readSpill(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    let behind = received - UInt64(memory.count) - offset
    if case .latest(let count) = keeping, behind > count {
      throw FileError(file: name, message: "arrived faster than it was read, and a part is lost; save it to a file")
    }
    let count = Int(min(room(at: offset), behind, UInt64(buffer.count)))
    do {
      return try spill?.read(
        fromAbsoluteOffset: Int64(place(of: offset)), into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        ?? 0
    } catch {
      throw FileError(file: name, message: "its copy in \(temporaryFolder) cannot be read: \(error)")
    }
  }
}
