public import ByteStreams
import Recordings
public import SystemPackage

/// The file of a session: a `RecorderFile` that never blocks drawing.
///
/// Data that a slow disk cannot take yet is kept in memory; a disk that falls 512 MiB behind is an error.
public final class SessionFile: SessionOutput {
  private static let limit = 512 << 20

  public let path: FilePath
  private let file: RecorderFile
  private var waiting: ArraySlice<[UInt8]> = []
  private var waitingBytes = 0

  /// Creates the file with mode 0600 and locks it.
  ///
  /// - Throws: ``FileError`` if it exists or cannot be written.
  public init(creating path: FilePath) throws(FileError) {
    self.path = path
    file = try RecorderFile(path: path)
  }

  public var name: String { file.name }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard waitingBytes <= Self.limit else {
      throw FileError(file: name, message: "the disk is too slow; what was recorded so far can be read")
    }
    waiting.append(Array(bytes))
    waitingBytes += bytes.count
    try flush()
  }

  public func flush() throws(FileError) {
    while let part = waiting.first {
      guard try file.offer(part) else { return }
      waiting.removeFirst()
      waitingBytes -= part.count
    }
    waiting = []
    try file.flush()
  }

  public func close() throws(FileError) {
    for part in waiting { try file.write(part) }
    waiting = []
    try file.close()
  }
}

/// The output of a session: it accepts data without blocking, and may write it later.
public protocol SessionOutput: ByteOutput {
  /// Waits until everything is written; to be called once.
  func close() throws(FileError)
}
