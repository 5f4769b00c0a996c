import Glibc
import SystemPackage
import TouchReelByteStreams

/// The right to record a participant's trials: no other window has it meanwhile, on this machine or, where a file
/// system shares its locks as NFS does, on another.
///
/// It is `flock(2)` on a hidden file in the participant's folder, which ends with the program, however that ends.
package struct ParticipantClaim: ~Copyable {
  private static let name = ".taking-part"

  private let file: OwnedDescriptor
  private let path: FilePath

  /// - Returns: `nil` if another window has it.
  /// - Throws: if the file cannot be made.
  init?(in folder: FilePath) throws(FileError) {
    let path = folder.appending(Self.name)
    guard let number = try Self.locked(path) else { return nil }
    file = OwnedDescriptor(number: number)
    self.path = path
  }

  // Nobody has locked it meanwhile.
  deinit { _ = path.withPlatformString { unlink($0) } }

  private static func locked(_ path: FilePath) throws(FileError) -> CInt? {
    while true {
      let file = try opened(path)
      // A file system without locks has no other windows on other machines either, as far as can be known.
      if flock(file.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        _ = close(file.rawValue)
        return nil
      }
      // Whoever had it may have removed it since it was opened.
      if path.leads(to: file) { return file.rawValue }
      _ = close(file.rawValue)
    }
  }

  private static func opened(_ path: FilePath) throws(FileError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        path, .readWrite, options: [.create, .closeOnExec, .noFollow], permissions: FilePermissions(rawValue: 0o666))
    } catch {
      let failure = error as? Errno ?? .ioError
      throw FileError(file: path.readable, message: "cannot be made: \(failure.explained); check the study's folder")
    }
  }
}
