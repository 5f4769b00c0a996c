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
}
