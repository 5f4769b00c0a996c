import SystemPackage
import TouchReelByteStreams
import TouchReelLiveDrawing

/// A file as it is when it is opened: one that is still being written is read up to there.
nonisolated struct OpenedFile: Sendable {
  let bytes: any ByteSource & Sendable
  /// Whether a recorder was writing it.
  let isInUse: Bool

  /// Waits for the writer of a named pipe.
  init(_ path: FilePath) throws(FileError) {
    // Asked first: a recording that ends before it is opened is whole.
    isInUse = StoredSession(path)?.state == .inUse
    bytes = try FileBytes.open(path, extent: .asOpened)
  }
}
