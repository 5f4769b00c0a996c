import Glibc
public import SystemPackage

/// A file that appears whole or not at all. Until `commit` it has no name, or a random one if the file system requires
/// a name. Standard output, pipes and devices are written directly.
///
/// A file to be replaced stays as it is until then; the new one gets its mode and, if permitted, its owner. A symbolic
/// link is followed.
public final class OutputFile: WholeOutput {
  /// What becomes of a file that is there already.
  public enum Existing: Sendable {
    case refused, replaced
  }

  public let name: String
  private let descriptor: FileDescriptor
  /// `nil` for what is written in place.
  private var staged: StagedFile?
  private let existing: Existing
  /// Whether there is a file that it replaces.
  private let replaces: Bool
  private var buffer: [UInt8] = []
  /// How many contents have begun and not ended.
  private var openContents = 0
  /// Bytes that the system took.
  private var sent: UInt64 = 0
  private static let bufferSize = 256 << 10

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: whether a file that is there already is replaced.
  /// - Throws: if the file exists and is not to be replaced, if its folder cannot be written, or if it is a link to
  ///   nothing.
  public convenience init(path: FilePath, existing: Existing = .refused) throws(FileError) {
    try self.init(path: path, existing: existing, staging: .unnamed)
  }

  /// A file whose path is text; `-` is standard output.
  ///
  /// - Throws: if the file exists and is not to be replaced, if its folder cannot be written, or if it is a link to
  ///   nothing.
  public convenience init(path: String, existing: Existing = .refused) throws(FileError) {
    try self.init(path: FilePath(path), existing: existing)
  }

  init(path: FilePath, existing: Existing, staging: StagedFile.Kind) throws(FileError) {
    let name = path == "-" ? "standard output" : path.readable
    self.name = name
    self.existing = existing
    switch try OutputTarget(path) {
    case .inPlace(let descriptor):
      staged = nil
      replaces = false
      self.descriptor = descriptor
    case .file(let target):
      replaces = target.withPlatformString { access($0, F_OK) } == 0
      if existing == .refused, replaces { throw existsAlready(name) }
      if replaces, isLocked(target) {
        throw FileError(file: name, message: "is being recorded, and would be lost; name another file")
      }
      do throws(Errno) {
        let file = try StagedFile(beside: target, as: staging)
        descriptor = file.descriptor
        staged = consume file
      } catch {
        throw FileError(file: name, message: openingFailure(error))
      }
    }
    buffer.reserveCapacity(Self.bufferSize)
  }

  deinit {
    if staged == nil, descriptor.rawValue > 2 { _ = close(descriptor.rawValue) }
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try send(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Where another program can write instead, of which the result then appears whole or not at all. Pipes and devices
  /// cannot be written at any offset: see ``isSeekable``.
  package var writtenByOthers: FileDescriptor { descriptor }

  /// Whether it is a file that does not have its name yet.
  package var isSeekable: Bool { staged != nil }

  /// What another program has written. It can be read while this file does not have its name yet.
  package var written: any ByteSource { WrittenBytes(of: self, descriptor) }

  /// What another program that was to write here reports, as this file's failure where it is the disk's or the
  /// reader's.
  package func failure(reportedBy error: FileError) -> FileError {
    if !isSeekable, error.message.hasSuffix(Errno.brokenPipe.description) { return .closedReader(of: name) }
    let causes: [Errno] = [.noSpace, .diskQuotaExceeded, .fileTooLarge]
    let isEnded = error.message.contains("was ended by signal \(SIGXFSZ)")
    guard let cause = isEnded ? .fileTooLarge : causes.first(where: { error.message.hasSuffix($0.description) }) else {
      return error
    }
    if isSeekable { return failure(cause) }
    return FileError(file: name, message: "cannot be written: \(cause.explained); what was written is not whole")
  }

  public func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    let result: Result<Void, FileError> = buffer.withUnsafeBytes { part in
      Result { () throws(FileError) in try send(part) }
    }
    buffer.removeAll(keepingCapacity: true)
    try result.get()
  }

  public func beginContent() { openContents += 1 }

  public func endContent() { openContents -= 1 }

  /// Writes the rest and gives the file its name. Call it once.
  ///
  /// - Throws: if content that was begun has not ended: the file would be less than what was written to it.
  public func commit() throws(FileError) { try commit(revocably: false) }

  /// - Parameter revocably: whether ``withdraw()`` may follow.
  package func commit(revocably: Bool) throws(FileError) {
    guard openContents == 0 else {
      throw FileError(file: name, message: "is not complete; call finish() on what writes it before commit()")
    }
    try flush()
    do throws(Errno) {
      switch existing {
      case .refused: try staged?.commit()
      case .replaced: try staged?.replace(keepsFormer: revocably)
      }
    } catch .fileExists {
      throw existsAlready(name)
    } catch {
      throw failure(error)
    }
  }

  /// Undoes ``commit(revocably:)``, as far as that can be done: what the file belongs to could not be written.
  package func withdraw() { staged?.withdraw(isNew: !replaces) }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        let count = try descriptor.write(UnsafeRawBufferPointer(rebasing: rest))
        sent += UInt64(count)
        rest = rest.dropFirst(count)
      } catch Errno.resourceTemporarilyUnavailable {
        var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } catch {
        throw failure(error as? Errno ?? .ioError)
      }
    }
  }

  private func failure(_ error: Errno) -> FileError {
    if error == .brokenPipe { return .closedReader(of: name) }
    let message =
      switch error {
      case .noSpace, .diskQuotaExceeded: "no space is left on the disk; \(remains), make room and try again"
      case .fileTooLarge: "is larger than a file may be here (ulimit -f); \(remains)"
      default: "cannot be written: \(error.explained); \(remains)"
      }
    return FileError(file: name, message: message)
  }

  /// What remains after a failure, for its message.
  private var remains: String {
    if staged == nil { return sent == 0 ? "nothing was written" : "only the first \(sent) bytes were written" }
    let kept = replaces ? ", the existing file is unchanged" : ""
    return "nothing was written there" + kept
  }
}

/// What is in an output file so far.
private final class WrittenBytes: ByteSource {
  private let file: OutputFile
  private let descriptor: FileDescriptor

  init(of file: OutputFile, _ descriptor: FileDescriptor) { (self.file, self.descriptor) = (file, descriptor) }

  var name: String { file.name }

  func length() throws(FileError) -> UInt64 {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw unreadable(Errno(rawValue: errno)) }
    return UInt64(status.st_size)
  }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard let position = Int64(exactly: offset) else { return 0 }
    do {
      return try descriptor.read(fromAbsoluteOffset: position, into: buffer)
    } catch {
      throw unreadable(error)
    }
  }

  private func unreadable(_ error: any Error) -> FileError {
    FileError(file: name, message: "cannot be read again: \(error)")
  }
}

private func existsAlready(_ name: String) -> FileError {
  FileError(file: name, message: "exists already", advice: .replace)
}

/// Whether a recorder is writing the file: it would go on with one that has no name.
private func isLocked(_ path: FilePath) -> Bool {
  guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
    return false
  }
  defer { _ = close(file.rawValue) }
  return file.isLockedByRecorder
}

extension FileDescriptor {
  /// Whether a recorder holds its lock on the file.
  package var isLockedByRecorder: Bool { flock(rawValue, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK }

  /// Closes the file and ends its lock, which would otherwise last while a process that is being started has its copy
  /// of the descriptor, until it runs its own program.
  package func closeUnlocked() {
    _ = flock(rawValue, LOCK_UN)
    _ = Glibc.close(rawValue)
  }
}

private func openingFailure(_ error: Errno) -> String {
  switch error {
  case .noSuchFileOrDirectory: "its folder does not exist; make it first"
  case .notDirectory: "its folder is not a directory; name another"
  case .isDirectory: "is a directory; name a file in it"
  case .permissionDenied: "its folder may not be written by this user; name another"
  case .readOnlyFileSystem: "its disk is mounted read-only; name another"
  case .fileNameTooLong: "its name is longer than file names may be; name another"
  case .noSpace, .diskQuotaExceeded: "no space is left on the disk; make room and try again"
  default: "cannot be written: \(error.explained)"
  }
}
