import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct EvemuReadingTests {
  static let description = """
    # EVEMU 1.3
    # Input device name: "Wacom"
    N: Wacom Finger
    I: 0003 056a 0357 0110
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 00 0 4095 0 0 40
    A: 01 -5 4095 1 2
    A: 2f 0 9 0 0 0
    L: 00 1
    S: 05 0

    """

  @Test func `The description is read`() throws {
    let device = try #require(try Reading(Self.description).devices.first)
    #expect(device.name == "Wacom Finger")
    #expect(device.identity == DeviceIdentity(bus: 3, vendor: 0x56a, product: 0x357, version: 0x110))
    #expect(device.properties == [.direct])
    // Byte 41 of the keys' mask holds the codes from 328; its bit 2 is BTN_TOUCH, 330.
    #expect(device.codes[.key] == [.touch])
    // Byte 0: 0 and 1; byte 5, bit 7: 47; byte 6, bits 5 and 6: 53 and 54; byte 7, bit 1: 57.
    #expect(device.codes[.absolute] == [.x, .y, .slot, .positionX, .positionY, .trackingID])
    #expect(device.axes[.x] == AbsoluteAxis(minimum: 0, maximum: 4095, resolution: 40))
    #expect(device.axes[.y] == AbsoluteAxis(minimum: -5, maximum: 4095, fuzz: 1, flat: 2))
    #expect(device.active == [.led: [EventCode(rawValue: 0)]])
    #expect(device.isComplete)
  }

  @Test func `A description alone is a device that never speaks`() throws {
    let reading = try Reading(Self.description)
    #expect(reading.entries.count == 1 && reading.devices.count == 1)
    #expect(!reading.isTruncated)
    #expect(reading.warnings == [])
  }

  @Test func `Microseconds are an integer and values may be padded with zeros`() throws {
    let reading = try Reading(
      """
      E: 0.5 0003 0035 0000	# EV_ABS / ABS_MT_POSITION_X
      E: 1.000001 0003 0039 -001
      E: 1353330426.135240 0003 0036 -2147483648
      E: 1353330426.135240 0000 0000 0001

      """)
    #expect(
      reading.lines == ["5 3 53 0", "1000001 3 57 -1", "1353330426135240 3 54 -2147483648", "1353330426135240 0 0 1"])
  }

  @Test func `Lines that are no events are skipped and reported`() throws {
    let reading = try Reading(
      """
      \u{feff}$ evemu-record /dev/input/event5\r
      > E: 0.000001 0003 0035 0007  \r
      E: 0.000002 0003 0035 99999999999\r
      E: 0.1000000 0003 0035 0001\r
      E: 9223372037.000000 0003 0035 0001\r
      \r
      # a comment\r
      E: 0.000003 0003 0036 0008
      E: 0.000003 0003 0039 0009
      E: 0.000003 0000 0000 0000
      """)
    #expect(reading.format == .evemu)
    #expect(reading.lines == ["1 3 53 7", "3 3 54 8", "3 3 57 9", "3 0 0 0"])
    #expect(
      reading.warnings.dropFirst() == [
        "line 1: is not an event: skipped", "line 3: is a malformed event or description: skipped (3 times)",
      ])
    #expect(!reading.isTruncated)
  }

  @Test func `A recording that is cut inside an event keeps the whole ones`() throws {
    let reading = try Reading("E: 0.000001 0003 0035 0007\nE: 0.000001 0003 0036 00")
    #expect(reading.lines == ["1 3 53 7"])
    #expect(reading.isTruncated)
    #expect(reading.warnings.contains("line 2: the file is truncated inside its last event, which is ignored"))
    #expect(reading.warnings.contains("the recording ends inside a frame"))
  }

  @Test(arguments: ["Wacom-move.events", "Wacom_move.events", "Wacom move.events", "Wacom_move-2.5.events"])
  func `A description is found before a hyphen, an underscore and a blank`(_ recording: String) throws {
    var options = ReadingOptions()
    options.siblings = SiblingFiles(recordingName: recording) { name in
      name == "Wacom.desc" ? MemoryBytes(Array(Self.description.utf8), name: name) : nil
    }
    let reading = try Reading("E: 0.000001 0000 0000 0000\n", as: .evemu, options: options)
    #expect(reading.devices.first?.isComplete == true)
  }

  @Test func `Events alone take the description beside them`() throws {
    var options = ReadingOptions()
    options.siblings = SiblingFiles(recordingName: "Wacom Finger.v1.tap.events") { name in
      name == "Wacom Finger.prop" ? MemoryBytes(Array(Self.description.utf8), name: name) : nil
    }
    let reading = try Reading("E: 0.000001 0000 0000 0000\n", options: options)
    #expect(reading.devices.first?.name == "Wacom Finger")
    #expect(reading.devices.first?.isComplete == true)
    #expect(reading.warnings == ["its device is described by Wacom Finger.prop beside it"])
  }

  @Test func `A description that describes nothing is refused`() throws {
    var options = ReadingOptions()
    options.description = MemoryBytes(Array("E: 0.1 0000 0000 0000\n".utf8), name: "other.desc")
    #expect(throws: FileError.self) { try Reading("E: 0.000001 0000 0000 0000\n", options: options) }
  }

  @Test func `Without a description the device is inferred from its events`() throws {
    let reading = try Reading(
      """
      E: 0.000001 0003 0039 0012
      E: 0.000001 0003 0035 0700
      E: 0.000001 0003 0036 -0003
      E: 0.000001 0001 014a 0001
      E: 0.000001 0000 0000 0000

      """)
    let device = try #require(reading.devices.first)
    #expect(!device.isComplete)
    #expect(device.codes[.key] == [.touch])
    #expect(device.axes[.positionX] == AbsoluteAxis(minimum: 0, maximum: 700))
    #expect(device.axes[.positionY] == AbsoluteAxis(minimum: -3, maximum: 0))
    // Ids without SYN_MT_REPORT mean slots, of which only the first was used.
    #expect(device.contactProtocol == .slots)
    #expect(device.slotCount == 1)
  }

  @Test func `Contacts that end by SYN_MT_REPORT have no slots`() throws {
    let reading = try Reading(
      """
      E: 0.000001 0003 0035 0700
      E: 0.000001 0003 0036 0003
      E: 0.000001 0000 0002 0000
      E: 0.000001 0000 0000 0000

      """)
    #expect(reading.devices.first?.contactProtocol == .anonymous)
  }

  @Test func `A second name of the device is counted, and the first stays`() throws {
    let text = TextSample.evemu.text
    let reading = try Reading(text.replacing("E: 1.010000", with: "N: nothing happened here\nN: Screen\nE: 1.010000"))
    #expect(reading.devices.map(\.name) == ["Screen"])
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings == ["line 14: a second name of the device: skipped (2 times)"])
  }

  @Test func `Which file describes the device is said`() throws {
    var options = ReadingOptions()
    options.siblings = SiblingFiles(recordingName: "Wacom.events") { name in
      name == "Wacom.prop" ? MemoryBytes(Array(Self.description.utf8), name: name) : nil
    }
    let reading = try Reading("E: 0.000001 0000 0000 0000\n", as: .evemu, options: options)
    #expect(reading.warnings == ["its device is described by Wacom.prop beside it"])
  }
}
