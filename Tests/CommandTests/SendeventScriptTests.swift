import Foundation
import TestSupport
import Testing

/// `inject --format sendevent`: the scripts, run by the shells that are there. GuestTests run them against a kernel.
@Suite(.slow)
struct SendeventScriptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("node"))
    _ = try folder.write(Recorded.line, to: "line.evemu")
  }

  private func install(_ name: String, _ script: String) throws {
    let path = try folder.write(script, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// What `sendevent` was told, a line each: type, code, value.
  private func sent(
    _ arguments: String, shell: String = "sh", shim: SendeventShim = .toybox, node: String = "node"
  ) throws -> (events: [String], outcome: Programs.Outcome) {
    try install("sendevent", shim.script(sending: #"echo "$2 $3 $4" >>sent; echo "$1" >>nodes"#))
    let outcome = try Touchreel.run(
      shell: #"""
        "$@" inject \#(arguments) --format sendevent -o touch.sh --force 2>warnings || { cat warnings >&2; exit 1; }
        cat warnings >&2; PATH="$PWD:$PATH" \#(shell) touch.sh \#(node)
        """#, in: folder.url)
    let text = try? String(contentsOf: folder.url.appendingPathComponent("sent"), encoding: .utf8)
    return ((text ?? "").split(separator: "\n").map(String.init), outcome)
  }

  /// `dump` of the same, in the same words.
  private func recorded(_ file: String) throws -> [String] {
    let events = try Touchreel.succeed(
      "convert", folder.path(file), folder.path("events.log"), "--format", "getevent", "--force")
    _ = events
    let text = try String(contentsOf: folder.url.appendingPathComponent("events.log"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("[") }.map { line in
      let numbers = line.split(separator: "]")[1].split(separator: " ")
      let value = Int32(bitPattern: UInt32(numbers[2], radix: 16) ?? 0)
      return "\(Int(numbers[0], radix: 16) ?? 0) \(Int(numbers[1], radix: 16) ?? 0) \(value)"
    }
  }

  @Test(arguments: SendeventShim.allCases, ["sh", "bash"])
  func `A script sends the recorded events, after it has chosen the first slot`(
    shim: SendeventShim, shell: String
  ) throws {
    let (events, outcome) = try sent("line.evemu --speed 100", shell: shell, shim: shim)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(events == ["3 47 0"] + (try recorded("line.evemu")))
    #expect(events.contains("3 57 -1"))
  }

  @Test func `A script is read as the recording that it was made of`() throws {
    try Touchreel.succeed("inject", folder.path("line.evemu"), "--format", "sendevent", "-o", folder.path("touch.sh"))
    let info = try Touchreel.succeed("info", folder.path("touch.sh")).text
    #expect(info.contains(": sendevent, ") && info.contains("Test Screen"), "\(info)")
    #expect(!info.contains("skipped"), "\(info)")
    let lines = try recorded("touch.sh")
    #expect(try lines == recorded("line.evemu"))
  }

  @Test func `The device is found by its name`() throws {
    try install(
      "getevent",
      """
      #!/bin/sh
      [ "$1" = -pl ] || exit 1
      printf 'add device 1: /dev/input/event9\\n  name:     "Other"\\n'
      printf 'add device 2: %s/node\\n  name:     "Test Screen"\\n  events:\\n    KEY (0001): BTN_TOUCH\\n' "$PWD"
      printf 'add device 3: /dev/input/event7\\n  name:     "Test Screen"\\n'
      """)
    let (_, outcome) = try sent("line.evemu --speed 100", node: "")
    #expect(outcome.status == 0, "\(outcome)")
    let nodes = try String(contentsOf: folder.url.appendingPathComponent("nodes"), encoding: .utf8)
    #expect(Set(nodes.split(separator: "\n").map(String.init)) == [folder.path("node")])
  }

  @Test func `A name is no command`() throws {
    let name = #"'; touch broken; ' $(touch broken) `touch broken` " \"#
    _ = try folder.write(Recorded.line.replacing("N: Test Screen", with: "N: \(name)"), to: "line.evemu")
    let (events, outcome) = try sent("line.evemu --speed 100", node: "")
    #expect(outcome.status == 1 && outcome.errors.contains("no input device is called \(name); pass its node"))
    #expect(events.isEmpty && !FileManager.default.fileExists(atPath: folder.path("broken")))
  }

  @Test func `A part of the recording on another device`() throws {
    // The touch goes from 300 to 490 of 1000 in x between 0.2 s and 0.4 s, y is 100 of 500: on 2064 × 2832 units.
    let (events, outcome) = try sent("line.evemu --target remarkable-pro-touch --from 0.2 --to 0.4 --speed 100")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains("Elan touch input: not replayed: it has no BTN_TOUCH"), "\(outcome)")
    // 2064 · 0.29 = 598.6 and 2832 · 0.2 = 566.4, down before the first frame; 0.3 · 2064 = 619.2.
    #expect(
      events.prefix(9) == [
        "3 47 0", "3 47 0", "3 57 7", "3 53 599", "3 54 566", "3 58 127", "0 0 0", "3 53 619", "0 0 0",
      ])
    // 255 / 2 = 127.5.
    #expect(outcome.errors.contains("every touch has ABS_MT_PRESSURE 127, which was not recorded"), "\(outcome)")
    // 0.49 · 2064 = 1011.4; then the finger is lifted.
    #expect(events.suffix(5) == ["3 53 1011", "0 0 0", "3 47 0", "3 57 -1", "0 0 0"])
  }

  /// One touch of `getevent -t`, without a word of its device.
  private static let undescribed = """
    [ 1.000000] 0003 0039 00000007
    [ 1.000000] 0003 0035 00000064
    [ 1.000000] 0003 0036 000000c8
    [ 1.000000] 0000 0000 00000000
    [ 1.050000] 0003 0035 00000065
    [ 1.050000] 0000 0000 00000000
    [ 1.100000] 0003 0039 ffffffff
    [ 1.100000] 0000 0000 00000000

    """

  @Test(arguments: ["--target remarkable-pro-touch", "--rotate 90", "--area 0%,0%,50%,50%"])
  func `Touches of an unknown range are refused on another surface, from files and pipes`(fitting: String) throws {
    _ = try folder.write(Self.undescribed, to: "tap.getevent")
    for input in ["tap.getevent", "- <tap.getevent"] {
      let outcome = try Touchreel.run(
        shell: #""$@" inject --format sendevent \#(fitting) \#(input)"#, in: folder.url)
      #expect(outcome.status == 1 && outcome.text == "", "\(outcome)")
      #expect(outcome.errors.contains("pass --description FILE") && outcome.errors.contains("--range"), "\(outcome)")
    }
  }

  @Test(arguments: ["--range 0,1000,0,1000", "--device-like remarkable-2-touch", "--description screen.txt"])
  func `Once the range is known, a small movement stays small`(known: String) throws {
    _ = try folder.write(Self.undescribed, to: "tap.getevent")
    _ = try folder.write(
      """
      add device 1: /dev/input/event2
        name:     "Screen"
        events:
          ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 0
                      ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
                      ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0

      """, to: "screen.txt")
    let (events, outcome) = try sent("tap.getevent --target remarkable-pro-touch \(known) --speed 100")
    #expect(outcome.status == 0, "\(outcome)")
    let xs = events.filter { $0.hasPrefix("3 53 ") }.compactMap { Int($0.dropFirst(5)) }
    // A unit of 1000 is 2 of 2064; one of the reMarkable's 1403 is 1 or 2.
    #expect(xs.count == 2 && abs(xs[1] - xs[0]) <= 2, "\(events)")
  }

  @Test func `Turned touches stay on the recorded device, if no other is named`() throws {
    let (events, outcome) = try sent("line.evemu --rotate 90 --speed 100")
    #expect(outcome.status == 0, "\(outcome)")
    // The touch goes from (100, 100) to (900, 100) of 1000 x 500 units: clockwise, x is 1000 · (1 − 100/500) = 800, and
    // y goes from 500 · 100/1000 = 50 to 450.
    let steps = events.filter { $0.hasPrefix("3 53 ") || $0.hasPrefix("3 54 ") }
    #expect(steps.first == "3 53 800" && steps.last == "3 54 450", "\(steps)")
    #expect(steps.contains("3 54 50"))
  }

  @Test func `A node that cannot be written to, and none, end the script with a line`() throws {
    let (_, missing) = try sent("line.evemu", node: "")
    #expect(missing.status == 1 && missing.errors.contains("no input device is called Test Screen"), "\(missing)")
    let (events, absent) = try sent("line.evemu", node: "nowhere")
    #expect(
      absent.status == 1 && absent.errors.contains("nowhere: cannot be written to") && events.isEmpty, "\(absent)")
  }

  @Test(arguments: [
    (
      "'\(Fixture.path("pen-and-touch.mcap"))'", 1, "choose one with --devices: 0 TouchReel Display Finger, 1 TouchReel"
    ),
    (
      "'\(Fixture.path("pen-and-touch.mcap"))' --devices Nobody", 1,
      "has no device Nobody; its devices are: 0 TouchReel"
    ),
    ("line.evemu --target nowhere.txt", 1, "built-in devices are: remarkable-1-pen"),
    ("line.evemu --area 900,0,200,100", 1, "--area lies outside of it: x is 0 to 1000, y 0 to 500"),
    ("line.evemu --area 0,0,0,1", 64, "--area"), ("line.evemu --range 5,5,0,1", 64, "--range"),
    ("line.evemu --from 0.5 --to 0.2", 64, "--from is not before --to"),
    ("line.evemu --from 5", 1, "there is nothing to replay"), ("line.evemu --json", 64, "--json has no effect"),
    ("line.evemu --device event0", 64, "--device has no effect on a script"),
    ("keys.evemu --rotate 90", 1, "no device of the recording has positions"),
    ("'\(Fixture.path("protocol-a.mcap"))' --target remarkable-2-touch", 1, "cannot stand in for"),
  ])
  func `What cannot be a script is refused with the reason`(arguments: String, status: Int, message: String) throws {
    _ = try folder.write(
      "# EVEMU 1.3\nN: Keys\nI: 0003 0001 0001 0001\nB: 01 00 00 00 40 00 00 00 00\nE: 0.000001 0001 001e 1\nE: 0.000001 0000 0000 0\n",
      to: "keys.evemu")
    let outcome = try Touchreel.run(shell: #""$@" inject \#(arguments) --format sendevent"#, in: folder.url)
    #expect(Int(outcome.status) == status && outcome.errors.contains(message), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1 || status == 64, "\(outcome)")
  }
}
