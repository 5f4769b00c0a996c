import Foundation
import TestSupport
import Testing

/// touchreel info, dump, convert, cut, join, compare and salvage.
@Suite(.slow)
struct EditCommandTests {
  let folder: TemporaryFolder
  let line: String
  let ten = Fixture.path("ten-fingers.mcap")

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  private func info(_ file: String) throws -> [String: Any] {
    let outcome = try Touchreel.run("info", "--json", file)
    try #require(outcome.status == 0, "\(outcome)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  private func touches(_ file: String) throws -> [String: Any] {
    try #require(try info(file)["touches"] as? [String: Any])
  }

  @Test func `info counts what is in a file`() throws {
    let facts = try info(line)
    #expect(facts["format"] as? String == "evemu")
    // 81 frames of a position and a SYN_REPORT, three more events in the first, and a lift of three.
    #expect(facts["events"] as? Int == 81 * 2 + 3 + 3)
    #expect(facts["frames"] as? Int == 82)
    #expect(facts["dropped"] as? Int == 0)
    #expect(facts["duration"] as? Double == 0.81)
    let device = try #require((facts["devices"] as? [[String: Any]])?.first)
    #expect(device["name"] as? String == "Test Screen")
    #expect(device["kind"] as? String == "touchscreen")
    #expect(device["protocol"] as? String == "B")
    #expect(device["slots"] as? Int == 2)
    let touches = try touches(line)
    #expect(touches["began"] as? Int == 1 && touches["ended"] as? Int == 1 && touches["cancelled"] as? Int == 0)
    #expect(touches["maxSimultaneous"] as? Int == 1)
    #expect((touches["cancelReasons"] as? [String: Int])?.isEmpty == true)
  }

  @Test func `Openings of a device that read the same share a line, with all of their touches`() throws {
    let device = ": TouchReel Ten-Finger Screen, touchscreen, protocol B, 10 slots, 256x144 mm, "
    for (count, again) in [(2, ""), (3, " 2 times"), (20, " 19 times")] {
      try Touchreel.succeed(["join"] + Array(repeating: ten, count: count) + ["-o", folder.path("\(count).mcap")])
      let lines = try Touchreel.succeed("info", folder.path("\(count).mcap")).text.split(separator: "\n")
      #expect(
        lines.filter { $0.hasPrefix("  device") } == [
          "  device 0\(device)20 touches", "  device 0, opened again\(again)\(device)\((count - 1) * 20) touches",
        ], "\(lines)")
    }
  }

  @Test func `info of several files is an array`() throws {
    let outcome = try Touchreel.run("info", "--json", line, ten)
    let facts = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    #expect(facts.map { $0["format"] as? String } == ["evemu", "mcap"])
  }

  @Test(arguments: [
    "convert FILE FILE", "convert FILE -o .", "cut FILE ./FILE --from 0.3", "join FILE FILE -o FILE",
    "salvage FILE -o FILE", "render FILE -o FILE --format png", "cut link.mcap FILE --from 0.3",
  ])
  func `What is read is never replaced`(command: String) throws {
    let file = try folder.write(try Data(contentsOf: URL(fileURLWithPath: ten)), to: "ten.mcap")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.mcap"), withDestinationPath: "ten.mcap")
    let words = command.replacing("FILE", with: "ten.mcap")
    let outcome = try Touchreel.run(shell: "\"$1\" \(words) --force", in: folder.url)
    #expect(
      outcome.status == 1 && outcome.errors.contains("is the file that is read; write to another one\n"), "\(outcome)")
    #expect(FileManager.default.contentsEqual(atPath: file, andPath: ten))
  }

  @Test func `dump prints events and touches, one a line`() throws {
    let events = try Touchreel.run("dump", line).text.split(separator: "\n")
    #expect(events.first == "# device 0: Test Screen")
    #expect(events[1] == "0.000000 0 EV_ABS ABS_MT_TRACKING_ID 7")
    #expect(events.count == 1 + 168)
    let touches = try Touchreel.run("dump", "--touches", line).text.split(separator: "\n")
    // 100 of 1000 units on 1920 points is 192.
    #expect(touches.first == "0.000000 0 touch 0 began slot 0 id 7 x 192 y 192 finger")
    #expect(touches.last == "0.810000 0 touch 0 ended slot 0 id 7 x 1728 y 192 finger")
  }

  @Test func `dump follows a growing file`() throws {
    // Each wait ends when the line is there; a dump that never prints it is ended by timeout.
    let outcome = try Touchreel.run(
      shell: #"""
        printf 'E: 0.000001 0003 0039 7\nE: 0.000001 0000 0000 0\n' >grow.evemu
        mkfifo lines
        timeout 20 "$@" dump --follow grow.evemu >lines 2>/dev/null & follower=$!
        while read -r line; do
          echo "$line"
          case $line in
          *'SYN_REPORT 0') [ -n "$grown" ] && break
            grown=1; printf 'E: 0.100001 0003 0039 -1\nE: 0.100001 0000 0000 0\n' >>grow.evemu ;;
          esac
        done <lines
        kill $follower 2>/dev/null
        """#, in: folder.url)
    #expect(outcome.text.contains("0.100000 0 EV_ABS ABS_MT_TRACKING_ID -1"), "\(outcome)")
  }

  @Test(arguments: [("", "9.000000"), ("--touches", " ended ")])
  func `Ctrl-C ends dump --follow, which prints its warnings`(options: String, last: String) throws {
    let outcome = try Touchreel.run(
      shell: #"""
        { cat '\#(line)'; printf 'what is this\nE: 9.000001 0003 0035 7\nE: 9.000001 0000 0000 0\n'; } >followed.evemu
        mkfifo printed
        "$@" dump --follow \#(options) followed.evemu >printed 2>warnings & follower=$!
        { sleep 20; kill -KILL $follower; } >/dev/null 2>&1 & guard=$!
        while read -r line; do
          case $line in *'\#(last)'*) sleep 0.2; kill -INT $follower; break ;; esac
        done <printed
        wait $follower; echo "status $?"; kill $guard; cat warnings
        """#, in: folder.url)
    #expect(outcome.text.contains("status 0"), "\(outcome)")
    #expect(outcome.text.contains(": is not an event: skipped"), "\(outcome)")
  }

  @Test(arguments: ["mcap", "evemu", "yml", "getevent", "raw24"])
  func `A recording comes back from every format that is written`(suffix: String) throws {
    let out = folder.path("out.\(suffix)")
    let outcome = try Touchreel.run("convert", ten, out)
    #expect(outcome.status == 0, "\(outcome)")
    // Raw events hold no description.
    let isDescribed = suffix != "raw24"
    let comparison = try Touchreel.run("compare", ten, out)
    #expect(comparison.status == (isDescribed ? 0 : 1), "\(comparison)")
    #expect(try Touchreel.run("compare", "--events", ten, out).status == 0)
    let again = try Touchreel.run("convert", ten, out)
    #expect(again.status == 1 && again.errors.contains("--force"), "\(again)")
  }

  @Test func `A conversion says what is lost`() throws {
    let outcome = try Touchreel.run("convert", ten, folder.path("out.raw24"))
    #expect(outcome.errors.contains("description"), "\(outcome)")
  }

  @Test func `Anonymized recordings name no serial number`() throws {
    let named = """
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event5
        evdev:
          name: "Screen"
          id: [3, 1, 2, 3]
          codes:
            3: [47, 53, 54, 57]
          absinfo:
            47: [0, 9, 0, 0, 0]
            53: [0, 999, 0, 0, 0]
            54: [0, 999, 0, 0, 0]
            57: [0, 65535, 0, 0, 0]
          properties: [1]
        udev:
          properties:
          - ID_SERIAL_SHORT=SN0123456
        events:
        - evdev:
          - [  0,      0,   3,  57,       1]
          - [  0,      0,   0,   0,       0]
      """
    let file = try folder.write(named, to: "named.yml")
    for (name, options) in [("plain.yml", []), ("anonymous.yml", ["--anonymize"])] {
      let words = (["convert", file, folder.path(name)] + options).joined(separator: " ")
      let outcome = try Touchreel.run(shell: #""$@" "# + words)
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(try String(contentsOfFile: folder.path("plain.yml"), encoding: .utf8).contains("SN0123456"))
    #expect(try !String(contentsOfFile: folder.path("anonymous.yml"), encoding: .utf8).contains("SN0123456"))
    #expect(try Touchreel.run("compare", file, folder.path("anonymous.yml")).status == 0)
  }

  @Test(arguments: ["mcap", "evemu", "yml"])
  func `A cut keeps what is down at its start, in every format`(
    suffix: String
  ) throws {
    let out = folder.path("cut.\(suffix)")
    try Touchreel.run("cut", ten, out, "--from", "1", "--to", "2")
    let touches = try touches(out)
    #expect(touches["began"] as? Int == 10, "\(touches)")
    #expect(touches["cancelReasons"] as? [String: Int] == ["recordingEnded": 10])
    // Formats that hold no state at the start get it as a first frame, which adds a sample to each stroke.
    guard suffix == "mcap" else { return }
    for (file, name, times) in [(out, "cut", []), (ten, "whole", ["--from", "1", "--to", "2"])] {
      let arguments = ["render", file, "-o", folder.path("\(name).png"), "--size", "960x540"] + times
      let outcome = try Touchreel.run(shell: #""$@" "# + arguments.map { "'\($0)'" }.joined(separator: " "))
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(
      try DecodedPicture(folder.path("cut.png")).buffer == DecodedPicture(folder.path("whole.png")).buffer,
      "the cut draws otherwise")
  }

  @Test func `A cut filters devices and touches`() throws {
    try Touchreel.run("cut", ten, folder.path("one.mcap"), "--tracking-id", "5")
    #expect(try touches(folder.path("one.mcap"))["began"] as? Int == 1)
    let missing = try Touchreel.run("cut", ten, folder.path("none.mcap"), "--device", "pen")
    #expect(missing.status == 1 && missing.errors.contains("Ten-Finger Screen"), "\(missing)")
    #expect(!folder.names.contains("none.mcap"))
  }

  @Test func `Joined recordings come one after another`() throws {
    try Touchreel.run("join", line, line, "-o", folder.path("both.mcap"), "--pause", "2")
    let facts = try info(folder.path("both.mcap"))
    #expect(facts["events"] as? Int == 2 * 168)
    // 0.81 s twice and the pause.
    #expect(facts["duration"] as? Double == 3.62)
    #expect(try touches(folder.path("both.mcap"))["ended"] as? Int == 2)
  }

  @Test func `compare reports the first difference, by 0, 1 and 2`() throws {
    let other = try folder.write(
      Recorded.line.replacingOccurrences(of: "0035 500", with: "0035 501"), to: "other.evemu")
    #expect(try Touchreel.run("compare", line, line).status == 0)
    let differing = try Touchreel.run("compare", line, other)
    #expect(differing.status == 1 && differing.text.contains("ABS_MT_POSITION_X 500"), "\(differing)")
    #expect(try Touchreel.run("compare", line, folder.path("missing")).status == 2)
    let lower = try folder.write(
      Recorded.line.replacingOccurrences(of: "0036 100", with: "0036 110"), to: "lower.evemu")
    #expect(try Touchreel.run("compare", "--renders", line, lower).status == 1)
    #expect(try Touchreel.run("compare", "--renders", line, line).status == 0)
  }

  @Test func `compare sees what a device says of itself, and says it as JSON`() throws {
    let wider = try folder.write(
      Recorded.line.replacingOccurrences(of: "A: 35 0 1000", with: "A: 35 0 2000"), to: "wider.evemu")
    let differing = try Touchreel.run("compare", line, wider)
    #expect(differing.status == 1 && differing.text.contains("range of ABS_MT_POSITION_X: 0…1000"), "\(differing)")
    #expect(try Touchreel.run("compare", "--events", line, wider).status == 0)
    let report = try JSONDecoder().decode(
      CompareReport.self, from: Data(Touchreel.run("compare", "--json", line, wider).text.utf8))
    #expect(report == CompareReport(same: false, difference: .init(kind: "device", device: 0)))
    let same = try Touchreel.run("compare", "--json", line, line)
    #expect(same.status == 0)
    #expect(
      try JSONDecoder().decode(CompareReport.self, from: Data(same.text.utf8))
        == CompareReport(same: true, difference: nil))
  }

  private struct CompareReport: Decodable, Equatable {
    struct Difference: Decodable, Equatable {
      var kind: String
      var device: Int
    }

    var same: Bool
    var difference: Difference?
  }

  @Test func `salvage saves what is readable and reports what is lost`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: ten))
    try whole.prefix(whole.count * 2 / 3).write(to: folder.url.appendingPathComponent("broken.mcap"))
    let outcome = try Touchreel.run("salvage", folder.path("broken.mcap"), "-o", folder.path("saved.mcap"))
    #expect(outcome.status == 0 && outcome.text.contains("lost: offset"), "\(outcome)")
    let facts = try info(folder.path("saved.mcap"))
    #expect((facts["events"] as? Int ?? 0) > 8000, "\(facts)")
    #expect(facts["truncated"] as? Bool == false)
  }

  @Test(arguments: [
    "render", "info", "convert", "dump", "cut", "join", "compare", "salvage",
  ]) func `The help of every command begins with what it does`(command: String) throws {
    let outcome = try Touchreel.run(command, "--help")
    #expect(outcome.status == 0 && outcome.text.hasPrefix("OVERVIEW: "), "\(outcome)")
  }
}
