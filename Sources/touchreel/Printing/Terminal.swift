import FoundationEssentials
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelClampedNumbers
import TouchReelReplaying

/// Output for the user: results on standard output, everything else on standard error.
///
/// Text from files and names is escaped (``Swift/String/printable``), so that it stays on its line.
enum Terminal {
  /// Whether standard error is a terminal that can replace a line.
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1 && !isDumb

  private static var isDumb: Bool { getenv("TERM").map { String(cString: $0) == "dumb" } ?? false }

  static func warn(_ message: String) { write(line: "touchreel: warning: \(message)") }

  /// Prints warnings about a file; equal ones are printed once with their count.
  static func warn(_ messages: [String], of file: String) {
    for message in CountedMessages(messages).lines { warn("\(file.printableFileName): \(message)") }
  }

  /// Prints an error.
  static func report(_ message: String) {
    Progress.clearLine()
    write(line: "touchreel: \(message)")
  }

  static func fail(_ message: String) -> Never {
    report(message)
    exit(1)
  }

  /// Ends without a word, like any program whose reader has gone, such as `head`.
  static func endByClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  /// Prints lines on standard output.
  ///
  /// - Throws: ``FileError`` if standard output is closed or its disk is full.
  static func print(_ lines: [String]) throws(FileError) {
    try print(text: lines.map { $0.printableLine + "\n" }.joined())
  }

  /// Prints indented JSON whose strings are escaped where they could affect the terminal.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try print(text: String(decoding: try encoder.encode(value), as: UTF8.self).safeJSON + "\n")
  }

  /// Prints text as it is.
  static func print(text: String) throws(FileError) {
    let output = try OutputFile(path: "-")
    try output.write(text)
    try output.commit()
  }

  /// Writes a line to standard error.
  static func write(line: String) { write(line.printableLine + "\n") }

  /// Writes a line to standard error that the next one replaces.
  static func write(status: String) { write("\r\(status.printable)\u{1b}[K") }

  static func clearLine() { write("\r\u{1b}[K") }

  private static func write(_ text: String) {
    // If standard error is closed, there is no way to report it.
    _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}

/// Why a command failed, in one line.
struct Failure: Error {
  var message: String
}

/// A count with its noun: `1 touch`, `2 touches`.
///
/// - Parameter plural: by default the singular with an `s`.
func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}

extension String {
  /// The words of a case's name: `deviceRemoved` becomes `device removed`.
  var spaced: String {
    reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }
}

/// A progress bar on standard error if that is a terminal, shown after half a second.
struct Progress {
  private let title: String
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?
  private let canShow: Bool
  private let callsPerLook: UInt32
  private var calls: UInt32 = 0

  /// - Parameter callsPerLook: how many updates come for one look at the clock, which takes longer than a frame.
  /// - Parameter isShown: false for one of several files that are worked on at once.
  init(_ title: String, isShown: Bool = true, callsPerLook: UInt32 = 256) {
    self.title = title
    self.callsPerLook = callsPerLook
    canShow = isShown && Terminal.isErrorTerminal
  }

  /// - Parameter fraction: what is done, from 0 to 1; evaluated only when it is shown.
  mutating func update(_ fraction: @autoclosure () -> Double) {
    calls &+= 1
    guard canShow, calls % callsPerLook == 0 else { return }
    let now = ContinuousClock.now
    guard now - start > .milliseconds(500), shown.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
    shown = now
    let done = min(max(fraction(), 0), 1)
    let width = 40
    let filled = Int(clamping: done * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Terminal.write(status: "\(title) \(bar) \(Int(done * 100)) %")
  }

  func finish() {
    if shown != nil { Self.clearLine() }
  }

  static func clearLine() {
    if Terminal.isErrorTerminal { Terminal.clearLine() }
  }
}
