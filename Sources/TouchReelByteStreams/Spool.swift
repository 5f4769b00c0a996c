import Glibc
import Synchronization
package import SystemPackage

/// Bytes that are put aside in an unlinked temporary file, which is made with the first of them and is gone with the
/// spool.
package final class Spool: Sendable {
  /// The folder whose disk has the room.
  package let folder: FilePath
  private let descriptor = Mutex<FileDescriptor?>(nil)

  package init(in folder: FilePath = .temporaryFolder) { self.folder = folder }

  deinit {
    // Its content is no longer needed.
    descriptor.withLock { _ = try? $0?.close() }
  }

  /// Writes all of the bytes, over what was there.
  /// - Parameter offset: of the first of them in the file.
  /// - Throws: if the folder has no room for them, or cannot be written.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) {
    do { _ = try file().writeAll(toAbsoluteOffset: offset, bytes) } catch { throw error as? Errno ?? .ioError }
  }

  /// Fills all of the bytes with what was written from an offset on.
  /// - Throws: if nothing was written there, or it cannot be read.
  package func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer) throws(Errno) {
    do {
      let file = try file()
      var done = 0
      while done < bytes.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        let count = try file.read(fromAbsoluteOffset: offset + Int64(done), into: rest)
        guard count > 0 else { throw Errno.ioError }
        done += count
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private func file() throws -> FileDescriptor {
    try descriptor.withLock { descriptor in
      if let descriptor { return descriptor }
      let opened = try unlinkedTemporaryFile(in: folder)
      descriptor = opened
      return opened
    }
  }
}
