private import Foundation
package import Testing

/// The guest kernel of `scripts/vm`, as the tests use it.
package enum Guest {
  package static let isReady = ProcessInfo.processInfo.environment["TOUCHREEL_VM_READY"] == "1"
  package static let absence: Comment = "there is no guest kernel: scripts/test sets it up; TOUCHREEL_VM_READY is not 1"
}

/// One boot of the guest, in which several scenarios run one after another or a few at once, each in a folder of its
/// own.
package final class GuestSession: Sendable {
  private let folder: URL

  /// - Throws: if the guest died.
  package init(_ scenarios: [Scenario], seconds: Int = 120, atOnce: Int = 1) throws {
    folder = try Self.run(scenarios, seconds: seconds, atOnce: atOnce)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A file that a scenario left.
  /// - Throws: if the scenario failed or took too long.
  package func path(_ scenario: Scenario, _ file: String) throws -> String {
    guard !text(of: "job.log").contains("\(scenario.name) failed: ") else {
      throw GuestFailure(description: "\(scenario.name) failed:\n\(text(of: scenario.name + "/log"))")
    }
    return remains(scenario, file)
  }

  /// The path that a file would have that a scenario left. The scenario may have failed.
  package func remains(_ scenario: Scenario, _ file: String) -> String {
    folder.appendingPathComponent(scenario.name).appendingPathComponent(file).path
  }

  /// A file's text; empty if there is no such file.
  package func text(_ scenario: Scenario, _ file: String) throws -> String {
    String(decoding: FileManager.default.contents(atPath: try path(scenario, file)) ?? Data(), as: UTF8.self)
  }

  private static func job(_ scenarios: [Scenario], atOnce: Int) -> String {
    let runs = scenarios.map { scenario in
      let run = "(cd \(scenario.name) && timeout \(scenario.seconds) bash -eu scenario.sh >log 2>&1)"
      return "{ \(run) || echo \(scenario.name) failed: $?; } & room"
    }
    let room = "room() { while [ $(jobs -rp | wc -l) -ge \(atOnce) ]; do wait -n || true; done; }"
    return (["export PATH='\(Programs.built.path)':$PATH", room] + runs + ["wait"]).joined(separator: "\n") + "\n"
  }

  /// - Returns: the folder with what it left.
  private static func run(_ scenarios: [Scenario], seconds: Int, atOnce: Int) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-guest-\(UUID().uuidString)")
    for scenario in scenarios { try scenario.write(to: folder.appendingPathComponent(scenario.name)) }
    try job(scenarios, atOnce: atOnce).write(
      to: folder.appendingPathComponent("job.sh"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = Checkout.url("scripts/vm")
    process.arguments = ["run", folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["TOUCHREEL_VM_SECONDS": "\(seconds)"]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let log = text(of: "job.log", in: folder)
      throw GuestFailure(description: "the guest ended with \(process.terminationStatus): \(log)")
    }
    return folder
  }

  private func text(of file: String) -> String { Self.text(of: file, in: folder) }

  private static func text(of file: String, in folder: URL) -> String {
    String(
      decoding: FileManager.default.contents(atPath: folder.appendingPathComponent(file).path) ?? Data(), as: UTF8.self)
  }
}

package struct GuestFailure: Error, CustomStringConvertible {
  package var description: String
}
