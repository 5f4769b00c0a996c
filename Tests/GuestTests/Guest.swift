import Foundation
import Testing

/// The guest kernel of `scripts/vm`, as the tests use it.
enum Guest {
  static let isReady = ProcessInfo.processInfo.environment["TOUCHREEL_VM_READY"] == "1"
  static let absence: Comment = "skipped: no guest kernel (scripts/test sets it up; TOUCHREEL_VM_READY is not 1)"

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The built programs lie beside the test bundle, which is this process.
  static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
}

/// One boot of the guest, in which several scenarios run one after another, each in a folder of its own.
final class GuestSession: Sendable {
  private let folder: URL

  /// - Throws: where the guest died or one of the scenarios' shells failed.
  init(_ scenarios: [Scenario], seconds: Int = 120) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-guest-\(UUID().uuidString)")
    self.folder = folder
    for scenario in scenarios { try scenario.write(to: folder.appendingPathComponent(scenario.name)) }
    try Self.job(scenarios).write(to: folder.appendingPathComponent("job.sh"), atomically: true, encoding: .utf8)
    try run(seconds: seconds)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A file that a scenario left.
  func path(_ scenario: Scenario, _ file: String) -> String {
    folder.appendingPathComponent(scenario.name).appendingPathComponent(file).path
  }

  /// A file's text; empty where there is no such file.
  func text(_ scenario: Scenario, _ file: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path(scenario, file)) ?? Data(), as: UTF8.self)
  }

  private static func job(_ scenarios: [Scenario]) -> String {
    var lines = ["export PATH='\(Guest.programs.path)':$PATH", Scenario.library]
    for scenario in scenarios {
      // A subshell, and nothing left of it when the next begins.
      lines.append("(cd \(scenario.name) && set -eu && . ./scenario.sh) >\(scenario.name)/log 2>&1 || echo \(scenario.name) failed")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func run(seconds: Int) throws {
    let process = Process()
    process.executableURL = Guest.package.appendingPathComponent("scripts/vm")
    process.arguments = ["run", folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["TOUCHREEL_VM_SECONDS": "\(seconds)"]) { $1 }
    try process.run()
    process.waitUntilExit()
    let log = (try? String(contentsOf: folder.appendingPathComponent("job.log"), encoding: .utf8)) ?? "no log"
    guard process.terminationStatus == 0, log.isEmpty else { throw GuestFailure(description: "\(log)\(logs())") }
  }

  /// What the scenarios' shells said.
  private func logs() -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    return names.map { name in
      let file = folder.appendingPathComponent(name).appendingPathComponent("log")
      return "\(name): \((try? String(contentsOf: file, encoding: .utf8)) ?? "")"
    }.joined(separator: "\n")
  }
}

struct GuestFailure: Error, CustomStringConvertible {
  var description: String
}
