import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct KOReaderReadingTests {
  @Test func `Keys and events are read from among the lines of the log`() throws {
    let reading = try Reading(
      """
      ---------------------------------------------
                      launching...
      06/07/24-14:55:39 DEBUG refresh: ui-mode 0 0 1680 1283 false
      06/07/24-14:55:40 DEBUG input event => type: 3 (EV_ABS), code: 47 (ABS_MT_SLOT), value: 0, time: 1717764967.620969
      06/07/24-14:55:40 DEBUG key event => code: 330 (BTN_TOUCH), value: 1, time: 1717764967.620970
      06/07/24-14:55:40 DEBUG input event => type: 4 (EV_MSC), code: 4 (nil), value: 7, time: 1717764967.620971
      06/07/24-14:55:40 DEBUG input event => type: 0 (EV_SYN), code: 2 (SYN_MT_REPORT), value: 0, time: 1717764967.620972
      06/07/24-14:55:40 DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 1717764967.620973
      06/07/24-14:55:40 DEBUG PB event => 31 (EVT_POINTERMOVE), par1: 586, par2: 1126
      06/07/24-14:55:40 WARN  something else

      """)
    #expect(reading.format == .koreader)
    #expect(
      reading.lines == [
        "1717764967620969 3 47 0", "1717764967620970 1 330 1", "1717764967620971 4 4 7", "1717764967620972 0 2 0",
        "1717764967620973 0 0 0",
      ])
    // The log's own lines are no others'.
    #expect(reading.warnings.last == "line 1: is not an event: skipped (2 times)")
  }

  /// Before 2020 types had no names and microseconds no leading zeros.
  @Test func `The lines of older versions are read`() throws {
    let reading = try Reading(
      """
      06/12/18-10:00:01 DEBUG input event => type: 3, code: 53(nil), value: 100, time: 12.5000
      06/12/18-10:00:01 DEBUG key event => type: 1, code: 330(BTN_TOUCH), value: 1, time: 12.50002
      06/12/18-10:00:01 DEBUG input event => type: 0, code: 0(nil), value: 0, time: 12.500003

      """)
    #expect(reading.lines == ["12005000 3 53 100", "12050002 1 330 1", "12500003 0 0 0"])
  }

  @Test func `Events of SDL are none of a touchscreen`() throws {
    let reading = try Reading(
      TextSample.koreader.text + "DEBUG input event => type: 53 (nil), code: 1024, value: table: 0x4, time: 1.020000\n")
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings.count == 1)
  }

  @Test func `A time that is cut at the end is no time`() throws {
    let text = TextSample.koreader.text
    let reading = try Reading(String(text.dropLast(4)))
    #expect(reading.isTruncated)
    #expect(reading.lines == TextSample.lines.dropLast())
  }

  @Test func `A device can be stated`() throws {
    var options = ReadingOptions()
    options.description = MemoryBytes(Array(TextSample.evemu.text.utf8), name: "screen.desc")
    let reading = try Reading(TextSample.koreader.text, options: options)
    #expect(reading.devices.map(\.name) == ["Screen"])
    #expect(reading.devices.first?.axes[.positionX]?.maximum == 1000)
  }

  @Test func `Blanks before the arrow do not matter`() throws {
    let text = TextSample.koreader.text.replacing("input event =>", with: "input event  =>")
    let reading = try Reading(text + "DEBUG key event  =>  code: 330 (BTN_TOUCH), value: 0, time: 1.030000\n")
    #expect(reading.lines == TextSample.lines + ["1030000 1 330 0"])
  }
}
