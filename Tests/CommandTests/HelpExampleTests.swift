import Foundation
import TestSupport
import Testing

/// The help of commands on a terminal of 80 columns.
struct HelpExampleTests {
  private static let commands = [
    "devices", "record", "draw", "play", "render", "inject", "info", "convert", "cut", "join", "dump", "compare",
    "salvage", "doctor", "plot",
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

  @Test(arguments: commands) func `The usage fits on the terminal`(command: String) throws {
    let help = try Touchreel.succeed("help", command).text
    let usage = help.split(separator: "\n").filter { $0.hasPrefix("USAGE:") }
    #expect(usage.count == 1 && usage[0].count <= 80, "\(usage)")
  }

  @Test func `A value may begin with a minus`() throws {
    for (option, value) in [("--range", "-10,1000,-20,500"), ("--calibration", "-1 0 1 0 1 0")] {
      let outcome = try Programs.run(Touchreel.path, ["render", option, value, "/no/such", "-o", "/no/such.png"])
      #expect(outcome.status == 1 && outcome.errors.contains("/no/such: no such file"), "\(outcome)")
      let wrong = try Programs.run(Touchreel.path, ["render", option, "-10,x", "/no/such", "-o", "/no/such.png"])
      #expect(wrong.status == 64 && wrong.errors.contains("'-10,x' is invalid for '\(option)"), "\(wrong)")
    }
  }
}
