import Foundation
import TestSupport
import Testing

/// What a file of `libinput record` holds besides devices and their events.
struct LibinputLossTests {
  static let recording = """
    # libinput record
    version: 1
    ndevices: 1
    libinput:
      version: "1.22.1"
      git: "unknown"
    system:
      os: "debian:12"
      kernel: "6.1.0-18-amd64"
      dmi: "dmi:bvnLENOVO:pvrThinkPadX1"
    devices:
    - node: /dev/input/event5
      evdev:
        name: "ELAN Touchscreen"
        id: [24, 1267, 9610, 256]
        codes:
          0: [0, 3]
          3: [47, 53, 54, 57]
        absinfo:
          47: [0, 9, 0, 0, 0]
          53: [0, 999, 0, 0, 10]
          54: [0, 999, 0, 0, 10]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      hid: [0x05, 0x0d, 0x09, 0x04]
      udev:
        properties:
        - ID_INPUT_TOUCHSCREEN=1
      quirks:
      - ModelTouchpadVisibleMarker=1
      events:
      - evdev:
        - [  0,      0,   3,  57,       1]
        - [  0,      0,   3,  53,     100]
        - [  0,      0,   3,  54,     100]
        - [  0,      0,   0,   0,       0]
      - libinput:
        - {time: 0.000000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [9.9, 9.9], transformed: [10, 10]}
      - evdev:
        - [  0,   8000,   3,  57,      -1]
        - [  0,   8000,   0,   0,       0]

    """

  @Test func `Is named by what writes the events anew, and only there`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.recording, to: "screen.yml")
    for (command, output) in [("convert", "a.mcap"), ("convert", "a.yml"), ("cut", "b.mcap")] {
      let outcome = try Touchreel.run(command, file, folder.path(output))
      #expect(outcome.status == 0, "\(outcome)")
      for fact in ["HID descriptors", "quirks", "the machine's kernel and model", "libinput's own events"] {
        #expect(outcome.errors.contains(fact), "\(command) \(output): \(outcome.errors)")
      }
    }
    #expect(try Touchreel.run("info", file).errors.isEmpty)
    #expect(try !Touchreel.succeed("info", file).text.contains("left out"))
  }

  @Test func `A file of ours holds nothing besides`() throws {
    let folder = try TemporaryFolder()
    try Touchreel.succeed("convert", Checkout.path("Fixtures/ten-fingers.mcap"), folder.path("a.yml"))
    #expect(try Touchreel.run("convert", folder.path("a.yml"), folder.path("b.yml")).errors.isEmpty)
  }
}
