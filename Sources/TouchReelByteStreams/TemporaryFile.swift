import Glibc
public import SystemPackage

extension FilePath {
  /// The folder of temporary files: what TMPDIR names, else `/var/tmp`, which is on a disk where `/tmp` may be in
  /// memory, else `/tmp`.
  @usableFromInline package static let temporaryFolder: FilePath = {
    if let path = getenv("TMPDIR"), path.pointee != 0 { return FilePath(platformString: path) }
    return access("/var/tmp", W_OK | X_OK) == 0 ? "/var/tmp" : "/tmp"
  }()
}

/// Opens a file without a name in a folder, for reading and writing by this user alone; it is gone with its last
/// descriptor.
package func unlinkedTemporaryFile(in folder: FilePath) throws -> FileDescriptor {
  do {
    let unnamed = FileDescriptor.OpenOptions(rawValue: unnamedFileFlag)
    return try FileDescriptor.open(
      folder, .readWrite, options: [unnamed, .closeOnExec], permissions: .ownerReadWrite)
  } catch let error as Errno where lacksUnnamedFiles(error) {
    return try namedThenUnlinked(in: folder)
  }
}

/// A temporary file where the file system has no O_TMPFILE.
private func namedThenUnlinked(in folder: FilePath) throws -> FileDescriptor {
  let parent = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
  defer { _ = close(parent.rawValue) }
  let name = RegisteredName(in: parent.rawValue)
  defer { name.remove() }
  let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  return FileDescriptor(rawValue: try call { openat(parent.rawValue, name.text, flags, 0o600) })
}
