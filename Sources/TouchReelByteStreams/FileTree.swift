import Glibc
package import SystemPackage

/// The files below a folder.
package enum FileTree {
  /// How deep folders may lie within each other.
  private static let deepest = 64

  /// Regular files and links to them, as paths from the folder on, in the order of their bytes. Names that begin with a
  /// dot are hidden and left out; links to folders are not followed. What cannot be examined is among them, since
  /// opening it says why.
  ///
  /// - Throws: if a folder cannot be read, or folders lie too deep within each other.
  package static func files(below folder: FilePath) throws(FileError) -> [FilePath] {
    var found: [FilePath] = []
    try add(folder, FilePath(), &found)
    return found.sorted { $0.precedes($1) }
  }

  private static func add(_ root: FilePath, _ part: FilePath, _ found: inout [FilePath]) throws(FileError) {
    let folder = part.isEmpty ? root : root.pushing(part)
    guard part.components.count <= deepest else {
      throw FileError(file: folder.readable, message: "lies more than \(deepest) folders deep; name it by itself")
    }
    for name in try names(in: folder) {
      let path = part.appending(name)
      switch kind(of: folder.appending(name)) {
      case S_IFDIR: try add(root, path, &found)
      case S_IFREG: found.append(path)
      default: continue
      }
    }
  }

  /// What lies in a folder, in no order. Names that begin with a dot are hidden and left out.
  ///
  /// - Throws: if it cannot be read to its end.
  package static func names(in folder: FilePath) throws(FileError) -> [FilePath.Component] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw FileError(
        file: folder.readable, message: "cannot be read: \(Errno(rawValue: errno)); check the folder's permissions")
    }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath.Component(platformString: $0) }
      }
      if let name, !name.string.hasPrefix(".") { names.append(name) }
      errno = 0
    }
    // At the end, readdir(3) leaves it alone.
    let failure = Errno(rawValue: errno)
    guard failure.rawValue == 0 else {
      throw FileError(file: folder.readable, message: "cannot be read to its end: \(failure)")
    }
    return names
  }

  /// The kind of what is there, or of the file to which a link leads; 0 for anything else.
  private static func kind(of path: FilePath) -> mode_t {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return kind(after: errno) }
    guard status.st_mode & S_IFMT == S_IFLNK else { return status.st_mode & S_IFMT }
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return kind(after: errno) }
    return status.st_mode & S_IFMT == S_IFREG ? S_IFREG : 0
  }

  /// The kind of what has no status: nothing if it has gone, or a link leads nowhere. Anything else may be a file, and
  /// whoever opens it says why it cannot be read.
  private static func kind(after error: Int32) -> mode_t {
    [ENOENT, ENOTDIR, ELOOP].contains(error) ? 0 : S_IFREG
  }

  /// Whether a regular file is there, or a link to one. What cannot be examined may be a file, and opening it says why
  /// it cannot be read.
  package static func mayBeFile(_ path: FilePath) -> Bool {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else {
      return errno != ENAMETOOLONG && kind(after: errno) == S_IFREG
    }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Makes a folder and those that it lies in, as far as they are not there.
  package static func makeFolder(_ path: FilePath) throws(FileError) {
    guard !path.isEmpty, path.withPlatformString({ mkdir($0, 0o777) }) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT where path.removingLastComponent() != path:
      try makeFolder(path.removingLastComponent())
      guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else { throw failure(path) }
    default: throw failure(path)
    }
  }

  private static func failure(_ path: FilePath) -> FileError {
    FileError(
      file: path.readable, message: "cannot be made: \(Errno(rawValue: errno)); check the folder that it is to lie in")
  }
}

extension FilePath {
  /// The entries of a folder, sorted; none if the folder does not exist or cannot be read.
  package func entries() -> [FilePath.Component] {
    guard let folder = withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(folder) }
    var names: [FilePath.Component] = []
    while let entry = readdir(folder) {
      // Whatever bytes a name has.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath.Component(platformString: $0) }
      }
      if let name, name.kind == .regular { names.append(name) }
    }
    return names.sorted { $0.string < $1.string }
  }

  /// Whether the path leads to an open file. What cannot be examined may do so: other errors than that nothing is there
  /// pass.
  package func leads(to file: FileDescriptor) -> Bool {
    guard let open = try? Stat(file) else { return true }
    do throws(Errno) {
      let found = try stat()
      return found.deviceID == open.deviceID && found.inode == open.inode
    } catch { return ![.noSuchFileOrDirectory, .notDirectory].contains(error) }
  }

  /// Whether both paths exist and lead to the same file, whatever their names.
  package func isSameFile(as other: FilePath) -> Bool {
    guard let mine = try? stat(), let others = try? other.stat() else { return false }
    return mine.deviceID == others.deviceID && mine.inode == others.inode
  }

  /// Whether its bytes come before those of another.
  fileprivate func precedes(_ other: FilePath) -> Bool {
    withPlatformString { own in other.withPlatformString { strcmp(own, $0) < 0 } }
  }
}
