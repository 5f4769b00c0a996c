import Glibc
import SystemPackage
package import TouchReelByteStreams
import TouchReelEvdevDevices
package import TouchReelInputEvents

/// A session that was deleted and can still be brought back: its file lies in a folder below that of the sessions.
package struct DeletedSession: Hashable, Sendable {
  /// The session as it was.
  package let session: StoredSession
  private let kept: FilePath

  fileprivate init(_ session: StoredSession, in folder: FilePath) throws(FileError) {
    self.session = session
    kept = folder.appending(session.path.lastComponent?.string ?? "session")
    try Self.move(session.path, to: kept)
    // A session without a name has no such file.
    try? Self.move(StoredSession.nameFile(session.path), to: StoredSession.nameFile(kept))
  }

  /// Brings it back where it was.
  package func restore() throws(FileError) {
    try Self.move(kept, to: session.path)
    try? Self.move(StoredSession.nameFile(kept), to: StoredSession.nameFile(session.path))
  }

  /// Removes it for good.
  package func remove() {
    _ = kept.withPlatformString { unlink($0) }
    StoredSession.removeName(of: kept)
  }

  /// Replaces nothing.
  private static func move(_ from: FilePath, to path: FilePath) throws(FileError) {
    let problem: String
    if path.exists {
      problem = "there is another file"
    } else if from.withPlatformString({ from in path.withPlatformString { rename(from, $0) } }) == 0 {
      return
    } else {
      problem = "\(Errno(rawValue: errno))"
    }
    throw FileError(file: from.readable, message: "cannot move it to \(path.readable): \(problem)")
  }
}

extension SessionFolder {
  private var deletedFolder: FilePath { path.appending("deleted") }

  /// Deletes a session so that it can be brought back.
  ///
  /// - Throws: `FileError` if it is being recorded, or cannot be moved; it is unchanged then.
  package func delete(_ session: StoredSession) throws(FileError) -> DeletedSession {
    guard StoredSession(session.path)?.state != .inUse else {
      throw FileError(file: session.path.readable, message: "is being recorded")
    }
    _ = deletedFolder.withPlatformString { mkdir($0, 0o700) }
    // One of the same name that was left there is older.
    let deleted = deletedFolder.appending(session.path.lastComponent?.string ?? "session")
    _ = deleted.withPlatformString { unlink($0) }
    StoredSession.removeName(of: deleted)
    return try DeletedSession(session, in: deletedFolder)
  }

  /// Removes for good what was deleted before a time, as by a program that was killed before it could.
  package func removeDeleted(before time: Timestamp) {
    for entry in deletedFolder.entries() {
      let path = deletedFolder.appending(entry)
      var status = stat()
      guard path.withPlatformString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      // Its links changed when it was moved.
      let moved = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
      if moved < time.nanoseconds { _ = path.withPlatformString { unlink($0) } }
    }
  }
}
