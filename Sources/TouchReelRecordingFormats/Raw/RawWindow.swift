import TouchReelByteStreams
import TouchReelRecordings

/// Bytes of a source, of which a part is in memory.
final class RawWindow {
  private let bytes: any ByteSource
  private let buffer: UnsafeMutableRawBufferPointer
  private let memory: UnsafeMutableRawPointer
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The offset of the first byte in memory.
  private(set) var offset: UInt64 = 0

  /// - Parameter capacity: the most bytes that are in memory.
  init(_ bytes: any ByteSource, capacity: Int) {
    self.bytes = bytes
    memory = .allocate(byteCount: capacity, alignment: 16)
    buffer = UnsafeMutableRawBufferPointer(start: memory, count: capacity)
  }

  deinit { buffer.deallocate() }

  /// What is in memory; it is valid until more is loaded.
  var buffered: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[start..<end]) }

  /// The first byte in memory, before as many as were loaded.
  @inline(__always)
  var front: UnsafeRawPointer { UnsafeRawPointer(memory + start) }

  @inline(__always)
  func consume(_ count: Int) {
    start += count
    offset += UInt64(count)
  }

  /// Reads on until so many bytes are in memory; false if there are fewer.
  @inline(__always)
  func load(_ count: Int) throws(FileError) -> Bool {
    if end - start >= count { return true }
    return try loadMore(count)
  }

  private func loadMore(_ count: Int) throws(FileError) -> Bool {
    while end - start < count { guard try fill() else { return false } }
    return true
  }

  /// Reads on; false at the end, or if there is no room.
  func fill() throws(FileError) -> Bool {
    guard !isAtEnd else { return false }
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    end -= start
    start = 0
    guard end < buffer.count else { return false }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
    let count = try bytes.read(at: offset + UInt64(end), into: room)
    end += count
    isAtEnd = count == 0
    return count > 0
  }
}
