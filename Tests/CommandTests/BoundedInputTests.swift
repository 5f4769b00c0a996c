import Foundation
import SeededCases
import TestSupport
import Testing

/// What has no end, or is no recording, costs little: a line, and not the disk.
@Suite(.slow)
struct BoundedInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// No process may write a file of more than 64 MiB or take more than 4 GiB of addresses.
  private static let limits = "ulimit -f 131072; ulimit -v 4194304; "

  private func expectOneLine(_ shell: String, containing words: String) throws {
    let outcome = try Touchreel.run(shell: Self.limits + shell, in: folder.url)
    #expect(outcome.status == 1 && outcome.text.isEmpty, "\(shell): \(outcome)")
    let lines = outcome.errors.split(separator: "\n").filter {
      !$0.contains("write error") && !$0.contains("Broken pipe")
    }
    #expect(lines.count == 1 && lines.first?.contains(words) == true, "\(shell): \(outcome.errors)")
  }

  @Test(arguments: [
    #""$@" info /dev/zero"#, #"while cat noise; do :; done | "$@" info -"#, #"yes | "$@" info -"#,
    #""$@" info - </dev/zero"#,
    #"tr '\\0' a </dev/zero | "$@" info -"#, #"yes '0000 zz' | "$@" render - -o out.png"#,
    #"mkfifo f; yes 0102 > f & "$@" info f"#,
  ]) func `What never ends and is no recording is refused at its beginning`(shell: String) throws {
    var random = SplitMix64(seed: 14)
    let noise = Data((0..<1 << 18).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    try noise.write(to: folder.url.appendingPathComponent("noise"))
    try expectOneLine(shell, containing: "is not a recording that touchreel knows")
  }

  @Test func `A directory, a socket, a long line and a drawing without an end are distinguished`() throws {
    try expectOneLine(#""$@" info /"#, containing: "is a directory")
    try expectOneLine(#""$@" info - </"#, containing: "is a directory")
    _ = try folder.write("", to: "long")
    try FileHandle(forWritingTo: folder.url.appendingPathComponent("long")).truncate(atOffset: 1 << 30)
    try expectOneLine(#""$@" info long"#, containing: "is not a recording")
    try expectOneLine(#"tr '\\0' a </dev/zero | head -c 200000000 | "$@" info -"#, containing: "is not a recording")
    let socket = #"python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("s")'; "$@" info s"#
    try expectOneLine(socket, containing: "is a socket")
    try expectOneLine(
      #"{ printf '{"a":'; yes '{'; } | "$@" info - --limits pipe=8"#, containing: "is longer than 8 MiB")
  }

  @Test func `A recording that never ends meets a limit that the message names`() throws {
    _ = try folder.write(Recorded.header, to: "header")
    let shell = #"{ cat header; yes 'E: 0.000001 0003 0035 0012'; } | "$@" info - --limits pipe=8"#
    try expectOneLine(
      shell, containing: "is longer than 8 MiB; save it to a file and name that, or raise --limits pipe=")
    let line = #"{ cat header; printf 'E: 0.0 '; tr '\\0' 1 </dev/zero; } | "$@" info - --limits pipe=8"#
    try expectOneLine(line, containing: "--limits pipe=")
  }

  @Test func `A followed pipe needs neither an end nor room`() throws {
    _ = try folder.write(Recorded.header, to: "header")
    // 200 MB go through, of which no file may keep more than 64.
    let events = #"yes 'E: 0.000001 0000 0000 0000' | head -c 200000000"#
    let shell =
      Self.limits + "{ cat header; \(events); } | "
      + #"{ timeout 300 "$@" dump --follow - | head -n 100000 | tail -n 1; }"#
    let outcome = try Touchreel.run(shell: shell, in: folder.url)
    #expect(outcome.text == "0.000000 0 EV_SYN SYN_REPORT 0\n", "\(outcome)")
  }

  @Test func `What the repeated lines of a hexdump stand for is bounded by its length`() throws {
    var dump = """
      00000000  01 00 00 00 00 00 00 00  02 00 00 00 00 00 00 00  |................|
      00000010  03 00 35 00 05 00 00 00  01 00 00 00 00 00 00 00  |..5.............|

      """
    for number in 0..<400 {
      dump += String(
        format: "%08x  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n", 0x20 + number << 20)
    }
    let outcome = try Touchreel.run("info", try folder.write(dump, to: "zeros.hex"))
    #expect(outcome.text.contains("16 times its length") || outcome.errors.contains("not a recording"), "\(outcome)")
  }
}
