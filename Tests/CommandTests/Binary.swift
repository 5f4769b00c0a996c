import Foundation
import Testing

/// The built `touchreel`, run as a user runs it.
struct Binary {
  struct Outcome: CustomStringConvertible {
    var status: Int32
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var description: String { "status \(status)\n\(text)\n\(errors)" }
  }

  /// The program lies beside the test bundle, which is this process.
  static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("touchreel")

  /// Runs the program to its end.
  /// - Parameters:
  ///   - shell: a shell's words around it, `"$@"` standing for the program and its arguments.
  @discardableResult
  static func run(
    _ arguments: String..., input: Data = Data(), shell: String = #""$@""#, in folder: URL? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", shell, "sh", path.path] + arguments
    process.currentDirectoryURL = folder
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    try process.run()
    // The program may end before it reads all of its input.
    signal(SIGPIPE, SIG_IGN)
    try? stdin.fileHandleForWriting.write(contentsOf: input)
    try stdin.fileHandleForWriting.close()
    let errors = Thread.reading(stderr)
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: output, errors: String(decoding: errors(), as: UTF8.self))
  }
}

extension Thread {
  /// Reads a pipe to its end beside the caller, so that neither pipe fills up.
  static func reading(_ pipe: Pipe) -> () -> Data {
    let queue = DispatchQueue(label: "pipe")
    nonisolated(unsafe) var data = Data()
    let handle = pipe.fileHandleForReading
    queue.async { data = (try? handle.readToEnd()) ?? Data() }
    return { queue.sync { data } }
  }
}

/// A folder of its own for one test, gone with it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}

enum Fixture {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["TOUCHREEL_CORPUS"].map(URL.init(fileURLWithPath:))
  static let absence: Comment = "skipped: no corpus (TOUCHREEL_CORPUS names none)"

  static func path(_ name: String) -> String { folder?.appendingPathComponent(name).path ?? name }

  /// Every file below a folder of the corpus.
  static func files(below name: String = "") -> [URL] {
    guard let folder else { return [] }
    let root = folder.appendingPathComponent(name)
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .sorted { $0.path < $1.path }
  }
}
