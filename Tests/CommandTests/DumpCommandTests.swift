import TestSupport
import Testing

/// Which lines `dump` prints.
@Suite(.slow)
struct DumpCommandTests {
  /// The pen, device 1, begins 0.684245 s after the finger.
  private let two = Checkout.path("Fixtures/pen-and-touch.mcap")

  private func lines(_ options: String...) throws -> [Substring] {
    try Touchreel.succeed(["dump", two] + options).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  @Test(arguments: [("0.7", "1.2"), ("0", "0.9"), ("0.684", "0.6843"), ("10%", "60%")])
  func `A part of one device counts from the first frame of the recording`(from: String, to: String) throws {
    let part = try lines("--from", from, "--to", to)
    let expected = part.filter { $0.split(separator: " ")[1] == "1" }
    #expect(try lines("--device", "1", "--from", from, "--to", to) == expected && !expected.isEmpty)
  }

  @Test(arguments: [
    (["--device", "9"], "devices"), (["--touches", "--touch", "99"], "touches"),
    (["--touches", "--device", "9"], "touches"), (["--format", "csv", "--touch", "99"], "touches"),
    (["--format", "jsonl", "--rows", "touches", "--device", "9"], "touches"),
  ])
  func `What a recording does not have is named`(options: [String], what: String) throws {
    let outcome = try Touchreel.succeed(["dump", two] + options)
    #expect(outcome.errors == "touchreel: warning: \(two): it has none of the chosen \(what)\n")
  }

  @Test(arguments: [["--device", "1"], ["--touches", "--touch", "1"], ["--format", "csv", "--device", "0"]])
  func `What a recording has is printed without a word`(options: [String]) throws {
    let outcome = try Touchreel.succeed(["dump", two] + options)
    #expect(outcome.errors.isEmpty && !outcome.output.isEmpty)
  }
}
