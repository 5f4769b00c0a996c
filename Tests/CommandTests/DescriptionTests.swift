import Foundation
import TestSupport
import Testing

/// What people have that describes a device, for recordings that do not.
@Suite(.slow)
struct DescriptionTests {
  private let folder: TemporaryFolder
  private let line: String
  private let raw: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
    raw = folder.path("line.raw24")
    try Touchreel.succeed("convert", line, raw)
  }

  /// `getevent -lp` of the device of `line`.
  private static let getevent = """
    add device 1: /dev/input/event2
      name:     "Test Screen"
      events:
        KEY (0001): BTN_TOUCH
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 1, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_Y     : value 0, min 0, max 500, fuzz 0, flat 0, resolution 0
                    ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT

    """

  /// The header that `evtest` prints.
  private static let evtest = """
    Input driver version is 1.0.1
    Input device ID: bus 0x3 vendor 0x1234 product 0x5678 version 0x100
    Input device name: "Test Screen"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH)
      Event type 3 (EV_ABS)
        Event code 47 (ABS_MT_SLOT)
          Value      0
          Min        0
          Max        1
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min        0
          Max     1000
        Event code 54 (ABS_MT_POSITION_Y)
          Value      0
          Min        0
          Max      500
        Event code 57 (ABS_MT_TRACKING_ID)
          Value      0
          Min        0
          Max    65535
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)

    """

  @Test(arguments: ["evemu-describe", "getevent -lp", "evtest", "libinput record", "an MCAP recording"])
  func `Whatever describes the device serves as its description`(kind: String) throws {
    let description = folder.path("description")
    switch kind {
    case "evemu-describe": _ = try folder.write(Recorded.header, to: "description")
    case "getevent -lp": _ = try folder.write(Self.getevent, to: "description")
    case "evtest": _ = try folder.write(Self.evtest, to: "description")
    case "libinput record": try Touchreel.succeed("convert", line, description, "--format", "libinput")
    default: try Touchreel.succeed("convert", line, description, "--format", "mcap")
    }
    try Touchreel.succeed("render", raw, "-o", folder.path("raw.png"), "--description", description)
    try Touchreel.succeed("render", line, "-o", folder.path("line.png"))
    #expect(FileManager.default.contentsEqual(atPath: folder.path("raw.png"), andPath: folder.path("line.png")))
  }

  @Test func `What describes no device is refused in one line`() throws {
    for (name, text) in [
      ("raw.txt", "no recording"), ("events", String(Recorded.line.dropFirst(Recorded.header.count))),
    ] {
      let file = try folder.write(text, to: name)
      let outcome = try Touchreel.run("info", raw, "--description", file)
      #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.errors.hasPrefix("touchreel: \(file): does not describe a device; pass a file of"), "\(outcome)")
    }
  }

  /// `getevent -lp` of devices that are not that of `line`.
  private static let others = [
    "REL (0002): REL_X REL_Y\n    KEY (0001): BTN_LEFT",
    "KEY (0001): BTN_TOUCH BTN_TOOL_PEN\n    ABS (0003): ABS_X : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0\n"
      + "                ABS_Y : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0",
  ]

  @Test(arguments: others)
  func `The description of another device is warned of, as touches are missing`(events: String) throws {
    let text = "add device 1: /dev/input/event2\n  name:     \"Other\"\n  events:\n    \(events)\n"
    _ = try folder.write(text, to: "other.getevent")
    for command in [
      "info line.raw24", "dump --touches line.raw24", "dump --format csv line.raw24", "render line.raw24 -o x.png",
      "convert line.raw24 x.mcap", "convert line.raw24 x.evemu", "cut line.raw24 y.mcap --from 0.1",
      "info - --description other.getevent <line.raw24",
    ] {
      let line = command.replacing(" line", with: " --description other.getevent line")
      let outcome = try Touchreel.run(shell: #""$@" \#(line)"#, in: folder.url)
      let said = (outcome.text + outcome.errors).split(separator: "\n").filter { $0.contains("touches are missing") }
      #expect(outcome.status == 0 && said.count == 1, "\(command) \(outcome)")
      let reason = "ABS_MT_POSITION_Y: is sent, and the device that was passed does not have it (Other, "
      #expect(said.first?.contains(reason) == true, "\(command) \(outcome)")
      #expect(!(outcome.text + outcome.errors).contains("may be another device"), "\(command) \(outcome)")
    }
  }

  @Test func `Touches that a description hides are warned of, and codes that it lacks`() throws {
    let screen = try folder.write(Self.getevent, to: "screen.getevent")
    let single = "E: 0.1 0003 0000 5\nE: 0.1 0003 0001 5\nE: 0.1 0001 014a 1\nE: 0.1 0000 0000 0\n"
    let pressed = single.replacing("0003 0000 5", with: "0003 0018 5").replacing("0003 0001 5", with: "0003 0035 5")
    let touch = try folder.write(pressed, to: "pressure.evemu")
    let position = try folder.write(single, to: "single.evemu")
    let bare = try Touchreel.run("dump", "--touches", position, "--description", screen)
    #expect(bare.status == 0 && bare.errors.contains("no contacts (ABS_MT_POSITION_X) are sent"), "\(bare)")
    let outcome = try Touchreel.run("info", position, "--description", screen)
    #expect(outcome.text.contains("no contacts (ABS_MT_POSITION_X) are sent"), "\(outcome)")
    let pressure = try Touchreel.run("dump", "--touches", touch, "--description", screen)
    #expect(
      pressure.status == 0 && pressure.errors.contains("ABS_PRESSURE: is sent, and the device"), "\(pressure)")
  }
}
