import Synchronization
public import SystemPackage

/// A pipe or terminal, kept as it is read so that it can be read again from any place. Any number of threads may read it, one at a time.
///
/// It reads no further than it is asked to, so what comes slowly is seen as it comes. The first 64 MiB are held in memory, what follows in
/// an unlinked temporary file.
public final class PipeBytes: ByteSource, Sendable {
  public let name: String
  private let kept: Mutex<KeptBytes>

  public init(
    _ descriptor: FileDescriptor, name: String, temporaryFolder: FilePath = "/tmp", memoryLimit: Int = 64 << 20
  ) {
    self.name = name
    kept = Mutex(
      KeptBytes(descriptor: descriptor, name: name, temporaryFolder: temporaryFolder, memoryLimit: memoryLimit))
  }

  deinit { kept.withLock { $0.close() } }

  public var isPipe: Bool { kept.withLock { !$0.isAtEnd } }

  public func length() throws(RecordingError) -> UInt64 {
    try kept.withLock { kept throws(RecordingError) in try kept.length() }
  }

  public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    try kept.withLock { kept throws(RecordingError) in try kept.read(at: offset, into: buffer) }
  }
}

/// What has come through a pipe.
private struct KeptBytes {
  let descriptor: FileDescriptor
  let name: String
  let temporaryFolder: FilePath
  let memoryLimit: Int
  private var memory: [UInt8] = []
  private var spill: FileDescriptor?
  private var received: UInt64 = 0
  private(set) var isAtEnd = false

  init(descriptor: FileDescriptor, name: String, temporaryFolder: FilePath, memoryLimit: Int) {
    self.descriptor = descriptor
    self.name = name
    self.temporaryFolder = temporaryFolder
    self.memoryLimit = memoryLimit
  }

  mutating func close() { _ = try? spill?.close() }

  mutating func length() throws(RecordingError) -> UInt64 {
    while !isAtEnd { try receive() }
    return received
  }

  mutating func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(RecordingError) -> Int {
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

  private mutating func receive() throws(RecordingError) {
    do {
      let block = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { space, count in
        count = try descriptor.read(into: UnsafeMutableRawBufferPointer(space))
      }
      isAtEnd = block.isEmpty
      try keep(block)
      received += UInt64(block.count)
    } catch Errno.isDirectory {
      throw RecordingError(file: name, message: "is a directory; name a recording in it")
    } catch {
      throw RecordingError(file: name, place: .offset(received), message: "cannot be read: \(error)")
    }
  }

  private mutating func keep(_ block: [UInt8]) throws {
    if spill == nil && memory.count + block.count <= memoryLimit {
      memory += block
    } else {
      if spill == nil { spill = try unlinkedTemporaryFile(in: temporaryFolder) }
      _ = try spill?.writeAll(toAbsoluteOffset: Int64(received) - Int64(memory.count), block)
    }
  }

  private func readSpill(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(RecordingError) -> Int {
    do {
      return try spill?.read(fromAbsoluteOffset: Int64(offset), into: buffer) ?? 0
    } catch {
      throw RecordingError(file: name, message: "its copy in \(temporaryFolder) cannot be read: \(error)")
    }
  }
}
