import ByteStreams
import FoundationEssentials
import Glibc
import Replaying
import SystemPackage

/// Lines to the person at the terminal: facts to standard output, all else to standard error.
///
/// Whatever a file or a name holds, each text stays on its line and is shown as ``Swift/String/printable`` says.
enum Terminal {
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  static func warn(_ message: String) { write(line: "touchreel: warning: \(message)") }

  /// Warnings about a file; the same one is counted.
  static func warn(_ messages: [String], of file: String) {
    for message in CountedMessages(messages).lines { warn("\(file): \(message)") }
  }

  /// What went wrong.
  static func tell(_ message: String) {
    Progress.clearLine()
    write(line: "touchreel: \(message)")
  }

  static func fail(_ message: String) -> Never {
    tell(message)
    exit(1)
  }

  /// - Throws: a ``FileError`` if standard output was closed or its disk is full.
  static func say(_ lines: [String]) throws(FileError) {
    try say(text: lines.map { $0.printableLine + "\n" }.joined())
  }

  /// Prints JSON, indented, of which no string can do harm; each means the same as before.
  static func say(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try say(text: String(decoding: try encoder.encode(value), as: UTF8.self).safeJSON + "\n")
  }

  private static func say(text: String) throws(FileError) {
    let output = try OutputFile(path: "-")
    try output.write(text)
    try output.commit()
  }

  /// A line on standard error.
  static func write(line: String) { write(line.printableLine + "\n") }

  /// What the arguments are, however long.
  static func write(usage: String) { write(usage.printable + "\n") }

  /// A line that the next one takes the place of.
  static func write(status: String) { write("\r\(status.printable)\u{1b}[K") }

  static func clearLine() { write("\r\u{1b}[K") }

  private static func write(_ text: String) {
    // There is nobody left to tell that standard error is closed.
    _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}

/// What a command cannot do, in one line.
struct Failure: Error {
  var message: String
}
