import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct PythonEvdevReadingTests {
  @Test func `Times are decimal numbers, of as many digits as they take`() throws {
    let reading = try Reading(
      """
      Listening for events (press ctrl-c to exit) ...
      time 1522193888.012784 type 3 (EV_ABS), code 57   (ABS_MT_TRACKING_ID), value 7011
      time 1522193888.5      type 3 (EV_ABS), code 53   (ABS_MT_POSITION_X), value 1502
      time 1522193888.0127838 type 1 (EV_KEY), code 330  (['BTN_TOUCH']), value 1
      time 1522193888.9999996 +++++++++++++ SYN_MT_REPORT +++++++++++++
      time 1522193889.1      !!!!!!!!!!!!! SYN_DROPPED !!!!!!!!!!!!!
      time 5e-05             --------- SYN_REPORT --------

      """)
    #expect(reading.format == .pythonEvdev)
    #expect(
      reading.lines == [
        "1522193888012784 3 57 7011", "1522193888500000 3 53 1502", "1522193888012784 1 330 1",
        "1522193889000000 0 2 0", "1522193889100000 0 3 0", "50 0 0 0",
      ])
    #expect(reading.warnings.count == 1)
  }

  @Test(arguments: [
    "event at 1337197425.477827, code 57, type 03, val -1\nevent at 1337197425.477827, code 00, type 00, val 00\n",
    "InputEvent(1337197425, 477827, 3, 57, -1)\nInputEvent(1337197425, 477827, 0, 0, 0)\n",
    "InputEvent(1337197425L, 477827L, 3, 57, -1L)\nSynEvent(InputEvent(1337197425L, 477827L, 0, 0, 0L))\n",
    "got event at 1337197425.477827, code 57, type 03, val -1\nsynchronization event at 1337197425.477827, SYN_REPORT\n",
  ]) func `Events that a program printed are read`(_ text: String) throws {
    let reading = try Reading(text)
    #expect(reading.format == .pythonEvdev)
    #expect(reading.lines == ["1337197425477827 3 57 -1", "1337197425477827 0 0 0"])
  }

  @Test func `An event that is printed in two forms is one event`() throws {
    let reading = try Reading(
      """
      event at 1.000000, code 330, type 01, val 01
      key event at 1.000000, 330 (BTN_TOUCH), down
      absolute axis event at 1.000000, ABS_MT_POSITION_X
      event at 1.000000, code 53, type 03, val 100
      event at 1.000000, code 00, type 00, val 00
      synchronization event at 1.000000, SYN_REPORT
      key event at 1.100000, 330 (['BTN_TOUCH']), up
      synchronization event at 1.100000, SYN_REPORT

      """)
    #expect(
      reading.lines == [
        "1000000 1 330 1", "1000000 3 53 100", "1000000 0 0 0", "1100000 1 330 0", "1100000 0 0 0",
      ])
    #expect(reading.warnings.count == 1)
  }

  @Test func `Axes without their values are counted`() throws {
    let reading = try Reading(
      """
      absolute axis event at 1.000000, ABS_X
      absolute axis event at 1.000000, ABS_Y
      synchronization event at 1.000000, SYN_REPORT

      """)
    #expect(reading.lines == ["1000000 0 0 0"])
    #expect(reading.warnings.last?.hasPrefix("2 lines are of an axis without its value") == true)
  }

  @Test func `The device that evtest describes is read`() throws {
    let reading = try Reading(
      """
      Device name: Goodix Capacitive TouchScreen
      Device info: bus: 0018, vendor 0416, product 038f, version 1060
      Repeat settings: repeat 0, delay 0

      Active keys:

      Input properties:
        INPUT_PROP_DIRECT 1

      Device capabilities:
        Type EV_SYN 0:
          Code SYN_REPORT 0
        Type EV_KEY 1:
          Code BTN_LEFT, BTN_MOUSE 272
          Code BTN_TOUCH 330
        Type EV_ABS 3:
          Code ABS_MT_SLOT 47:
            value 0, min 0, max 4, fuzz 0, flat 0, res 0
          Code ABS_MT_POSITION_X 53:
            value 7, min -5, max 4095, fuzz 1, flat 2, res 12

      Listening for events (press ctrl-c to exit) ...
      \(TextSample.python.text)
      """)
    let device = try #require(reading.devices.first)
    #expect(device.isComplete)
    #expect(device.name == "Goodix Capacitive TouchScreen")
    #expect(device.identity == DeviceIdentity(bus: 0x18, vendor: 0x416, product: 0x38f, version: 0x1060))
    #expect(device.properties == [.direct])
    #expect(device.codes[.key] == [EventCode(rawValue: 272), .touch])
    #expect(device.slotCount == 5)
    #expect(
      device.axes[.positionX]
        == AbsoluteAxis(minimum: -5, maximum: 4095, fuzz: 1, flat: 2, resolution: 12, value: 7))
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings == [])
  }

  @Test(arguments: [
    "event at 1.000000, code 57, type 03, val 4294967295", "InputEvent(1, 0, 3, 57, 4294967295)",
    "time 1.0    type 3 (EV_ABS), code 57   (ABS_MT_TRACKING_ID), value 4294967295",
  ]) func `An unsigned value stands for a negative one`(_ line: String) throws {
    #expect(try Reading("\(line)\nevent at 1.000000, code 00, type 00, val 0\n").lines.first == "1000000 3 57 -1")
  }

  @Test func `A list of events is read`() throws {
    let reading = try Reading("[InputEvent(1, 0, 3, 53, 7), InputEvent(1, 0, 0, 0, 0)]\n")
    #expect(reading.lines == ["1000000 3 53 7", "1000000 0 0 0"])
  }
}
