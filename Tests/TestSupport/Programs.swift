package import Foundation

/// Programs that the tests start.
package enum Programs {
  /// The folder of the built programs: that of the test bundle, which is the current process.
  package static let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The path of an installed program; `nil` if there is none of that name.
  package static func installed(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""] + ":/usr/sbin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// What a program left that ran to its end.
  package struct Outcome: CustomStringConvertible, Sendable {
    package var status: Int32
    package var output: Data
    package var errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var description: String { "status \(status)\n\(text)\n\(errors)" }
  }

  /// Runs a program to its end, whatever its exit status.
  /// - Parameters:
  ///   - program: a path, or the name of an installed program.
  ///   - environment: all of its variables; those of the tests without it.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: Data = Data(),
    in folder: URL? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : installed(program) ?? program)
    process.arguments = arguments
    process.environment = environment ?? ProcessInfo.processInfo.environment
    process.currentDirectoryURL = folder
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    try process.runUnblocked()
    let errors = stderr.readingBeside()
    stdin.writingBeside(input)
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: output, errors: String(decoding: errors(), as: UTF8.self))
  }

  /// Runs a program that has to succeed.
  /// - Returns: what it printed.
  @discardableResult
  package static func succeed(_ program: String, _ arguments: [String]) throws -> Data {
    let outcome = try run(program, arguments)
    guard outcome.status == 0 else { throw Failure(description: "\(program) \(arguments): \(outcome)") }
    return outcome.output
  }
}

/// Why a test cannot go on.
package struct Failure: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}

extension Process {
  /// Runs with no signal blocked. Threads of Dispatch block most of them, and children inherit that.
  package func runUnblocked() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

extension Pipe {
  /// Reads to the end beside the caller, so that no pipe fills up.
  fileprivate func readingBeside() -> () -> Data {
    let queue = DispatchQueue(label: "reading")
    nonisolated(unsafe) var data = Data()
    let handle = fileHandleForReading
    queue.async { data = (try? handle.readToEnd()) ?? Data() }
    return { queue.sync { data } }
  }

  /// The program may end before it has read everything.
  fileprivate func writingBeside(_ data: Data) {
    signal(SIGPIPE, SIG_IGN)
    let handle = fileHandleForWriting
    DispatchQueue(label: "writing").async {
      try? handle.write(contentsOf: data)
      try? handle.close()
    }
  }
}
