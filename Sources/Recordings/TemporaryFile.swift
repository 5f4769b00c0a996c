import Glibc
package import SystemPackage

/// O_TMPFILE of `open(2)`: a file without a name, gone with its last descriptor.
private let unnamed = FileDescriptor.OpenOptions(rawValue: 0o20_200_000)

/// Opens a file without a name in a folder, for reading and writing.
package func unlinkedTemporaryFile(in folder: FilePath) throws -> FileDescriptor {
  do {
    return try FileDescriptor.open(
      folder, .readWrite, options: [unnamed, .closeOnExec], permissions: .ownerReadWrite)
  } catch Errno.notSupported {
    return try namedThenUnlinked(in: folder)
  }
}

/// For file systems without O_TMPFILE.
private func namedThenUnlinked(in folder: FilePath) throws -> FileDescriptor {
  let path = folder.appending("touchreel-\(UInt64.random(in: .min ... .max))")
  let descriptor = try FileDescriptor.open(
    path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
  guard path.withPlatformString({ unlink($0) }) == 0 else { throw Errno(rawValue: errno) }
  return descriptor
}
