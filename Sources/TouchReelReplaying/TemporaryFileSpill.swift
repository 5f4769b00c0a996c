package import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
package import TouchReelDrawings

/// Room for tiles in a file without a name, which is made with the first page and gone with the last owner.
package final class TemporaryFileSpill: TileSpill {
  private let spool: Spool

  /// - Parameter folder: where the file takes its room; one on a disk, not in memory.
  package init(in folder: FilePath = .temporaryFolder) { spool = Spool(in: folder) }

  package func write(_ bytes: UnsafeRawBufferPointer, toPage page: Int) throws(TileSpillError) {
    do throws(Errno) { try spool.write(bytes, at: offset(page)) } catch { throw failure(error) }
  }

  package func read(page: Int, into bytes: UnsafeMutableRawBufferPointer) throws(TileSpillError) {
    do throws(Errno) { try spool.read(at: offset(page), into: bytes) } catch { throw failure(error) }
  }

  private func offset(_ page: Int) -> Int64 { Int64(page) * Int64(Tile.byteCount) }

  private func failure(_ error: Errno) -> TileSpillError { TileSpillError("\(spool.folder): \(error)") }
}
