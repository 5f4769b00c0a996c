import Glibc
import SystemPackage

/// The open file, pipe or device that a recording in progress goes to.
final class RecorderTarget: Sendable {
  private let descriptor: FileDescriptor
  /// Only a regular file can be cut back and synced.
  private let isRegular: Bool
  /// The path of a file that was not there before.
  private let made: FilePath?
  private let readers: RecorderFile.Readers

  /// A regular file is created, or opened, and locked.
  init(_ path: FilePath, existing: OutputFile.Existing, readers: RecorderFile.Readers) throws(FileError) {
    self.readers = readers
    switch try OutputTarget(path) {
    case .inPlace(let open): (descriptor, isRegular, made) = (open, false, nil)
    case .file(let target):
      let opened = try Self.opened(target, replacing: existing == .replaced, readers)
      (descriptor, isRegular, made) = (opened.file, true, opened.isNew ? target : nil)
    }
  }

  /// Removes a file that was not there before.
  ///
  /// - Returns: whether nothing is left of it; a sandbox may forbid that.
  func remove() -> Bool { made?.withPlatformString { unlink($0) == 0 } ?? true }

  /// Empties a file that is replaced: it is unchanged until it is certain that it will be written.
  func empty() throws(Errno) {
    guard isRegular, made == nil else { return }
    if readers == .owner { try call { fchmod(descriptor.rawValue, 0o600) } }
    try call { ftruncate(descriptor.rawValue, 0) }
  }

  var isRead: Bool { [.fifo, .socket].contains((try? Stat(descriptor))?.type) }

  deinit {
    // Standard output is not ours to close. After fdatasync a failure loses nothing.
    if descriptor != .standardOutput { _ = close(descriptor.rawValue) }
  }

  /// Writes a part; if that fails, truncates the file to where it began.
  func write(_ part: [UInt8], at offset: Int64) throws(Errno) {
    var rest = part[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try descriptor.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } catch {
        if isRegular { _ = try? call { ftruncate(descriptor.rawValue, Int(offset)) } }
        throw error as? Errno ?? .ioError
      }
    }
  }

  /// `fdatasync(2)`.
  func sync() throws(Errno) {
    if isRegular { try call { fdatasync(descriptor.rawValue) } }
  }

  private static func opened(
    _ path: FilePath, replacing: Bool, _ readers: RecorderFile.Readers
  ) throws(FileError) -> (file: FileDescriptor, isNew: Bool) {
    do {
      let options: FileDescriptor.OpenOptions = [.create, .exclusiveCreate, .closeOnExec]
      let permissions = readers == .owner ? .ownerReadWrite : FilePermissions(rawValue: newFileMode)
      let made = try FileDescriptor.open(path, .writeOnly, options: options, permissions: permissions)
      do throws(Errno) { try lock(made) } catch {
        _ = close(made.rawValue)
        // What another recorder has locked meanwhile is its own.
        if error != .wouldBlock { _ = path.withPlatformString { unlink($0) } }
        throw unlockable(path, error)
      }
      return (made, true)
    } catch Errno.fileExists {
      return (try reopened(path, replacing: replacing), false)
    } catch Errno.noSuchFileOrDirectory {
      throw FileError(file: path.readable, message: "its folder does not exist; make it first")
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(file: path.readable, message: "cannot be written: \(error)")
    }
  }

  /// Opens an existing file if it is to be replaced and no one else writes it.
  private static func reopened(_ path: FilePath, replacing: Bool) throws(FileError) -> FileDescriptor {
    do {
      let found = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      do {
        do throws(Errno) { try lock(found) } catch { throw unlockable(path, error) }
        guard replacing else {
          throw FileError(file: path.readable, message: "exists already", advice: .replace)
        }
        return found
      } catch {
        _ = close(found.rawValue)
        throw error
      }
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(file: path.readable, message: "cannot be written: \(error)")
    }
  }

  private static func lock(_ file: FileDescriptor) throws(Errno) {
    try call { flock(file.rawValue, LOCK_EX | LOCK_NB) }
  }

  private static func unlockable(_ path: FilePath, _ failure: Errno) -> FileError {
    let message =
      failure == .wouldBlock
      ? "is being written by another recorder; name another file" : "cannot be locked: \(failure)"
    return FileError(file: path.readable, message: message)
  }
}
