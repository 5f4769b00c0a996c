import ByteStreams

/// Whole records of a byte source, window by window.
final class RawWindow {
  private let bytes: any ByteSource
  private let recordSize: Int
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var offset: UInt64 = 0

  init(_ bytes: any ByteSource, recordSize: Int) {
    self.bytes = bytes
    self.recordSize = recordSize
    buffer = .allocate(byteCount: recordSize << 13, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Bytes behind the last whole record.
  var tail: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[start..<end]) }

  /// The next whole record of the window; it is valid until `fill`.
  @inline(__always)
  func next() -> UnsafeRawPointer? {
    guard end - start >= recordSize, let base = buffer.baseAddress else { return nil }
    defer { start += recordSize }
    return UnsafeRawPointer(base + start)
  }

  /// Reads on; false at the end.
  func fill() throws(FileError) -> Bool {
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    end -= start
    start = 0
    let count = try bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    offset += UInt64(count)
    end += count
    return count > 0
  }
}
