import Glibc
import SystemPackage

/// What an output path refers to.
enum OutputTarget {
  /// Standard output, a pipe, a terminal or a device, which cannot be replaced and is written directly.
  case inPlace(FileDescriptor)
  /// A file, which may exist already.
  case file(FilePath)

  /// - Parameter path: `-` is standard output. A link is followed as `cp(1)` does: to a file that is there.
  init(_ path: FilePath) throws(FileError) {
    if path == "-" {
      self = .inPlace(.standardOutput)
      return
    }
    let target = try Self.followed(path)
    if let number = Self.descriptor(named: target) {
      self = .inPlace(try Self.duplicate(number, path))
    } else if let special = try openedSpecialFile(target) {
      self = .inPlace(special)
    } else {
      self = .file(target)
    }
  }

  private static func followed(_ path: FilePath) throws(FileError) -> FilePath {
    var target = path
    for _ in 0..<40 {
      guard descriptor(named: target) == nil, let next = linkTarget(of: target) else {
        guard target == path || exists(target) else {
          throw FileError(file: path.readable, message: "is a link to \(target), which does not exist; name that file")
        }
        return target
      }
      target = target.removingLastComponent().pushing(next)
    }
    throw FileError(file: path.readable, message: "is a link that leads back to itself; name a file")
  }

  /// `/dev/stdout` and its kind, which share the position and the rights of a descriptor that is open already.
  private static func descriptor(named path: FilePath) -> CInt? {
    switch path.string {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    case let text:
      guard let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: text.hasPrefix) else { return nil }
      return CInt(text.dropFirst(folder.count))
    }
  }

  private static func duplicate(_ number: CInt, _ path: FilePath) throws(FileError) -> FileDescriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      throw FileError(file: path.readable, message: "is not open; name a file")
    }
    return FileDescriptor(rawValue: copy)
  }

  private static func exists(_ path: FilePath) -> Bool { path.withPlatformString { access($0, F_OK) } == 0 }
}

/// `nil` if it is not a symbolic link.
private func linkTarget(of path: FilePath) -> FilePath? {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let count = path.withPlatformString { readlink($0, &bytes, bytes.count - 1) }
  guard count > 0 else { return nil }
  return FilePath(platformString: Array(bytes[..<count]) + [0])
}

/// Pipes, terminals and devices cannot be renamed over.
private func openedSpecialFile(_ path: FilePath) throws(FileError) -> FileDescriptor? {
  guard let status = try? Stat(path), status.type != .regular else { return nil }
  guard status.type != .directory else {
    throw FileError(file: path.readable, message: "is a directory; name a file in it")
  }
  do {
    return try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
  } catch Errno.noSuchAddressOrDevice {
    throw FileError(file: path.readable, message: "is a socket or has no device; name a file or a pipe")
  } catch {
    throw FileError(file: path.readable, message: "cannot be opened for writing: \(error)")
  }
}
