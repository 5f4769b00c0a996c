import Glibc
package import SystemPackage

/// A file that another one is about to replace, kept under its name with `~` at the end, and a number behind that if
/// there is a backup already.
package enum BackupFile {
  /// Keeps a file that is there. Older backups stay: one of them may be all that is left of what another program wrote.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - first: does nothing if there is a backup already.
  /// - Throws: if the backup cannot be made, or it is not known whether there is anything to keep; the file is still
  ///   there.
  package static func keep(of path: FilePath, onlyFirst first: Bool = false) throws(FileError) {
    let backup: FilePath
    do throws(Errno) {
      guard try status(of: path)?.type == .regular, let free = try freeName(for: path, first ? 1 : mostBackups) else {
        return
      }
      backup = free
    } catch {
      throw noBackup(of: path, because: "\(error)")
    }
    do throws(Errno) {
      try link(path, to: backup)
    } catch {
      // File systems without links, and links to files on other disks.
      try copy(path, to: backup)
    }
  }

  private static let mostBackups = 1000

  /// A name that no file has; `nil` if the file has a backup that is the file itself, or too many.
  private static func freeName(for path: FilePath, _ count: Int) throws(Errno) -> FilePath? {
    for number in 1...count {
      let backup = name(for: path, number)
      if path.isSameFile(as: backup) { return nil }
      if try status(of: backup, followTargetSymlink: false) == nil { return backup }
    }
    return nil
  }

  /// `nil` if there is no such file.
  private static func status(of path: FilePath, followTargetSymlink: Bool = true) throws(Errno) -> Stat? {
    do throws(Errno) { return try Stat(path, followTargetSymlink: followTargetSymlink) } catch {
      guard error == .noSuchFileOrDirectory || error == .notDirectory else { throw error }
      return nil
    }
  }

  private static func noBackup(of path: FilePath, because reason: String) -> FileError {
    FileError(file: path.readable, message: "was not replaced, as no backup of it can be kept: \(reason)")
  }

  /// The name of a file's backup.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - number: from 1, of several backups.
  static func name(for path: FilePath, _ number: Int) -> FilePath {
    // A name need not be UTF-8.
    let bytes = path.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    let end = number == 1 ? "~" : "~\(number)"
    return FilePath(platformString: bytes + end.utf8.map { CChar(bitPattern: $0) } + [0])
  }

  /// A link cannot replace a name, so it is made under another one first.
  private static func link(_ path: FilePath, to backup: FilePath) throws(Errno) {
    guard let backupName = backup.lastComponent else { throw .isDirectory }
    let parent = path.removingLastComponent()
    let folder = try openFolder(parent.isEmpty ? "." : parent)
    defer { close(folder) }
    let name = RegisteredName(in: folder)
    // Also where the backup is a link to the same file already, of which a renaming would leave both.
    defer { name.remove() }
    let isLinked = path.withPlatformString { linkat(AT_FDCWD, $0, folder, name.text, AT_SYMLINK_FOLLOW) == 0 }
    guard isLinked, backupName.withPlatformString({ renameat(folder, name.text, folder, $0) == 0 }) else {
      throw Errno(rawValue: errno)
    }
  }

  private static func copy(_ path: FilePath, to backup: FilePath) throws(FileError) {
    do throws(FileError) {
      let source = try FileBytes(path: path)
      let file = try OutputFile(path: backup, existing: .replaced)
      var offset: UInt64 = 0
      while true {
        let block = try source.block(at: offset, size: 1 << 20)
        if block.isEmpty { break }
        try file.write(block)
        offset += UInt64(block.count)
      }
      try file.commit()
    } catch {
      throw noBackup(of: path, because: error.description)
    }
  }
}
