import TouchReelByteStreams
import TouchReelLiveDrawing
import TouchReelRecordings

/// A session's recording in memory, which can be made to fail.
final class MemorySession: SessionOutput {
  let name = "memory"
  private(set) var bytes: [UInt8] = []
  private(set) var isClosed = false
  /// The number of bytes that fit.
  var room = Int.max
  /// Another program may take it away.
  var isInPlace = true

  func write(_ part: UnsafeRawBufferPointer) throws(FileError) {
    guard part.count <= room - bytes.count else { throw Self.full }
    bytes.append(contentsOf: part)
  }

  func flush() {}
  func close() { isClosed = true }

  static let full = FileError(file: "memory", message: "no space is left")
}
