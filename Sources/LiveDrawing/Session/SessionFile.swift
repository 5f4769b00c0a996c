public import ByteStreams
import Recordings
public import SystemPackage

/// The file of a session: a `RecorderFile` that whoever draws never waits for.
///
/// What a slow disk has no room for yet is kept in memory; a disk that is half a gigabyte behind counts as broken.
public final class SessionFile: SessionOutput {
  private static let limit = 512 << 20

  public let path: FilePath
  private let file: RecorderFile
  private var waiting: ArraySlice<[UInt8]> = []
  private var waitingBytes = 0

  /// Creates the file with mode 0600 and locks it.
  /// - Throws: where it is there already, or cannot be written.
  public init(creating path: FilePath) throws(FileError) {
    self.path = path
    file = try RecorderFile(path: path)
  }

  public var name: String { file.name }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard waitingBytes <= Self.limit else {
      throw FileError(file: name, message: "the disk does not keep up; what was recorded before can be read")
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

/// Where a session is recorded to: it takes each part at once, and may write it later.
public protocol SessionOutput: ByteOutput {
  /// Waits until everything is kept. To be called once.
  func close() throws(FileError)
}
