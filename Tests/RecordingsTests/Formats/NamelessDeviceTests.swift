import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct NamelessDeviceTests {
  /// A phone's screen: contacts, the tool of a finger, and no ABS_X.
  private static let screen = """
    [     100.000000] EV_ABS       ABS_MT_TRACKING_ID   00000001
    [     100.000000] EV_KEY       BTN_TOUCH            DOWN
    [     100.000000] EV_KEY       BTN_TOOL_FINGER      DOWN
    [     100.000000] EV_ABS       ABS_MT_POSITION_X    00000100
    [     100.000000] EV_ABS       ABS_MT_POSITION_Y    00000100
    [     100.000000] EV_SYN       SYN_REPORT           00000000

    """

  @Test func `A device with contacts and no pointer is a screen, whatever its tool`() throws {
    #expect(try Reading(Self.screen).devices.map(\.kind) == [.touchscreen])
    let pointer = "[     100.000000] EV_ABS       ABS_X    00000100\n[     100.000000] EV_ABS       ABS_Y    00000100\n"
    #expect(try Reading(pointer + Self.screen).devices.map(\.kind) == [.touchpad])
  }

  @Test(arguments: [RecordingFormat.evemu, .libinput, .mcap])
  func `It stays a screen in the formats that describe devices`(_ format: RecordingFormat) throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(format, output: output)
    for entry in try Reading(Self.screen).entries { try sink.write(entry) }
    try sink.finish()
    #expect(try Reading(MemoryBytes(output.bytes)).devices.map(\.kind) == [.touchscreen])
  }

  /// libevemu reads no description whose name is empty.
  @Test func `A device without a name gets one in evemu's description`() throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(.evemu, output: output)
    for entry in try Reading("[       1.000001] 0000 0000 00000000\n").entries { try sink.write(entry) }
    try sink.finish()
    #expect(String(decoding: output.bytes, as: UTF8.self).contains("N: unknown\n"))
    let reading = try Reading(MemoryBytes(output.bytes))
    #expect(reading.devices.map(\.name) == [""])
    #expect(reading.lines == ["1000001 0 0 0"])
  }
}
