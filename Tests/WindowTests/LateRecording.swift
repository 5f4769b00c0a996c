import Foundation
import TestSupport

/// A recording that is not there yet.
final class LateRecording {
  let path: String
  private let pipe: FileHandle

  /// - Parameter folder: has room for the pipe.
  init(in folder: TemporaryFolder) throws {
    path = folder.path("late.mcap")
    mkfifo(path, 0o600)
    // Open for both ways it waits for no reader.
    pipe = FileHandle(fileDescriptor: Glibc.open(path, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
  }

  func arrive(_ part: Data) throws { try pipe.write(contentsOf: part) }
  func end() throws { try pipe.close() }
}
