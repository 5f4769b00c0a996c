import Glibc
import Synchronization
package import SystemPackage

/// A program of others that reads from a pipe and writes a file. It is ended if it is let go of before ``finish()``.
package struct ChildProgram: ~Copyable {
  private let name: String
  private let process: pid_t
  private let input: FileDescriptor
  private let errors: FileDescriptor
  private var isFinished = false

  private init(_ name: String, process: pid_t, input: Int32, errors: FileDescriptor) {
    (self.name, self.process, self.errors) = (name, process, errors)
    self.input = FileDescriptor(rawValue: input)
  }

  /// - Parameters:
  ///   - name: is looked for on the search path.
  ///   - arguments: without the program's name.
  ///   - environment: its variables, as `NAME=VALUE`.
  ///   - output: is its descriptor 3.
  /// - Throws: if it is not installed or cannot be started; the error's file is the program's name.
  package static func starting(
    _ name: String, _ arguments: [String], environment: [String], output: FileDescriptor
  ) throws(FileError) -> ChildProgram {
    let errors: FileDescriptor
    do {
      errors = try unlinkedTemporaryFile(in: .temporaryFolder)
    } catch {
      let folder = FilePath.temporaryFolder
      let remedy = (error as? Errno ?? .ioError).temporaryFileRemedy
      throw FileError(
        file: name,
        message: "cannot be started: no temporary file in \(folder): \(error); \(remedy)")
    }
    let started = spawning.withLock { _ in
      start(name, arguments, environment, output: output.rawValue, errors: errors.rawValue)
    }
    guard started.error == 0 else {
      for descriptor in [started.input, errors.rawValue] where descriptor >= 0 { close(descriptor) }
      let reason =
        started.error == ENOENT
        ? "is not installed; to get it: \(Distribution.current.installation(of: name))"
        : "cannot be started: \(Errno(rawValue: started.error))"
      throw FileError(file: name, message: reason)
    }
    return ChildProgram(name, process: started.process, input: started.input, errors: errors)
  }

  deinit {
    guard !isFinished else { return }
    close(input.rawValue)
    close(errors.rawValue)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Held between making a pipe and starting its reader: another program that is started meanwhile would keep the pipe
  /// open, and its reader would never see the end.
  private static let spawning = Mutex(())
  /// A constant of fcntl.h, which Glibc's module does not have.
  private static let setsPipeSize: Int32 = 1031

  private static func start(
    _ name: String, _ arguments: [String], _ environment: [String], output: Int32, errors: Int32
  ) -> (input: Int32, process: pid_t, error: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, 0, errno) }
    // A program that had the end that is written to would wait for itself.
    guard ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
      let failure = errno
      for end in ends { close(end) }
      return (-1, 0, failure)
    }
    // Fewer changes from one process to the other; the system may refuse so much.
    _ = fcntl(ends[1], setsPipeSize, 1 << 20)
    // The child's first descriptors are replaced before it is used, and it may be one of them.
    let copy = fcntl(output, F_DUPFD_CLOEXEC, 100)
    let (process, error) = spawn(name, arguments, environment, reading: ends[0], output: copy, errors: errors)
    close(ends[0])
    close(copy)
    return (ends[1], process, error)
  }

  private static func spawn(
    _ name: String, _ arguments: [String], _ environment: [String], reading input: Int32, output: Int32, errors: Int32
  ) -> (process: pid_t, error: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, errors, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    posix_spawn_file_actions_adddup2(&actions, output, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This program ignores some signals, which others expect to act.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let error = withCStrings([name] + arguments) { arguments in
      withCStrings(environment) { posix_spawnp(&process, name, &actions, &attributes, arguments, $0) }
    }
    return (process, error)
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("There is always the end.") }
      return body(base)
    }
  }

  /// - Throws: if it has ended; what it said is in the error.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    do {
      try input.writeAll(bytes)
    } catch {
      try finish()
      let isEnded = error as? Errno == .brokenPipe
      let problem = isEnded ? "ended before it had read everything" : "cannot be given more: \(error)"
      throw FileError(file: name, message: problem + said)
    }
  }

  /// Ends its input and waits for it.
  ///
  /// - Returns: the last line of what it said, after a colon; empty if it said nothing.
  /// - Throws: if it fails; what it said is in the error.
  @discardableResult
  package mutating func finish() throws(FileError) -> String {
    guard !isFinished else { return "" }
    isFinished = true
    close(input.rawValue)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let words = said
    close(errors.rawValue)
    if status & 0x7f != 0 {
      throw FileError(file: name, message: "was ended by signal \(status & 0x7f)\(words)")
    } else if status != 0 {
      throw FileError(file: name, message: "failed with status \(status >> 8 & 0xff)\(words)")
    }
    return words
  }

  /// The last line of what it said, after a colon.
  private var said: String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let end = lseek(errors.rawValue, 0, SEEK_END)
    let count = bytes.withUnsafeMutableBytes {
      pread(errors.rawValue, $0.baseAddress, $0.count, max(0, end - off_t($0.count)))
    }
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").last.map { ": \($0)" } ?? ""
  }
}
