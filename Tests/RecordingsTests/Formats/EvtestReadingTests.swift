import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct EvtestReadingTests {
  static let session = """
    Input driver version is 1.0.1
    Input device ID: bus 0x3 vendor 0x56a product 0x26 version 0x110
    Input device name: "Wacom "Pro" Finger"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH) state 1
      Event type 3 (EV_ABS)
        Event code 0 (ABS_X)
          Value    333
          Min       -7
          Max      800
          Resolution      12
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min        0
          Max     4095
          Fuzz       1
          Flat       2
    Key repeat handling:
      Repeat type 20 (EV_REP)
        Repeat code 0 (REP_DELAY)
          Value    250
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)
    Event: time 1527639381.053997, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
    Event: time 1527639381.053997, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
    Event: time 1527639381.053997, ++++++++++++++ SYN_MT_REPORT ++++++++++++
    Event: time 1527639381.053997, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
    Event: time 1527639381.053998, -------------- SYN_REPORT ------------
    Event: time 1527639381.053999, -------------- Report Sync ------------

    """

  @Test func `Header and events are read`() throws {
    let reading = try Reading(Self.session)
    let device = try #require(reading.devices.first)
    #expect(reading.format == .evtest)
    #expect(device.name == #"Wacom "Pro" Finger"#)
    #expect(device.identity == DeviceIdentity(bus: 3, vendor: 0x56a, product: 0x26, version: 0x110))
    #expect(device.active == [.key: [.touch]])
    #expect(device.axes[.x] == AbsoluteAxis(minimum: -7, maximum: 800, resolution: 12, value: 333))
    #expect(device.axes[.positionX] == AbsoluteAxis(minimum: 0, maximum: 4095, fuzz: 1, flat: 2))
    #expect(device.codes[.repetition] == [EventCode(rawValue: 0)])
    #expect(device.properties == [.direct])
    #expect(reading.warnings == [])
    // MSC_SCAN is hexadecimal: 0x90001 = 589825.
    #expect(
      reading.lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        == ["3 57 -1", "4 4 589825", "0 2 0", "0 3 0", "0 0 0", "0 0 0"])
    #expect(reading.events.map { $0.time.microseconds % 1_000_000 } == [53997, 53997, 53997, 53997, 53998, 53999])
    #expect(reading.frames.count == 2)
  }

  @Test func `Without a header the device is inferred`() throws {
    let reading = try Reading(
      """
      Event: time 1.000001, type 3 (EV_ABS), code 0 (ABS_X), value 5
      Event: time 1.000001, type 3 (EV_ABS), code 1 (ABS_Y), value
      Event: time 1.000001, -------------- SYN_REPORT ------------
      """)
    #expect(reading.devices.first?.isComplete == false)
    #expect(reading.lines == ["1000001 3 0 5", "1000001 0 0 0"])
    #expect(reading.warnings.contains("line 2: is a malformed event or description: skipped"))
  }

  /// The name is that of the type with the code's number in some builds, and missing in others.
  @Test(arguments: [
    ("++++++++++++++ EV_REL ++++++++++++", 2), ("++++++++++++++ ? ++++++++++++", 2),
    (">>>>>>>>>>>>>> EV_ABS <<<<<<<<<<<<", 3),
    ("-------------- EV_SYN ------------", 0), ("-------------- ? ------------", 0),
    ("-------------- SYN_DROPPED ------------", 3),
    ("-------------- SYN_MT_REPORT ------------", 2), ("-------------- Config Sync ------------", 2),
    ("-------------- Report Sync ------------", 0), ("-------------- SYN_CONFIG ------------", 1),
  ]) func `The ruler says what a synchronization event is`(_ words: String, _ code: UInt16) throws {
    let reading = try Reading("Event: time 10.000000, \(words)\n", as: .evtest)
    #expect(reading.events.map(\.code.rawValue) == [code])
    #expect(!reading.warnings.contains { $0.contains("skipped") })
  }

  @Test func `Frames of a version that names the type alone are read`() throws {
    let session = Self.session.replacing(
      "-------------- SYN_REPORT ------------", with: "-------------- EV_SYN ------------")
    #expect(try Reading(session).frames.count == Reading(Self.session).frames.count)
  }
}
