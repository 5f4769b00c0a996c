import Foundation
import TestSupport
import Testing

/// The help of commands on a terminal of 80 columns.
struct HelpExampleTests {
  private static let commands = [
    "devices", "record", "draw", "play", "render", "inject", "info", "convert", "cut", "join", "dump", "compare",
    "salvage", "doctor",
  ]

  private func examples(of command: String, columns: Int) throws -> [String] {
    var environment = ProcessInfo.processInfo.environment
    environment["COLUMNS"] = String(columns)
    let help = try Programs.run(Touchreel.path, ["help", command], environment: environment).text
    return help.split(separator: "\n").map(String.init).filter { line in
      ["  touchreel ", "  adb ", "  ssh ", "  cat "].contains { line.hasPrefix($0) }
    }
  }

  @Test(arguments: commands) func `Examples are whole lines, which can be pasted`(command: String) throws {
    let whole = try examples(of: command, columns: 1000)
    #expect(!whole.isEmpty)
    #expect(try examples(of: command, columns: 80) == whole)
  }
}
