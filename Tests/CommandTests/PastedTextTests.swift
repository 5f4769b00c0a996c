import Foundation
import TestSupport
import Testing

/// What terminals and logs put before the lines of recordings.
@Suite(.slow)
struct PastedTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Recorded.line, to: "line.evemu")
    try Touchreel.run("convert", "line.evemu", "line.getevent", in: folder.url)
    try Touchreel.run("convert", "line.evemu", "line.yml", in: folder.url)
    let script = try Touchreel.run("inject", "line.evemu", "--format", "sendevent", in: folder.url)
    let commands = script.text.split(separator: "\n").filter { $0.hasPrefix("e ") }
      .map { "sendevent /dev/input/event1 \($0.dropFirst(2))\n" }
    try folder.write(commands.joined(), to: "line.sh")
  }

  private static let files = ["line.evemu", "line.getevent", "line.sh"]

  private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }

  private func dumps(_ name: String) throws -> [String] {
    try ["\(name)", "- <\(name)"].map { try Touchreel.run(shell: #""$@" dump \#($0)"#, in: folder.url).text }
  }

  @Test(arguments: files)
  func `The prefixes of Android's log are no part of a line`(file: String) throws {
    let wanted = try dumps(file)
    for prefix in ["11-26 02:38:00.123  1234  1240 I getevent: ", "I/getevent( 1234): ", "D/sh(1): "] {
      let lines = try text(file).split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }
      try folder.write(lines.joined(separator: "\n"), to: "log")
      #expect(try dumps("log") == wanted, "\(prefix)")
    }
  }

  @Test(arguments: files)
  func `A terminal's control characters are no part of a line`(file: String) throws {
    let wanted = try dumps(file)
    let lines = try text(file).split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("E:") || $0.hasPrefix("[") || $0.hasPrefix("sendevent") })
    for echo in ["^C", "^C^C", "^Z"] {
      var changed = lines.map(String.init)
      changed[first] = echo + changed[first]
      try folder.write(changed.joined(separator: "\n"), to: "pasted")
      #expect(try dumps("pasted") == wanted, "\(echo)")
    }
  }

  @Test(arguments: ["sleep 0.05", "/system/bin/sleep 0.05", "toybox sleep 0.05", "/bin/usleep 50000"])
  func `A script's pauses are read wherever the program lies`(pause: String) throws {
    let script =
      "sendevent /dev/input/event1 3 53 1\nsendevent /dev/input/event1 0 0 0\n\(pause)\n"
      + "sendevent /dev/input/event1 3 53 2\nsendevent /dev/input/event1 0 0 0\n"
    try folder.write(script, to: "in.sh")
    for dump in try dumps("in.sh") { #expect(dump.contains("\n0.050000 0 EV_ABS ABS_MT_POSITION_X 2\n"), "\(dump)") }
  }

  @Test func `The header of a file of hid-recorder is recognised`() throws {
    for text in ["D: 0\nR: 20 05 0d 09 04 a1 01 85 01 09 22\nN: Touch\n", "D: 0\nR: 4 05 0d 09 04\nN: Touch\n"] {
      try folder.write(text, to: "hid.txt")
      let outcome = try Touchreel.run("info", "hid.txt", in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("hid.txt:2: is of hid-recorder"), "\(outcome)")
    }
  }
}
