import Glibc
import SystemPackage

/// The open file, pipe or device that a recording in progress goes to.
final class RecorderTarget: Sendable {
  private let descriptor: FileDescriptor
  /// Only a regular file can be cut back and synced.
  private let isRegular: Bool
  /// Where the file is: its path, for which links were followed.
  private let place: FilePath?
  private let isNew: Bool
  private let readers: RecorderFile.Readers

  /// Why no more is written.
  enum Failure: Error, Hashable {
    case system(Errno)
    /// The file has no name any more.
    case removed
    /// Its length is another than what was written to it.
    case changed
  }

  /// A regular file is created, or opened, and locked.
  init(_ path: FilePath, existing: OutputFile.Existing, readers: RecorderFile.Readers) throws(FileError) {
    self.readers = readers
    switch try OutputTarget(path) {
    case .inPlace(let open): (descriptor, isRegular, place, isNew) = (open, false, nil, false)
    case .file(let target):
      let opened = try Self.opened(target, replacing: existing == .replaced, readers)
      (descriptor, isRegular, place, isNew) = (opened.file, true, target, opened.isNew)
    }
  }

  /// Removes a file that was not there before.
  ///
  /// - Returns: whether nothing is left of it; a sandbox may forbid that.
  func remove() -> Bool {
    guard isNew, let place else { return true }
    return place.withPlatformString { unlink($0) == 0 }
  }

  /// Whether the file has lost its last name, so that what is written to it is lost with it. Some file systems know no
  /// count of names, and say 0.
  var isRemoved: Bool {
    guard isRegular, let status = try? Stat(descriptor) else { return false }
    return status.linkCount == 0 && !isInPlace
  }

  /// Whether its path leads to it, if it has one.
  var isInPlace: Bool { place?.leads(to: descriptor) ?? true }

  /// Whether there was a file, which the first part replaces.
  var replaces: Bool { isRegular && !isNew }

  /// Empties a file that is replaced: it is unchanged until it is certain that it will be written.
  ///
  /// - Parameter count: the bytes that there has to be room for.
  func empty(for count: Int) throws(Failure) {
    guard replaces else { return }
    try requireRoom(count)
    if readers == .owner { try systemCall { fchmod(descriptor.rawValue, 0o600) } }
    try systemCall { ftruncate(descriptor.rawValue, 0) }
  }

  var isRead: Bool { [.fifo, .socket].contains((try? Stat(descriptor))?.type) }

  deinit {
    // Standard output is not ours to close. After fdatasync a failure loses nothing.
    if descriptor != .standardOutput { descriptor.closeUnlocked() }
  }

  /// Writes a part; if that fails, truncates the file to where it began.
  func write(_ part: [UInt8], at offset: Int64) throws(Failure) {
    if isRegular, let status = try? Stat(descriptor), status.size != offset { throw .changed }
    var rest = part[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try descriptor.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } catch {
        if isRegular { _ = try? call { ftruncate(descriptor.rawValue, Int(offset)) } }
        throw .system(error as? Errno ?? .ioError)
      }
    }
  }

  /// Looks whether there is room in place of what is there: what was emptied does not come back.
  private func requireRoom(_ count: Int) throws(Failure) {
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur < UInt(count) {
      throw .system(.fileTooLarge)
    }
    var disk = statvfs()
    // Some file systems do not say their sizes.
    guard fstatvfs(descriptor.rawValue, &disk) == 0, disk.f_blocks > 0 else { return }
    let freed = (try? Stat(descriptor).sizeAllocated) ?? 0
    guard Double(disk.f_bavail) * Double(disk.f_frsize) + Double(freed) < Double(count) else { return }
    throw .system(.noSpace)
  }

  /// `fdatasync(2)`.
  func sync() throws(Failure) {
    guard isRegular else { return }
    try systemCall { fdatasync(descriptor.rawValue) }
    if isRemoved { throw .removed }
  }

  private func systemCall(_ body: () -> CInt) throws(Failure) {
    do throws(Errno) { try call(body) } catch { throw .system(error) }
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
      throw FileError(file: path.readable, message: "cannot be written: \((error as? Errno ?? .ioError).explained)")
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
        found.closeUnlocked()
        throw error
      }
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(file: path.readable, message: "cannot be written: \((error as? Errno ?? .ioError).explained)")
    }
  }

  private static func lock(_ file: FileDescriptor) throws(Errno) {
    for attempt in 1... {
      do throws(Errno) {
        try call { flock(file.rawValue, LOCK_EX | LOCK_NB) }
        return
      } catch {
        // Who asks whether a recorder holds the file holds it for a moment.
        guard error == .wouldBlock, attempt < 20 else { throw error }
      }
      usleep(5000)
    }
  }

  private static func unlockable(_ path: FilePath, _ failure: Errno) -> FileError {
    let message =
      failure == .wouldBlock
      ? "is being written by another recorder; name another file" : "cannot be locked: \(failure)"
    return FileError(file: path.readable, message: message)
  }
}
