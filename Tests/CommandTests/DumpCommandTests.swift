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
    (["--device", "9"], "device 9"), (["--touches", "--touch", "99"], "touch 99"),
    (["--touches", "--device", "9"], "device 9"), (["--format", "csv", "--touch", "99"], "touch 99"),
    (["--format", "jsonl", "--rows", "touches", "--device", "9"], "device 9"),
  ])
  func `What a recording does not have is an error`(options: [String], what: String) throws {
    let outcome = try Touchreel.run(shell: #""$@" dump '\#(two)' \#(options.joined(separator: " "))"#)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("touchreel: \(two): has no \(what); its "), "\(outcome)")
  }

  @Test(arguments: [["--touches"], ["--format", "csv"], ["--format", "csv", "--rows", "touches"]])
  func `A chosen touch outside of the chosen part is no touch that is missing`(options: [String]) throws {
    for part in [["--touch", "1", "--to", "0.1"], ["--touch", "0", "--from", "2"]] {
      let outcome = try Touchreel.succeed(["dump", two] + options + part)
      #expect(
        outcome.errors == "touchreel: warning: \(two): the chosen part has none of the chosen touches\n", "\(part)")
    }
  }

  @Test(arguments: ["--device 9", "--touches --touch 99", "--touches --device 9"])
  func `Of a pipe, the same is an error`(options: String) throws {
    let outcome = try Touchreel.run(shell: #"cat '\#(two)' | "$@" dump - \#(options)"#)
    #expect(outcome.status == 1 && outcome.errors.contains(": has no "), "\(outcome)")
  }

  @Test(arguments: [["--device", "1"], ["--touches", "--touch", "1"], ["--format", "csv", "--device", "0"]])
  func `What a recording has is printed without a word`(options: [String]) throws {
    let outcome = try Touchreel.succeed(["dump", two] + options)
    #expect(outcome.errors.isEmpty && !outcome.output.isEmpty)
  }
}
