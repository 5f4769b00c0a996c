import Foundation
import TestSupport
import Testing

/// One finger on a screen draws a line, as `libinput record` writes it.
private struct RecordedLine {
  var width = 1000
  var height = 500
  /// The facts of udev: `KEY=VALUE`.
  var facts: [String] = []
  /// The way from the device units of a screen of 1000×500 to those that are recorded.
  var place: (_ x: Int, _ y: Int) -> (x: Int, y: Int) = { ($0, $1) }

  var text: String {
    let udev = (["ID_INPUT=1", "ID_INPUT_TOUCHSCREEN=1"] + facts).map { "\n    - \($0)" }.joined()
    return """
      # libinput record
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event5
        evdev:
          name: "Calibrated Screen"
          id: [3, 1, 2, 3]
          codes:
            0: [0]
            1: [330]
            3: [47, 53, 54, 57]
          absinfo:
            47: [0, 9, 0, 0, 0]
            53: [0, \(width), 0, 0, 0]
            54: [0, \(height), 0, 0, 0]
            57: [0, 65535, 0, 0, 0]
          properties: [1]
        udev:
          properties:\(udev)
        events:

      """ + (0...20).map(frame).joined()
  }

  /// A frame of a touch that goes from (100, 50) to (300, 250), then is lifted.
  private func frame(_ number: Int) -> String {
    let (x, y) = place(100 + number * 10, 50 + number * 10)
    var events = number == 20 ? [(3, 57, -1), (1, 330, 0)] : [(3, 53, x), (3, 54, y)]
    if number == 0 { events = [(3, 57, 7), (1, 330, 1)] + events }
    return "  - evdev:\n"
      + (events + [(0, 0, 0)]).map { "    - [0, \(number * 10_000), \($0.0), \($0.1), \($0.2)]\n" }.joined()
  }
}

/// Recordings of calibrated and turned screens.
@Suite(.slow)
struct RecordedSurfaceCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ line: RecordedLine, as name: String) throws -> String { try folder.write(line.text, to: name) }

  private func picture(of file: String, _ options: String = "") throws -> DecodedPicture {
    let out = folder.path("out.png")
    let outcome = try Touchreel.run(shell: #""$@" render '\#(file)' -o '\#(out)' --force \#(options)"#)
    try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    return try DecodedPicture(out)
  }

  private func firstTouch(of file: String, _ options: String = "") throws -> String? {
    let outcome = try Touchreel.run(shell: #""$@" dump --touches '\#(file)' \#(options)"#)
    try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    return outcome.text.split(separator: "\n").first.map(String.init)
  }

  private static let flip = "LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0"

  @Test(arguments: 0..<4)
  func `A recorded calibration or turn draws what the transformed positions draw`(number: Int)
    throws
  {
    let (recorded, transformed): (RecordedLine, RecordedLine) = [
      // x' = 1 − x.
      (RecordedLine(facts: [Self.flip]), RecordedLine { (1000 - $0, $1) }),
      // x' = x / 2 + 1/4, y' = y / 2 + 1/4; the units are even, 1000 / 4 = 250 and 500 / 4 = 125.
      (
        RecordedLine(facts: ["LIBINPUT_CALIBRATION_MATRIX=0.5 0 0.25 0 0.5 0.25"]),
        RecordedLine { ($0 / 2 + 250, $1 / 2 + 125) }
      ),
      // A quarter turn clockwise, by the matrix and by the screen: x' = 1 − y, y' = x, on a screen that stands.
      (
        RecordedLine(facts: ["LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0"]),
        RecordedLine(width: 500, height: 1000) { (500 - $1, $0) }
      ),
      (RecordedLine(facts: ["TOUCHREEL_ROTATION=90"]), RecordedLine(width: 500, height: 1000) { (500 - $1, $0) }),
    ][number]
    let (file, plain) = (try write(recorded, as: "recorded.yml"), try write(transformed, as: "plain.yml"))
    #expect(try picture(of: file).buffer == picture(of: plain).buffer)
    #expect(try firstTouch(of: file) == firstTouch(of: plain))
  }

  @Test func `dump prints positions on the board, and options override what was recorded`() throws {
    let file = try write(RecordedLine(facts: [Self.flip, "TOUCHREEL_ROTATION=180"]), as: "both.yml")
    // (100, 50) is flipped to (900, 50), turned to (100, 450), and 1.92 points a unit: (192, 864).
    #expect(try firstTouch(of: file) == "0.000000 0 touch 0 began slot 0 id 7 x 192 y 864 finger")
    // Without the turn (900, 50): (1728, 96); without the flip (900, 450): (1728, 864).
    #expect(try firstTouch(of: file, "--rotate 0")?.contains("x 1728 y 96 ") == true)
    #expect(try firstTouch(of: file, "--calibration '1 0 0 0 1 0'")?.contains("x 1728 y 864 ") == true)
    let plain = try write(RecordedLine(), as: "plain.yml")
    let stated = try picture(of: file, "--rotate 0 --calibration '1 0 0 0 1 0'")
    #expect(try stated.buffer == picture(of: plain).buffer)
  }

  @Test func `What was recorded stays through conversions and cuts; formats without it say how to state it`() throws {
    let file = try write(RecordedLine(facts: [Self.flip, "TOUCHREEL_ROTATION=90"]), as: "a.yml")
    let steps = [
      "convert a.yml b.mcap --anonymize", "convert b.mcap c.mcap", "cut c.mcap d.mcap --to 1",
      "convert d.mcap e.yml", "cut e.yml f.yml --to 1",
    ]
    for step in steps {
      let outcome = try Touchreel.run(shell: #""$@" \#(step)"#, in: folder.url)
      try #require(outcome.status == 0, "\(step): \(outcome)")
    }
    let expected = try firstTouch(of: file)
    for name in ["b.mcap", "c.mcap", "d.mcap", "e.yml", "f.yml"] {
      #expect(try firstTouch(of: folder.path(name)) == expected, "\(name)")
    }
    for name in ["g.evemu", "g.getevent", "g.raw24"] {
      let outcome = try Touchreel.run("convert", folder.path("c.mcap"), folder.path(name))
      let losses = [
        "LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0 is left out; state it with --calibration",
        "TOUCHREEL_ROTATION=90 is left out; state it with --rotate",
      ]
      for loss in losses { #expect(outcome.errors.contains(loss), "\(name): \(outcome)") }
    }
    let stated = "--calibration='-1 0 1 0 1 0' --rotate 90"
    #expect(try firstTouch(of: folder.path("g.evemu"), stated) == expected)
  }

  @Test func `info shows what was recorded`() throws {
    let file = try write(RecordedLine(facts: [Self.flip, "TOUCHREEL_ROTATION=270"]), as: "a.yml")
    let text = try Touchreel.run("info", file).text
    #expect(text.contains(", calibrated -1 0 1 0 1 0, rotated by 270 degrees, 1 touch"), "\(text)")
    let json = try JSONSerialization.jsonObject(with: Touchreel.run("info", "--json", file).output) as? [String: Any]
    let device = try #require((json?["devices"] as? [[String: Any]])?.first)
    #expect(device["calibration"] as? [Double] == [-1, 0, 1, 0, 1, 0], "\(device)")
    #expect(device["rotation"] as? Int == 270, "\(device)")
  }

  @Test func `A malformed matrix is warned of once, and has no effect`() throws {
    let file = try write(RecordedLine(facts: ["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 x 0"]), as: "bad.yml")
    let warning =
      "LIBINPUT_CALIBRATION_MATRIX of Calibrated Screen is malformed and has no effect; state it with --calibration"
    let out = folder.path("bad.png")
    let commands = [
      "info '\(file)'", "dump --touches '\(file)'", "render '\(file)' -o '\(out)'",
      "convert '\(file)' '\(folder.path("bad.touchreel.json"))'",
    ]
    for arguments in commands {
      let outcome = try Touchreel.run(shell: #""$@" \#(arguments)"#)
      let said = (outcome.errors + outcome.text).components(separatedBy: warning)
      #expect(outcome.status == 0 && said.count == 2 && !said[1].hasPrefix(" ("), "\(arguments): \(outcome)")
    }
    #expect(try DecodedPicture(out).buffer == picture(of: write(RecordedLine(), as: "plain.yml")).buffer)
    let stated = try Touchreel.run("dump", "--touches", file, "--calibration", "1 0 0 0 1 0")
    #expect(stated.errors.isEmpty, "\(stated)")
  }
}
