import Foundation
import TestSupport
import Testing

/// `touchreel convert` of several recordings into a folder, and without dates.
@Suite(.slow)
struct ConversionFolderTests {
  let folder: TemporaryFolder
  private static let fixtures = ["ten-fingers", "overrun", "pen-and-touch", "unplug-mid-touch", "protocol-a"]

  init() throws { folder = try TemporaryFolder() }

  private func fixture(_ name: String) -> String { Checkout.path("Fixtures/\(name).mcap") }

  private func touches(_ file: String) throws -> String { try Touchreel.succeed("dump", "--touches", file).text }

  @Test func `Each recording is converted by itself, with the same touches and the same picture`() throws {
    let files = Self.fixtures.map(fixture)
    try Touchreel.succeed(["convert"] + files + ["-o", folder.path("shared") + "/", "--anonymize", "--no-dates"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("shared")).sorted()
        == Self.fixtures.map { "\($0).mcap" }.sorted())
    for name in Self.fixtures {
      let made = folder.path("shared/\(name).mcap")
      #expect(try touches(made) == touches(fixture(name)), "\(name)")
      let pictures = try [made, fixture(name)].map {
        try Touchreel.succeed("render", $0, "-o", "-", "--size", "480x270").output
      }
      #expect(pictures[0] == pictures[1], "\(name)")
    }
  }

  @Test(arguments: ["mcap", "evemu", "libinput", "getevent", "raw24"])
  func `Without dates a recording begins at zero, in every format`(format: String) throws {
    let out = folder.path("out")
    try Touchreel.succeed("convert", fixture("ten-fingers"), out, "--format", format, "--no-dates")
    let report = try Touchreel.succeed("info", out).text
    #expect(report.contains("starts at 0.0 s of its clock\n"), "\(report)")
    #expect(
      try touches(out).split(separator: "\n").count == touches(fixture("ten-fingers")).split(separator: "\n").count)
  }

  @Test func `What cannot be converted is named, and the rest is converted`() throws {
    let junk = try folder.write("junk", to: "junk.mcap")
    let outcome = try Touchreel.run("convert", junk, fixture("overrun"), "-o", folder.path("new") + "/")
    #expect(outcome.status == 1 && outcome.errors.contains("junk.mcap: is not a recording"), "\(outcome)")
    #expect(try touches(folder.path("new/overrun.mcap")) == touches(fixture("overrun")))
    let again = try Touchreel.run("convert", fixture("overrun"), fixture("ten-fingers"), "-o", folder.path("new") + "/")
    #expect(again.status == 1 && again.errors.contains("overrun.mcap: exists already; --force replaces it"), "\(again)")
  }

  @Test func `In a folder, what cannot be examined has failed, and the rest is converted`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: fixture("ten-fingers"), toPath: folder.path("in/tap.mcap"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/far.mcap"), withDestinationPath: String(repeating: "x", count: 300))
    let outcome = try Touchreel.run("convert", "-r", folder.path("in"), "-o", folder.path("out") + "/")
    #expect(outcome.status == 1 && outcome.errors.contains("in/far.mcap: "), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["tap.mcap"])
  }

  @Test func `Several recordings need a folder, and names of their own in it`() throws {
    let twice = folder.path("ten-fingers.evemu")
    try Touchreel.succeed("convert", fixture("ten-fingers"), twice)
    for (arguments, message) in [
      ([fixture("overrun"), twice, "-o", folder.path("none")], "none: is no folder for 2 recordings"),
      ([twice, twice, "-o", folder.path("new") + "/"], "would both become ten-fingers.evemu.mcap"),
      ([twice, "-", "-o", folder.path("new") + "/"], "Standard input has no name in a folder"),
      ([twice, "-o", folder.path("no/such") + "/"], "cannot be made"),
      ([twice, "-o", folder.path("new") + "/", "--format", "csv"], "dump makes a table"),
      ([twice], "Name what to convert and what to write"),
    ] {
      let outcome = try Touchreel.run(shell: #""$@" "# + (["convert"] + arguments).joined(separator: " "))
      #expect(outcome.status != 0 && outcome.errors.contains(message), "\(arguments): \(outcome)")
    }
  }
}
