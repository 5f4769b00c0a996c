package import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelReplaying

/// The program's arguments, byte for byte: file names need not be UTF-8. `PathText` says how text represents them.
package enum ArgumentBytes {
  /// The arguments without the program's name. A value that begins as a negative number is part of its option's
  /// argument, so that the parser does not take it for an option: `--range=-10,20,30,40`.
  package static var arguments: [String] {
    guard CommandLine.argc > 0 else { return [] }
    let all = (1..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map { PathText.string(of: $0) }
    return joiningNegativeNumbers(all)
  }

  /// - Parameter arguments: as they were written.
  static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.count
    return arguments.enumerated().reduce(into: []) { joined, argument in
      let (index, text) = argument
      guard index > 0, index < end, text.beginsAsNegativeNumber, let option = joined.last, option.hasPrefix("--"),
        !option.contains("=")
      else { return joined.append(text) }
      joined[joined.count - 1] = "\(option)=\(text)"
    }
  }

  /// The bytes that an argument represents, terminated by a zero.
  package static func bytes(of argument: String) -> [CChar] { PathText.bytes(of: argument) }
}

extension ParsableCommand {
  /// Prints the help that was asked for, or the error with the usage, and exits with its status.
  ///
  /// An error can quote any argument, so its message is escaped (``Swift/String/printable``).
  package static func exitPrinting(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    guard !code.isSuccess else { exit(printing: fullMessage(for: error)) }
    let lines = fullMessage(for: error).split(separator: "\n").map { line in
      // The usage is not shortened.
      line.hasPrefix("Usage:") ? String(line).printable : String(line).printableLine
    }
    _ = try? FileDescriptor.standardError.writeAll(lines.map { $0 + "\n" }.joined().utf8)
    Glibc.exit(code.rawValue)
  }

  /// What the parser itself prints, it does not notice to be lost.
  private static func exit(printing text: String) -> Never {
    do throws(FileError) {
      let output = try OutputFile(path: "-")
      try output.write(text + "\n")
      try output.commit()
    } catch {
      // Any program ends this way whose reader has gone.
      if error.isOfClosedReader {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      }
      _ = try? FileDescriptor.standardError.writeAll("touchreel: \(error)\n".utf8)
      Glibc.exit(1)
    }
    Glibc.exit(0)
  }
}

extension String {
  /// No option is a digit.
  fileprivate var beginsAsNegativeNumber: Bool {
    hasPrefix("-") && utf8.dropFirst().first.map { "0123456789.".utf8.contains($0) } == true
  }
}
