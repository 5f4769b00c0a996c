public import ArgumentParser
import Glibc
import Replaying
import SystemPackage

extension ParsableCommand {
  /// Prints the help that was asked for, or the error with the usage, and exits with its status.
  ///
  /// An error can quote any argument, so its message is escaped (``Swift/String/printable``).
  public static func exitPrinting(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    guard !code.isSuccess else { exit(withError: error) }
    let lines = fullMessage(for: error).split(separator: "\n").map { line in
      // The usage is not shortened.
      line.hasPrefix("Usage:") ? String(line).printable : String(line).printableLine
    }
    _ = try? FileDescriptor.standardError.writeAll(lines.map { $0 + "\n" }.joined().utf8)
    Glibc.exit(code.rawValue)
  }
}
