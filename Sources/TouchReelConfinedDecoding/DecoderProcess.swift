import Glibc
package import SystemPackage
import TouchReelByteStreams

/// A decoder that runs, for one request at a time. It is ended, and waited for, when it is let go of.
final class DecoderProcess: Sendable {
  let socket: DecoderSocket
  private let process: pid_t

  private init(_ process: pid_t, _ socket: consuming DecoderSocket) {
    self.process = process
    self.socket = socket
  }

  deinit {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// - Returns: `nil` if it cannot be started.
  static func start(_ program: DecoderProgram, patience: Duration) -> DecoderProcess? {
    var ends: [CInt] = [-1, -1]
    // No program that is started meanwhile may keep an end open.
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    let socket = DecoderSocket(OwnedDescriptor(number: ends[0]), patience: patience)
    let other = OwnedDescriptor(number: ends[1])
    guard let process = program.spawn(standardInput: other.number) else { return nil }
    return DecoderProcess(process, socket)
  }
}

/// The program whose processes decode.
package struct DecoderProgram: Sendable {
  package let path: FilePath
  package let arguments: [String]
  /// Variables, as `NAME=VALUE`.
  package let environment: [String]

  /// What libraries ask for. Others, in which people keep passwords, are no concern of a decoder.
  private static let variables = [
    "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "FONTCONFIG_SYSROOT", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "ASAN_OPTIONS", "TSAN_OPTIONS",
  ]

  /// Memory for a page of 8 megapixels stays for the next one (mallopt(3)): new memory takes as long as sending it. A
  /// fault is no occasion to look for a debugger.
  private static let settings = [
    "MALLOC_MMAP_THRESHOLD_=33554432", "MALLOC_TRIM_THRESHOLD_=67108864", "SWIFT_BACKTRACE=enable=no",
  ]

  /// - Parameters:
  ///   - path: of the program.
  ///   - arguments: that make a decoder of it, without its name.
  ///   - environment: variables before those of this process that libraries ask for.
  package init(_ path: FilePath, _ arguments: [String], environment: [String] = []) {
    (self.path, self.arguments) = (path, arguments)
    let known = Self.variables.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    self.environment = environment + known + Self.settings
  }

  /// The program that runs, even after another version of it was installed.
  package static func thisProgram(_ arguments: [String]) -> DecoderProgram {
    DecoderProgram("/proc/self/exe", arguments)
  }

  fileprivate func spawn(standardInput: CInt) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of this program block signals, and it ignores some.
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return spawn(actions, attributes)
  }

  private func spawn(_ actions: posix_spawn_file_actions_t, _ attributes: posix_spawnattr_t) -> pid_t? {
    var (actions, attributes, process) = (actions, attributes, pid_t())
    let words = [path.lastComponent?.string ?? ""] + arguments
    let failure = path.withPlatformString { path in
      Self.withCStrings(words) { words in
        Self.withCStrings(environment) { posix_spawn(&process, path, &actions, &attributes, words, $0) }
      }
    }
    return failure == 0 ? process : nil
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var copies: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(&copies)
  }
}
