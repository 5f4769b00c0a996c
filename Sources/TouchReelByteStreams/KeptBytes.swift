import SystemPackage

/// What has come of bytes that come once, kept so that it can be read again: the first of it in memory, the rest in a
/// spool.
struct KeptBytes {
  /// Gives the next block, which begins at an offset; none at the end.
  typealias Receiving = (_ offset: UInt64) throws(FileError) -> [UInt8]

  private let name: String
  private var keeping: PipeBytes.Keeping
  /// How much is kept at most where all is.
  private let limit: UInt64
  private let temporaryFolder: FilePath
  private let memoryLimit: Int
  /// The end of the message if there is more than is kept.
  private let remedy: String
  private let advice: Advice?
  private var memory: [UInt8] = []
  private var spool: Spool?
  private(set) var received: UInt64 = 0
  private(set) var isAtEnd = false

  init(
    name: String, keeping: PipeBytes.Keeping, temporaryFolder: FilePath, memoryLimit: Int, remedy: String = "",
    advice: Advice? = nil
  ) {
    (self.name, self.keeping) = (name, keeping)
    (self.remedy, self.advice) = (remedy, advice)
    if case .everything(let limit) = keeping { self.limit = limit } else { limit = 1 << 30 }
    (self.temporaryFolder, self.memoryLimit) = (temporaryFolder, memoryLimit)
  }

  mutating func stopKeeping() {
    if spool == nil { keeping = .followed }
  }

  /// Keeps all again from here on, with what is there of what came before.
  mutating func keepRest() throws(FileError) {
    guard case .latest(let count) = keeping else { return }
    let end = received - UInt64(memory.count)
    do throws(Errno) {
      if spool != nil { spool = try copy(from: end > count ? end - count : 0, to: end) }
    } catch {
      throw misfit(error)
    }
    keeping = .everything(upTo: received + limit)
  }

  /// A spool in which each byte lies at its own offset, as those do that follow.
  private func copy(from start: UInt64, to end: UInt64) throws(Errno) -> Spool {
    let copy = Spool(in: temporaryFolder)
    var offset = start
    while offset < end {
      let count = Int(min(room(at: offset), end - offset, 1 << 20))
      let block: [UInt8] = try spool?.values(at: spooledOffset(of: offset), count: count) ?? []
      try block.withUnsafeBufferPointer { bytes throws(Errno) in
        try copy.write(UnsafeRawBufferPointer(bytes), at: Int64(offset))
      }
      offset += UInt64(count)
    }
    return copy
  }

  mutating func length(receiving next: Receiving) throws(FileError) -> UInt64 {
    while !isAtEnd { try receive(next) }
    return received
  }

  mutating func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer, receiving next: Receiving
  ) throws(FileError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while offset >= received && !isAtEnd { try receive(next) }
    guard offset < received else { return 0 }
    if offset < UInt64(memory.count) {
      let part = memory[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    return try readSpooled(at: offset - UInt64(memory.count), into: buffer)
  }

  private mutating func receive(_ next: Receiving) throws(FileError) {
    let block = try next(received)
    isAtEnd = block.isEmpty
    if case .everything(let limit) = keeping, UInt64(block.count) > limit - received {
      throw FileError(
        file: name, message: "is longer than \(limit >> 20) MiB\(remedy)", advice: advice)
    }
    do throws(Errno) {
      try keep(block)
    } catch {
      throw misfit(error)
    }
    received += UInt64(block.count)
  }

  private func misfit(_ error: Errno) -> FileError {
    FileError(file: name, message: "does not fit into \(temporaryFolder): \(error); save it to a file and name that")
  }

  private mutating func keep(_ block: [UInt8]) throws(Errno) {
    if spool == nil && memory.count + block.count <= memoryLimit {
      memory += block
      return
    }
    let spool = spool ?? Spool(in: temporaryFolder)
    self.spool = spool
    try block.withUnsafeBufferPointer { bytes throws(Errno) in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let offset = received - UInt64(memory.count) + UInt64(bytes.count - rest.count)
        let part = rest.prefix(Int(min(room(at: offset), UInt64(rest.count))))
        try spool.write(UnsafeRawBufferPointer(rebasing: part), at: spooledOffset(of: offset))
        rest = rest.dropFirst(part.count)
      }
    }
  }

  /// The offset in the spool of a byte behind those in memory. It begins anew when it has what is to be kept.
  private func spooledOffset(of offset: UInt64) -> Int64 {
    if case .latest(let count) = keeping { Int64(offset % count) } else { Int64(offset) }
  }

  /// How many bytes from there on lie one behind the other.
  private func room(at offset: UInt64) -> UInt64 {
    if case .latest(let count) = keeping { count - offset % count } else { .max }
  }

  private func readSpooled(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    let behind = received - UInt64(memory.count) - offset
    if case .latest(let count) = keeping, behind > count {
      throw FileError(file: name, message: "arrived faster than it was read, and a part is lost; save it to a file")
    }
    let count = Int(min(room(at: offset), behind, UInt64(buffer.count)))
    do throws(Errno) {
      try spool?.read(at: spooledOffset(of: offset), into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
      return count
    } catch {
      throw FileError(file: name, message: "its copy in \(temporaryFolder) cannot be read: \(error)")
    }
  }
}
