public import ByteStreams
import Canvas
public import Drawings
import Synchronization
public import SystemPackage

/// Room for tiles in a file without a name, which is made with the first page and gone with the last owner.
public final class TemporaryFileSpill: TileSpill {
  private let folder: FilePath
  private let descriptor = Mutex<FileDescriptor?>(nil)

  /// - Parameter folder: where the file takes its room; one on a disk, not in memory.
  public init(in folder: FilePath = .temporaryFolder) { self.folder = folder }

  deinit {
    // Its content is no longer needed.
    descriptor.withLock { _ = try? $0?.close() }
  }

  public func write(_ bytes: UnsafeRawBufferPointer, toPage page: Int) throws(TileSpillError) {
    do {
      try file().writeAll(toAbsoluteOffset: offset(page), bytes)
    } catch {
      throw failure(error)
    }
  }

  public func read(page: Int, into bytes: UnsafeMutableRawBufferPointer) throws(TileSpillError) {
    do {
      let file = try file()
      var done = 0
      while done < bytes.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        let count = try file.read(fromAbsoluteOffset: offset(page) + Int64(done), into: rest)
        guard count > 0 else { throw Errno.ioError }
        done += count
      }
    } catch {
      throw failure(error)
    }
  }

  private func offset(_ page: Int) -> Int64 { Int64(page) * Int64(Tile.byteCount) }

  private func file() throws -> FileDescriptor {
    try descriptor.withLock { descriptor in
      if let descriptor { return descriptor }
      let opened = try unlinkedTemporaryFile(in: folder)
      descriptor = opened
      return opened
    }
  }

  private func failure(_ error: any Error) -> TileSpillError { TileSpillError("\(folder): \(error)") }
}
