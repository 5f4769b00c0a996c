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

  /// So many values as they were written from an offset on.
  ///
  /// - Parameter capacity: the array's, for those that follow.
  /// - Throws: if nothing was written there, or it cannot be read.
  package func values<Value: BitwiseCopyable>(
    at offset: Int64, count: Int, capacity: Int = 0
  ) throws(Errno) -> [Value] {
    guard count > 0 else { return [] }
    var failure: Errno?
    let values = [Value](unsafeUninitializedCapacity: max(count, capacity)) { space, filled in
      do throws(Errno) {
        let part = UnsafeMutableBufferPointer(rebasing: space[..<count])
        try read(at: offset, into: UnsafeMutableRawBufferPointer(part))
        filled = count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return values
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
