import SeededCases
import TestSupport
import Testing

/// Files anywhere on a command line, of which the parser gets those that follow each other as one argument.
struct FileOperandTests {
  @Test(arguments: PropertySeeds.from(0xF11E, count: 10))
  func `Each file is one, in its place, wherever options stand`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let names = ["one", "t w o", "dreißig", "4,5", "=6", "seven"].shuffled(using: &random)
    var arguments = names.map { [$0] }
    for option in [["--json"], ["--limits", "pipe=5"], ["--device-like", "remarkable-2-pen"]] {
      arguments.insert(option, at: Int.random(in: 0...arguments.count, using: &random))
    }
    // After two hyphens nothing is an option.
    let last = ["--", "--last", "of", "all"]
    let outcome = try Programs.run(Touchreel.path, ["info"] + arguments.joined() + last)
    let expected = (names + last.dropFirst()).map { "touchreel: \($0): no such file; check the name" }
    #expect(outcome.errors.split(separator: "\n").map(String.init) == expected, "\(arguments) \(outcome)")
    #expect(outcome.status == 1, "\(arguments)")
  }

  @Test func `Each of ten thousand files is looked for`() throws {
    let folder = try TemporaryFolder()
    let names = (0..<10_000).map { "n\($0)" }
    let outcome = try Programs.run(Touchreel.path, ["render"] + names + ["-o", folder.path("new") + "/"])
    let missing = outcome.errors.split(separator: "\n").filter { $0.contains("no such file") }
    #expect(missing.count == names.count && outcome.status == 1, "\(outcome.errors.suffix(300))")
  }
}
