import Glibc
import SystemPackage

/// Lines to the person at the terminal: facts to standard output, all else to standard error.
enum Terminal {
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  static func warn(_ message: String) { write("touchreel: warning: \(message)\n", to: .standardError) }

  /// What went wrong.
  static func tell(_ message: String) {
    Progress.clearLine()
    write("touchreel: \(message)\n", to: .standardError)
  }

  static func fail(_ message: String) -> Never {
    tell(message)
    exit(1)
  }

  /// - Throws: a `Failure` where standard output was closed or its disk is full.
  static func say(_ text: String) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(Array((text + "\n").utf8))
    } catch {
      throw Failure(message: "standard output: cannot be written: \(error)")
    }
  }

  static func write(_ text: String, to descriptor: FileDescriptor) {
    // There is nobody left to tell that standard error is closed.
    _ = try? descriptor.writeAll(Array(text.utf8))
  }
}
