import Glibc
import SystemPackage
package import TouchReelByteStreams
import TouchReelEvdevDevices

/// A session that was deleted and can still be brought back: its file lies in a folder below that of the sessions.
package struct DeletedSession: Hashable, Sendable {
  /// The session as it was.
  package let session: StoredSession
  private let kept: FilePath
  private let hold: DeletedFolderHold

  fileprivate init(_ session: StoredSession, in folder: FilePath, _ hold: DeletedFolderHold) throws(FileError) {
    self.session = session
    self.hold = hold
    kept = folder.appending(session.fileName)
    try Self.move(session.path, to: kept)
    // A session may have no such files.
    try? Self.move(StoredSession.nameFile(session.path), to: StoredSession.nameFile(kept))
    try? Self.move(StoredSession.damagedFile(session.path), to: StoredSession.damagedFile(kept))
  }

  /// Brings it back where it was.
  package func restore() throws(FileError) {
    try Self.move(kept, to: session.path)
    try? Self.move(StoredSession.nameFile(kept), to: StoredSession.nameFile(session.path))
    try? Self.move(StoredSession.damagedFile(kept), to: StoredSession.damagedFile(session.path))
  }

  /// Removes it for good.
  package func remove() {
    _ = kept.withPlatformString { unlink($0) }
    StoredSession.removeCompanions(of: kept)
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

/// A lock on the folder of what was deleted, for as long as any of it can be brought back by this program.
private final class DeletedFolderHold: Hashable, Sendable {
  private let folder: FileDescriptor?

  init(_ path: FilePath) {
    folder = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .directory])
    // Without the lock, another program that starts may remove it for good.
    if let folder { _ = flock(folder.rawValue, LOCK_SH) }
  }

  deinit { folder?.closeUnlocked() }

  static func == (left: DeletedFolderHold, right: DeletedFolderHold) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension StoredSession {
  fileprivate var fileName: FilePath.Component { path.lastComponent ?? "session" }
}

extension SessionFolder {
  private var deletedFolder: FilePath { path.appending("deleted") }

  /// Deletes a session so that it can be brought back.
  ///
  /// - Throws: `FileError` if it is being recorded, or cannot be moved; it is unchanged then.
  package func delete(_ session: StoredSession) throws(FileError) -> DeletedSession {
    let found = StoredSession(session.path) ?? StoredSession(unreadable: session.path)
    guard found?.state != .inUse else {
      throw FileError(file: session.path.readable, message: "is being recorded")
    }
    _ = deletedFolder.withPlatformString { mkdir($0, 0o700) }
    // One of the same name that was left there is older.
    let deleted = deletedFolder.appending(session.fileName)
    _ = deleted.withPlatformString { unlink($0) }
    StoredSession.removeCompanions(of: deleted)
    return try DeletedSession(session, in: deletedFolder, DeletedFolderHold(deletedFolder))
  }

  /// Removes for good what was deleted, as by a program that was killed before it could; nothing while a program can
  /// bring any of it back.
  package func removeDeleted() {
    guard let folder = try? FileDescriptor.open(deletedFolder, .readOnly, options: [.closeOnExec, .directory]) else {
      return
    }
    defer { _ = close(folder.rawValue) }
    guard flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 else { return }
    for entry in deletedFolder.entries() {
      let path = deletedFolder.appending(entry)
      var status = stat()
      guard path.withPlatformString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      _ = path.withPlatformString { unlink($0) }
    }
  }
}
