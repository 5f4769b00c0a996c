import Testing
import TouchReelByteStreams
import TouchReelRecordings

/// Events of one format behind a description of another.
struct ForeignEventTests {
  private static let descriptions = [
    """
    # EVEMU 1.3
    N: Screen
    I: 0018 04f3 2c82 0100
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 3712 0 0 0
    A: 36 0 2000 0 0 0

    """,
    """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x4f3 product 0x2c82 version 0x100
    Input device name: "Screen"
    Supported events:
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value 0
          Min 0
          Max 3712
    Properties:

    """,
    LibinputReadingTests.head,
    String(LibinputReadingTests.head.prefix(upTo: LibinputReadingTests.head.firstRange(of: "  events:")!.lowerBound)),
  ]

  private static let events = [
    """
    05/15/21-14:22:10 DEBUG input event => type: 3 (EV_ABS), code: 53 (ABS_MT_POSITION_X), value: 174, time: 37.584529
    05/15/21-14:22:10 DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 37.584548

    """,
    """
    [   10.000000] EV_ABS       ABS_MT_POSITION_X    00000174
    [   10.000000] EV_SYN       SYN_REPORT           00000000

    """,
  ]

  @Test(arguments: descriptions, events)
  func `Events that are all of another format are an error that names it`(_ description: String, _ events: String)
    throws
  {
    let error = #expect(throws: FileError.self) { _ = try Reading(description + events) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("this line and another one are of ") && text.contains("which has no event"), "\(text)")
  }

  @Test(arguments: events)
  func `Events of another format among a text's own are named`(_ events: String) throws {
    let own = Self.descriptions[0] + "E: 1.000000 0003 0035 100\nE: 1.000000 0000 0000 0\n"
    let reading = try Reading(own + events)
    #expect(reading.lines.count == 2)
    #expect(reading.warnings.contains { $0.contains(": is of ") && $0.hasSuffix("skipped (2 times)") })
  }

  @Test func `A sentence is of no format`() throws {
    let reading = try Reading(Self.descriptions[0] + "and then it hung\n")
    #expect(reading.lines.isEmpty)
    #expect(reading.warnings.contains { $0.hasSuffix(": is not an event: skipped") })
  }
}
