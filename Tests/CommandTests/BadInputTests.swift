import Foundation
import TestSupport
import Testing

/// Bad input gets one line on standard error, exit status 1, and leaves no file behind.
@Suite(.slow)
struct BadInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectOneLine(
    _ outcome: Programs.Outcome, containing words: String, status: Int32 = 1,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome)", sourceLocation: location)
    #expect(outcome.errors.hasPrefix("touchreel: "), "\(outcome)", sourceLocation: location)
    #expect(outcome.errors.contains(words), "\(outcome)", sourceLocation: location)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)", sourceLocation: location)
  }

  @Test(arguments: [
    ("", "is empty"),
    ("not a recording\nat all\n", "not a recording"),
    (String(repeating: "\u{0}\u{1}garbage\u{fffd}", count: 400), "not a recording"),
    (Recorded.header, "no events"),
  ]) func `Files that are no recordings are named with what to do`(text: String, words: String) throws {
    let file = try folder.write(text, to: "bad")
    expectOneLine(try Touchreel.run("render", file, "-o", folder.path("out.png")), containing: words)
    #expect(folder.names == ["bad"])
  }

  @Test func `A missing file, a directory and a file that may not be written are named`() throws {
    let line = try folder.write(Recorded.line, to: "line.evemu")
    expectOneLine(try Touchreel.run("info", folder.path("nothing")), containing: "no such file")
    expectOneLine(try Touchreel.run("info", folder.url.path), containing: "is a directory")
    expectOneLine(try Touchreel.run("render", line, "-o", folder.path("no/folder/a.png")), containing: "folder")
    expectOneLine(try Touchreel.run("convert", line, line), containing: "--force", status: 1)
    #expect(try String(contentsOfFile: line, encoding: .utf8) == Recorded.line)
  }

  @Test func `A full disk ends in one line and no file`() throws {
    let line = try folder.write(Recorded.line, to: "line.evemu")
    expectOneLine(try Touchreel.run("render", line, "-o", "-", shell: #""$@" >/dev/full"#), containing: "no space")
    for arguments in [
      [], ["--version"], ["--licenses"], ["--help"], ["help", "colors"], ["cut", "--help"],
      ["--generate-completion-script", "zsh"],
    ] {
      let outcome = try Programs.run("/bin/sh", ["-c", #""$@" >/dev/full"#, "sh", Touchreel.path] + arguments)
      expectOneLine(outcome, containing: "no space")
    }
    let limited = try Touchreel.run(
      "render", line, "-o", folder.path("out.png"), "--background", "#112233,#998877",
      shell: #"ulimit -f 1; trap '' XFSZ; "$@""#)
    expectOneLine(limited, containing: "out.png")
    #expect(folder.names == ["line.evemu"])
  }

  @Test func `A reader that closes the pipe ends it by SIGPIPE, without a word`() throws {
    let outcome = try Touchreel.run(
      "dump", Fixture.path("ten-fingers.mcap"), shell: #"{ "$@"; echo "status $?" >&2; } | head -n 1"#)
    #expect(outcome.errors == "status 141\n")
  }

  @Test func `A truncated recording renders what it holds and warns`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap")))
    try whole.prefix(whole.count / 2).write(to: folder.url.appendingPathComponent("half.mcap"))
    let outcome = try Touchreel.run(
      "render", folder.path("half.mcap"), "-o", folder.path("half.png"), "--size", "960x540")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains("warning"), "\(outcome)")
    #expect(try DecodedPicture(folder.path("half.png")).inkCount > 1000)
  }

  @Test(arguments: [
    ["render", "x", "-o", "a.jpg"], ["render", "x", "-o", "a.png", "--at", "-3"], ["render", "x"],
    ["render", "x", "-o", "a.png", "--size", "0x9"], ["render", "x", "-o", "a.png", "--width", "1000"],
    ["convert", "a", "b.unknown"], ["nonsense"], ["render", "a", "b", "-o", "a.png"], ["render", "-o", "a.png"],
    ["render", "a", "-o", "/tmp", "--shard", "3/2"], ["render", "a", "b/a", "-o", "/tmp"],
    ["render", "-", "-o", "/tmp"],
    ["render", "x", "-o", "a.png", "--from", "2", "--at", "1"], ["render", "x", "-o", "a.png", "--sides", "2"],
    ["render", "x", "-o", "a.png", "--text-size", "0"], ["render", "x", "-o", "a.png", "--pressure-gamma", "nan"],
    ["render", "x", "-o", "a.png", "--pressure-width", "off", "--pressure-gamma", "2"],
    ["render", "x", "-o", "a.png", "--color", "red", "--color-by", "touch"],
  ]) func `Wrong usage ends with status 64`(arguments: [String]) throws {
    let outcome = try Touchreel.run(shell: #""$@" "# + arguments.joined(separator: " "))
    #expect(outcome.status == 64, "\(arguments): \(outcome)")
  }
}
