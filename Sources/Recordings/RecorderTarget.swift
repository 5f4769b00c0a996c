import Glibc
import SystemPackage

/// The open file, pipe or device that a recording in progress goes to.
final class RecorderTarget: Sendable {
  private let descriptor: FileDescriptor
  /// Only a regular file can be cut back and synced.
  private let isRegular: Bool

  /// A regular file is created with mode 0600, or emptied, and locked.
  init(_ path: FilePath, existing: OutputFile.Existing) throws(RecordingError) {
    switch try OutputPlace(path) {
    case .inPlace(let open): (descriptor, isRegular) = (open, false)
    case .file(let target): (descriptor, isRegular) = (try Self.opened(target, existing: existing), true)
    }
  }

  deinit {
    // Standard output is not ours to close. After fdatasync there is nothing left that a failure could lose.
    if descriptor != .standardOutput { _ = close(descriptor.rawValue) }
  }

  /// Writes a part; where that fails, what was written of it is cut off again.
  func write(_ part: [UInt8], at offset: Int64) throws(Errno) {
    var rest = part[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try descriptor.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } catch {
        if isRegular { _ = ftruncate(descriptor.rawValue, Int(offset)) }
        throw error as? Errno ?? .ioError
      }
    }
  }

  /// `fdatasync(2)`.
  func sync() throws(Errno) {
    guard isRegular, fdatasync(descriptor.rawValue) != 0 else { return }
    throw Errno(rawValue: errno)
  }

  private static func opened(
    _ path: FilePath, existing: OutputFile.Existing
  ) throws(RecordingError) -> FileDescriptor {
    do {
      let options: FileDescriptor.OpenOptions = [.create, .exclusiveCreate, .closeOnExec]
      let made = try FileDescriptor.open(path, .writeOnly, options: options, permissions: .ownerReadWrite)
      return try locked(made, path)
    } catch Errno.fileExists {
      return try reopened(path, existing: existing)
    } catch Errno.noSuchFileOrDirectory {
      throw RecordingError(file: path.string, message: "its folder does not exist; make it first")
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError(file: path.string, message: "cannot be written: \(error)")
    }
  }

  /// Opens a file that exists, and empties it where that is wanted and nobody else writes it.
  private static func reopened(
    _ path: FilePath, existing: OutputFile.Existing
  ) throws(RecordingError) -> FileDescriptor {
    do {
      let found = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      _ = try locked(found, path)
      guard existing == .replaced else {
        try found.close()
        throw RecordingError(file: path.string, message: "exists already; --force replaces it")
      }
      guard ftruncate(found.rawValue, 0) == 0, fchmod(found.rawValue, 0o600) == 0 else { throw Errno(rawValue: errno) }
      return found
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError(file: path.string, message: "cannot be written: \(error)")
    }
  }

  private static func locked(
    _ descriptor: FileDescriptor, _ path: FilePath
  ) throws(RecordingError) -> FileDescriptor {
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    let failure = Errno(rawValue: errno)
    _ = close(descriptor.rawValue)
    let message =
      failure == .wouldBlock
      ? "is being written by another recorder; name another file" : "cannot be locked: \(failure)"
    throw RecordingError(file: path.string, message: message)
  }
}
