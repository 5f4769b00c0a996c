import Glibc
public import SystemPackage

/// A file that another one is about to replace, kept under its name with `~` at the end.
public enum BackupFile {
  /// Keeps a file that is there. An older backup is replaced, in one step.
  ///
  /// - Throws: if the backup cannot be made; the file is still there, and so is an older backup.
  public static func keep(of path: FilePath) throws(FileError) {
    guard let status = try? Stat(path), status.type == .regular else { return }
    let backup = name(for: path)
    do throws(Errno) {
      try link(path, to: backup)
    } catch {
      // File systems without links, and links to files on other disks.
      try copy(path, to: backup)
    }
  }

  /// The name of a file's backup.
  public static func name(for path: FilePath) -> FilePath {
    // A name need not be UTF-8.
    let bytes = path.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    return FilePath(platformString: bytes + [CChar(UInt8(ascii: "~")), 0])
  }

  /// A link cannot replace a name, so it is made under another one first.
  private static func link(_ path: FilePath, to backup: FilePath) throws(Errno) {
    guard let place = backup.lastComponent else { throw .isDirectory }
    let parent = path.removingLastComponent()
    let folder = try openFolder(parent.isEmpty ? "." : parent)
    defer { close(folder) }
    let name = NotedName(in: folder)
    // Also where the backup is a link to the same file already, of which a renaming would leave both.
    defer { name.remove() }
    let isLinked = path.withPlatformString { linkat(AT_FDCWD, $0, folder, name.text, AT_SYMLINK_FOLLOW) == 0 }
    guard isLinked, place.withPlatformString({ renameat(folder, name.text, folder, $0) == 0 }) else {
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
      throw FileError(
        file: path.readable, message: "was not replaced, as no backup of it can be kept: \(error.description)")
    }
  }
}
