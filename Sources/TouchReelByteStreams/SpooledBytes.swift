package import SystemPackage

/// Bytes that are appended, the last of them in memory, those before in a spool, and read back from any of them on.
package struct SpooledBytes {
  private let spool: Spool
  private let memoryLimit: Int
  private var tail: [UInt8] = []
  private var spooledCount = 0

  /// - Parameters:
  ///   - folder: of the temporary file.
  ///   - memoryLimit: bytes in memory from which on they go to the file.
  package init(in folder: FilePath, memoryLimit: Int) {
    spool = Spool(in: folder)
    self.memoryLimit = memoryLimit
  }

  package var count: Int { spooledCount + tail.count }

  /// - Throws: if the folder has no room for them, or cannot be written.
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(Errno) {
    tail.append(contentsOf: bytes)
    guard tail.count >= memoryLimit else { return }
    try tail.withUnsafeBufferPointer { tail throws(Errno) in
      try spool.write(UnsafeRawBufferPointer(tail), at: Int64(spooledCount))
    }
    spooledCount += tail.count
    tail.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - offset: of the first of them.
  ///   - count: how many; all of them have to be there.
  package func bytes(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
    let spooled = max(0, min(count, spooledCount - offset))
    var bytes: [UInt8] = try spool.values(at: Int64(offset), count: spooled, capacity: count)
    guard spooled < count else { return bytes }
    let first = offset + spooled - spooledCount
    bytes += tail[first..<(first + count - spooled)]
    return bytes
  }

  package mutating func removeAll() { (tail, spooledCount) = ([], 0) }
}
