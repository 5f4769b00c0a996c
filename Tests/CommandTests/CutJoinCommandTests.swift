import Foundation
import TestSupport
import Testing

/// touchreel cut and join, with the state at the cut.
@Suite(.slow)
struct CutJoinCommandTests {
  let folder: TemporaryFolder
  let ten = Fixture.path("ten-fingers.mcap")

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func run(_ words: String...) throws -> Programs.Outcome {
    let outcome = try Touchreel.run(shell: #""$@" "# + words.map { "'\($0)'" }.joined(separator: " "))
    try #require(outcome.status == 0, "\(words): \(outcome)")
    return outcome
  }

  private func touches(_ file: String) throws -> [String] {
    try run("dump", "--touches", file).text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["mcap", "evemu", "yml", "getevent", "raw24"])
  func `Parts that were cut in mid-touch are joined to the recording`(suffix: String) throws {
    let (whole, joined) = (folder.path("whole.\(suffix)"), folder.path("joined.\(suffix)"))
    let parts = (0..<3).map { folder.path("part\($0).\(suffix)") }
    try run("convert", ten, whole)
    try run("cut", whole, parts[0], "--to", "1.2")
    try run("cut", whole, parts[1], "--from", "1.2", "--to", "50%")
    try run("cut", whole, parts[2], "--from", "50%")
    try run("join", parts[0], parts[1], parts[2], "-o", joined)
    try run("compare", whole, joined)
    try run("compare", "--renders", whole, joined)
    #expect(try touches(joined) == touches(whole))
  }

  @Test func `An empty range of a device that is described stays as it is`() throws {
    let (whole, joined, saved) = (folder.path("whole.evemu"), folder.path("joined.mcap"), folder.path("saved.mcap"))
    try run("convert", ten, whole)
    let lines = try String(contentsOfFile: whole, encoding: .utf8).split(separator: "\n")
    let emptied = lines.map { $0.hasPrefix("A: 35 ") ? "A: 35 100 100 0 0 0" : $0 }
    try emptied.joined(separator: "\n").appending("\n").write(toFile: whole, atomically: true, encoding: .utf8)
    try run("cut", whole, folder.path("a.mcap"), "--to", "50%")
    try run("cut", whole, folder.path("b.mcap"), "--from", "50%")
    try run("join", folder.path("a.mcap"), folder.path("b.mcap"), "-o", joined)
    try run("compare", whole, joined)
    try run("salvage", whole, "-o", saved)
    try run("compare", whole, saved)
  }

  @Test func `A pause lifts what is down, and says so`() throws {
    try run("cut", ten, folder.path("a.mcap"), "--to", "1")
    try run("cut", ten, folder.path("b.mcap"), "--from", "1")
    let outcome = try run(
      "join", folder.path("a.mcap"), folder.path("b.mcap"), "-o", folder.path("c.mcap"), "--pause", "2")
    #expect(outcome.errors.contains("was lifted there"), "\(outcome)")
    let facts = try run("info", folder.path("c.mcap")).text
    #expect(facts.contains("30 touches, at most 10 at once: 30 ended, 0 cancelled"), "\(facts)")
  }

  @Test func `Events that wait for those of another device to be written wait in TMPDIR`() throws {
    let arguments = ["join", Fixture.path("protocol-a.mcap"), ten, "-o", folder.path("out.yml")]
    let missing = try Programs.run(Touchreel.path, arguments, environment: ["TMPDIR": folder.path("missing")])
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("touchreel: \(folder.path("missing")): the events of further devices cannot"))
    #expect(missing.errors.hasSuffix("make room there or set TMPDIR\n"), "\(missing)")
    #expect(folder.names.isEmpty)
    let there = try Programs.run(Touchreel.path, arguments, environment: ["TMPDIR": folder.url.path])
    #expect(there.status == 0, "\(there)")
    #expect(folder.names == ["out.yml"])
  }

  @Test func `A cut that leaves nothing is an error, and writes nothing`() throws {
    for options in [["--from", "100"], ["--from", "1", "--to", "1"], ["--tracking-id", "60000"]] {
      let words = (["cut", ten, folder.path("none.evemu")] + options).map { "'\($0)'" }.joined(separator: " ")
      let outcome = try Touchreel.run(shell: #""$@" "# + words)
      #expect(outcome.status == 1, "\(options): \(outcome)")
      let isOfNoTouch = options[0] == "--tracking-id"
      let reason = isOfNoTouch ? "has no touch with tracking id 60000; " : "the result would be empty: "
      #expect(outcome.errors.hasPrefix("touchreel: \(ten): \(reason)"), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
      #expect(folder.names.isEmpty)
    }
  }

  @Test(
    .enabled(if: Corpus.folder != nil, Corpus.absence),
    arguments: ["mcap", "evemu", "yml", "getevent", "raw24"]) func `Axes that no event repeats are in the part`(
      suffix: String
    ) throws
  {
    let name = "Atmel maXTouch Touchscreen.1-finger-fast-taps.events"
    let file = Corpus.path("evemu-devices/touchscreens/\(name)")
    let part = folder.path("part.\(suffix)")
    try run("cut", file, part, "--from", "0.88")
    // Text and raw events carry no ranges, so places are compared in the kernel's units, by the device's own
    // description.
    let again = folder.path("again.mcap")
    try run("convert", part, again, "--description", file)
    let began = try touches(again).first { $0.contains(" began ") }
    let expected = try touches(file).filter { $0.contains(" began ") }
    let place = try #require(began?.split(separator: " ").dropFirst(4).joined(separator: " "))
    #expect(expected.contains { $0.hasSuffix(place) }, "\(place) is none of \(expected)")
  }
}
