import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Texts that end inside the description of their device: what is lost is said, and of whole ones nothing is.
struct CutDescriptionTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let format: RecordingFormat
    let text: String
    /// Where a text may end as well: what such programs print without options, or as the first versions did.
    var ends: [String] = []
    /// The lengths before this one say nothing of a device.
    var beginning = 1

    var testDescription: String { "\(format.rawValue): \(text.prefix(24))" }
  }

  private static let labels = """
    add device 1: /dev/input/event2
      name:     "fts"
      events:
        KEY (0001): BTN_TOOL_FINGER       BTN_TOUCH
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 16
                    ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz 0, flat 0, resolution 16
      input props:
        INPUT_PROP_DIRECT

    """

  private static let numbers = """
    add device 1: /dev/input/event2
      bus:      0018
      vendor    03eb
      product   2117
      version   0001
      name:     "Atmel maXTouch"
      location: "i2c"
      id:       ""
      version:  1.0.1
      events:
        KEY (0001): 0066  014a*
        ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 16
      input props:
        <none>
    add device 2: /dev/input/event4
      bus:      0019
      vendor    0001
      product   0001
      version   0100
      name:     "gpio-keys"
      location: "gpio-keys/input0"
      id:       ""
      version:  1.0.1
      events:
        KEY (0001): 0072  0073  0074
      input props:
        INPUT_PROP_DIRECT

    """

  private static let evtest = """
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
          Fuzz       4
          Resolution      10
        Event code 57 (ABS_MT_TRACKING_ID)
          Value      0
          Min        0
          Max    65535
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)

    """

  private static let chromeos = """
    # device: Atmel maXTouch Touchpad
    # bit: 0B 00 00 00
    # key: 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 20 E4
    # rel:
    # abs: 03 00 00 00 00 80 60 02
    # led: 00
    # prp: 05
    # absinfo: 0 0 960 1 2 10
    # absinfo: 1 0 540 0 0 10
    # absinfo: 47 0 9 0 0 0
    # absinfo: 53 0 960 0 0 10
    # absinfo: 54 0 540 0 0 10
    # absinfo: 57 0 65535 0 0 0

    """

  private static let evemu = """
    # EVEMU 1.3
    N: Wacom Finger
    I: 0003 056a 0357 0110
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 00 0 4095 0 0 40
    A: 01 -5 4095 1 2 40
    A: 2f 0 9 0 0 0
    A: 35 0 4095 0 0 40
    A: 36 0 4095 0 0 40
    A: 39 0 65535 0 0 0

    """

  static let samples = [
    Sample(format: .getevent, text: labels, ends: ["\"fts\"", "BTN_TOOL_FINGER", "BTN_TOUCH"]),
    Sample(format: .getevent, text: numbers, ends: ["0066", "014a", "014a*", "<none>"]),
    Sample(format: .evtest, text: evtest), Sample(format: .chromeos, text: chromeos),
    Sample(format: .evemu, text: evemu, beginning: 16),
  ]

  private static let cut = "truncated inside the description of its device"

  @Test(arguments: samples) func `Whatever is lost where a description is cut is said`(_ sample: Sample) throws {
    let whole = try Reading(sample.text, as: sample.format)
    let bytes = Array(sample.text.utf8)
    var count = 0
    for length in sample.beginning..<bytes.count {
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      // What cannot be read is an error, and so not passed over.
      guard let part = try? Reading(text, as: sample.format), part.devices != whole.devices else { continue }
      let end = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !sample.ends.contains(where: { end.hasSuffix($0) }) else { continue }
      let said = part.warnings.filter { $0.contains(Self.cut) || $0.contains("skipped") }
      #expect(!said.isEmpty, "\(length): \(text.suffix(60)): \(part.warnings)")
      let last = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = text.hasSuffix("\n") ? last.count - 1 : last.count
      #expect(said.allSatisfy { $0.hasPrefix("line \(line): ") }, "\(length): \(said)")
      if said.contains(where: { $0.contains(Self.cut) }) { count += 1 }
    }
    #expect(count > 100)
  }

  @Test(arguments: samples) func `A whole description is not called cut, with and without its last line feed`(
    _ sample: Sample
  ) throws {
    for text in [sample.text, String(sample.text.dropLast())] {
      let reading = try Reading(text, as: sample.format)
      #expect(reading.warnings == [] && !reading.isTruncated, "\(reading.warnings)")
    }
  }

  @Test(arguments: [
    "add device 1: /dev/input/event4\n  name:     \"gpio keys\"\nadd device 2: /dev/input/event2\n  name:     \"fts\"",
    "add device 1: /dev/input/event4\nadd device 2: /dev/input/event2",
    "add device 1: /dev/input/event4\n  name:     \"fts\"\n  events:\n"
      + "    ABS (0003): 0035  : value 0, min 0, max 1079, fuzz 0 flat 0",
  ]) func `What getevent prints without descriptions, or printed once, is whole`(text: String) throws {
    for text in [text, text + "\n"] {
      let reading = try Reading(text, as: .getevent)
      #expect(!reading.isTruncated && !reading.warnings.contains { $0.contains("truncated") }, "\(reading.warnings)")
    }
  }

  @Test func `A description with events behind it is not called cut`() throws {
    let reading = try Reading(GeteventReadingTests.session)
    #expect(!reading.isTruncated && !reading.warnings.contains { $0.contains("truncated") }, "\(reading.warnings)")
  }

  @Test func `A file of a description that is cut is said to be`() throws {
    var warnings: [String] = []
    let bytes = Array(Self.evemu.utf8.prefix { $0 != UInt8(ascii: "-") })
    _ = try DescriptionFile.read(MemoryBytes(bytes, name: "cut.desc")) { warnings.append($0) }
    #expect(warnings.contains { $0.contains(Self.cut) }, "\(warnings)")
  }
}
