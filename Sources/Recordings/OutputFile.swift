import Glibc
public import SystemPackage

/// A file that appears whole or not at all: written beside its place under another name, and renamed on `commit`. Standard output, pipes and
/// devices are written directly.
public final class OutputFile: ByteOutput {
  public enum Existing: Sendable {
    case refused, replaced
  }

  public let name: String
  private let descriptor: FileDescriptor
  private let temporary: FilePath?
  private let path: FilePath
  private let existing: Existing
  private var buffer: [UInt8] = []
  private var isCommitted = false
  private static let bufferSize = 256 << 10

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: whether a file that is there already is replaced.
  /// - Throws: where the file exists and is not to be replaced, or its folder cannot be written.
  public init(path: FilePath, existing: Existing = .refused) throws(RecordingError) {
    self.path = path
    self.existing = existing
    name = path == "-" ? "standard output" : path.string
    buffer.reserveCapacity(Self.bufferSize)
    if path == "-" {
      (descriptor, temporary) = (.standardOutput, nil)
    } else if let special = try openedSpecialFile(path) {
      (descriptor, temporary) = (special, nil)
    } else {
      if existing == .refused { try refuseExisting(path) }
      (descriptor, temporary) = try openedBeside(path)
    }
  }

  deinit {
    guard let temporary, !isCommitted else { return }
    // What was not committed is thrown away; nothing is left to be told of a failure.
    _ = try? descriptor.close()
    _ = temporary.withPlatformString { unlink($0) }
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(RecordingError) {
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try send(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  public func flush() throws(RecordingError) {
    guard !buffer.isEmpty else { return }
    let result: Result<Void, RecordingError> = buffer.withUnsafeBytes { part in
      Result { () throws(RecordingError) in try send(part) }
    }
    buffer.removeAll(keepingCapacity: true)
    try result.get()
  }

  /// Writes what is left and puts the file in its place.
  public func commit() throws(RecordingError) {
    try flush()
    guard let temporary else { return }
    do {
      try descriptor.close()
    } catch {
      throw failure(error)
    }
    if existing == .refused { try refuseExisting(path) }
    let renamed = temporary.withPlatformString { from in path.withPlatformString { to in rename(from, to) } }
    guard renamed == 0 else { throw failure(Errno(rawValue: errno)) }
    isCommitted = true
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(RecordingError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> RecordingError {
    let message =
      switch error as? Errno {
      case .noSpace: "no space is left on the disk; nothing was written there, make room and try again"
      case .brokenPipe: "the reader closed the pipe"
      default: "cannot be written: \(error)"
      }
    return RecordingError(file: name, message: message)
  }
}

private func refuseExisting(_ path: FilePath) throws(RecordingError) {
  guard path.withPlatformString({ access($0, F_OK) }) == 0 else { return }
  throw RecordingError(file: path.string, message: "exists already; --force replaces it")
}

/// Pipes, terminals and `/dev/null` cannot be renamed over.
func openedSpecialFile(_ path: FilePath) throws(RecordingError) -> FileDescriptor? {
  guard let status = try? Stat(path), status.type != .regular else { return nil }
  guard status.type != .directory else {
    throw RecordingError(file: path.string, message: "is a directory; name a file in it")
  }
  do {
    return try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
  } catch {
    throw RecordingError(file: path.string, message: "cannot be opened for writing: \(error)")
  }
}

private func openedBeside(_ path: FilePath) throws(RecordingError) -> (FileDescriptor, FilePath) {
  let temporary = path.removingLastComponent()
    .appending(".\(path.lastComponent?.string ?? "out").\(getpid()).part")
  do {
    let options: FileDescriptor.OpenOptions = [.create, .truncate, .closeOnExec]
    let mode: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
    return (try FileDescriptor.open(temporary, .writeOnly, options: options, permissions: mode), temporary)
  } catch Errno.noSuchFileOrDirectory {
    throw RecordingError(file: path.string, message: "its folder does not exist; make it first")
  } catch {
    throw RecordingError(file: path.string, message: "cannot be written: \(error)")
  }
}
