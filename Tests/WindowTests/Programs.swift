import Foundation

/// Programs that the tests start.
enum Programs {
  struct Outcome: CustomStringConvertible {
    var status: Int32
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var description: String { "status \(status)\n\(text)\n\(errors)" }
  }

  /// The built programs lie beside the test bundle, which is this process.
  static let touchreel = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("touchreel").path

  /// Where an installed program is; nothing where it is missing.
  static func installed(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""] + ":/usr/sbin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Runs a program to its end.
  @discardableResult
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: Data = Data()
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : installed(program) ?? program)
    process.arguments = arguments
    process.environment = environment ?? ProcessInfo.processInfo.environment
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

  /// Runs `touchreel`, which has to succeed.
  @discardableResult
  static func touchreel(_ arguments: String...) throws -> Outcome { try touchreel(arguments) }

  @discardableResult
  static func touchreel(_ arguments: [String]) throws -> Outcome {
    let outcome = try run(touchreel, arguments)
    guard outcome.status == 0 else { throw Failure(description: "touchreel \(arguments): \(outcome)") }
    return outcome
  }
}

extension Process {
  /// Runs with no signal blocked. Threads of Dispatch block most of them, and children inherit that.
  func runUnblocked() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

struct Failure: Error, CustomStringConvertible {
  var description: String
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

/// A folder of its own for one test, gone with it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Every file below the folder.
  func files(endingIn suffix: String) -> [URL] {
    let all = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.path.hasSuffix(suffix) }.sorted { $0.path < $1.path }
  }
}

enum Fixture {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures").appendingPathComponent(name).path
  }
}
