import Glibc
import Synchronization
import TouchReelByteStreams
import TouchReelReplaying

/// How much processor time a file may take that nobody trusts: a PDF of a few kilobytes whose forms draw each other
/// doubles it with each level.
enum ProcessorTimeLimit {
  /// Enough for a recording of a hundred million events, in seconds.
  private static let seconds: rlim_t = 120

  /// The address of what is printed at the end, as a signal handler can read it.
  private static let line = Atomic<UInt>(0)

  /// Lets the program end with a line and status 1 once all its threads have taken so much, or as much as `ulimit -t`
  /// says.
  ///
  /// - Parameter file: the name that the line has.
  static func set(for file: String) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_cur, seconds)
    let text =
      "\(file.printableName): drawing it takes more than \(limit.rlim_cur) s of processor time; without --sandbox it may take more"
    line.store(UInt(bitPattern: strdup("touchreel: \(text)\n")), ordering: .releasing)
    signal(SIGXCPU) { _ in ProcessorTimeLimit.end() }
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  }

  private static func end() -> Never {
    if let line = UnsafePointer<CChar>(bitPattern: line.load(ordering: .acquiring)) {
      _ = write(STDERR_FILENO, line, strlen(line))
    }
    UnfinishedFiles.removeAll()
    _exit(1)
  }
}
