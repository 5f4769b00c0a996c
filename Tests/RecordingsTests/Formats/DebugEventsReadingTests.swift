import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct DebugEventsReadingTests {
  @Test func `Touches are read in hundredths of a millimetre`() throws {
    let reading = try Reading(TextSample.debug.text)
    let device = try #require(reading.devices.first)
    #expect(reading.format == .debugEvents)
    #expect(device.name == "Screen" && device.node == "/dev/input/event7" && device.kind == .touchscreen)
    // 1.00 mm are 10 %: the screen is 10 mm wide.
    #expect(device.axes[.positionX] == AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 100))
    #expect(reading.lines == TextSample.debugLines)
    #expect(reading.warnings.count == 1 && reading.warnings[0].hasPrefix("debug-events prints touches as libinput"))
  }

  @Test func `Pointers, keys and pens are counted and left out`() throws {
    let others = """
      -event2   DEVICE_ADDED     Power Button                      seat0 default group1  cap:k
      -event16  POINTER_MOTION   +0.622s\t  0.00/ -2.11 ( +0.00/ -8.20)
      -event2   KEYBOARD_KEY     +0.700s\tKEY_POWER (116) pressed
      -event9   TABLET_TOOL_AXIS +0.800s\t156.48*/85.04*\tpressure: 0.12*

      """
    let reading = try Reading(others + TextSample.debug.text)
    #expect(reading.devices.map(\.name) == ["Screen"])
    #expect(
      reading.warnings.last
        == "3 lines of pointers, keys, gestures or pens left out: of debug-events, only touches are read")
  }

  @Test func `A touch that is cancelled becomes a palm and ends`() throws {
    let reading = try Reading(
      """
       event7   TOUCH_DOWN               +0.000s\t2 (2) 50.00/50.00 (100.00/50.00mm)
       event7   TOUCH_FRAME              +0.000s
       event7   TOUCH_MOTION           5 +0.010s\t2 (2) 51.00/50.00 (102.00/50.00mm)
       event7   TOUCH_CANCEL             +0.020s\t2 (2)
       event7   TOUCH_FRAME              +0.020s
       event7   TOUCH_DOWN               +0.030s\t2 (2) 50.00/50.00 (100.00/50.00mm)
       event7   TOUCH_FRAME              +0.030s

      """)
    #expect(
      reading.lines == [
        "0 3 47 2", "0 3 57 0", "0 1 330 1", "0 3 53 10000", "0 3 54 5000", "0 0 0 0", "10000 3 53 10200",
        "10000 3 54 5000", "10000 0 0 0", "20000 3 55 2", "20000 0 0 0", "20000 3 57 -1", "20000 1 330 0",
        "20000 0 0 0", "30000 3 57 1", "30000 3 55 0", "30000 1 330 1", "30000 3 53 10000", "30000 3 54 5000",
        "30000 0 0 0",
      ])
  }

  @Test(arguments: [true, false])
  func `A device that is removed and added again is opened again`(hasFrameLines: Bool) throws {
    let text = """
      -event7   DEVICE_ADDED            Screen    seat0 default group1  cap:t  size 341x192mm ntouches 10
       event7   TOUCH_DOWN              +1.000s\t0 (0)  2.93/10.42 (10.00/20.00mm)
       event7   TOUCH_FRAME             +1.000s
      -event7   DEVICE_REMOVED          Screen    seat0 default group1  cap:t  size 341x192mm ntouches 10
      -event7   DEVICE_ADDED            Screen    seat0 default group1  cap:t  size 341x192mm ntouches 10
       event7   TOUCH_DOWN              +9.000s\t1 (1)  2.93/10.42 (10.00/20.00mm)
       event7   TOUCH_FRAME             +9.000s
       event7   TOUCH_UP                +9.100s\t1 (1)
       event7   TOUCH_FRAME             +9.100s
      """
    let lines = text.split(separator: "\n").filter { hasFrameLines || !$0.contains("TOUCH_FRAME") }
    let reading = try Reading(lines.joined(separator: "\n") + "\n")
    #expect(reading.entries.map(\.opening?.number) == [0, nil, 0, nil, nil])
    #expect(reading.devices.map(\.name) == ["Screen", "Screen"] && !reading.isTruncated)
    #expect(
      reading.channelLines == [
        "0: 1000000 3 57 0", "0: 1000000 1 330 1", "0: 1000000 3 53 1000", "0: 1000000 3 54 2000", "0: 1000000 0 0 0",
        "1: 9000000 3 47 1", "1: 9000000 3 57 0", "1: 9000000 1 330 1", "1: 9000000 3 53 1000", "1: 9000000 3 54 2000",
        "1: 9000000 0 0 0", "1: 9100000 3 57 -1", "1: 9100000 1 330 0", "1: 9100000 0 0 0",
      ])
  }

  /// Before 2020 the lines of an end had no slot.
  @Test func `Touches that end without a slot have ended once all have`() throws {
    let reading = try Reading(
      """
      -event7   TOUCH_DOWN       +0.000s\t0 (0) 50.00/50.00 (100.00/50.00mm)
       event7   TOUCH_DOWN       +0.000s\t1 (1) 60.00/50.00 (120.00/50.00mm)
       event7   TOUCH_FRAME      +0.000s
       event7   TOUCH_UP         +0.010s
       event7   TOUCH_FRAME      +0.010s
       event7   TOUCH_UP         +0.020s
       event7   TOUCH_FRAME      +0.020s

      """)
    #expect(reading.frames.count == 3)
    #expect(
      reading.frames.last?.events.map(\.line) == [
        "20000 3 47 0", "20000 3 57 -1", "20000 3 47 1", "20000 3 57 -1", "20000 1 330 0", "20000 0 0 0",
      ])
  }

  @Test func `Positions without millimetres are percentages`() throws {
    let reading = try Reading(
      " event7   TOUCH_DOWN  +0.000s\t0 (0) 50.00/25.50 ( 0.00/ 0.00mm)\n event7   TOUCH_FRAME  +0.000s\n")
    #expect(reading.devices.first?.axes[.positionX] == AbsoluteAxis(minimum: 0, maximum: 10_000))
    #expect(reading.lines.contains("0 3 53 5000") && reading.lines.contains("0 3 54 2550"))
  }

  @Test func `Without lines for frames, a frame ends where the time changes`() throws {
    let text = TextSample.debug.text.split(separator: "\n").filter { !$0.contains("TOUCH_FRAME") }
    let reading = try Reading(text.joined(separator: "\n") + "\n")
    #expect(reading.lines == TextSample.debugLines)
    #expect(!reading.isTruncated)
    #expect(reading.warnings.contains("touches have no TOUCH_FRAME lines: a frame ends where the time changes"))
  }

  @Test func `Without the column of millimetres positions are percentages`() throws {
    let bare = " event7   TOUCH_DOWN  +0.000s\t0 (0) 50.00/25.5\n event7   TOUCH_FRAME  +0.000s\n"
    #expect(try Reading(bare).lines.contains("0 3 54 2550"))
    let added = "-event7  DEVICE_ADDED  Screen   seat0 default group9  cap:t  size 200x100mm ntouches 10\n"
    let reading = try Reading(added + bare)
    #expect(reading.lines.contains("0 3 53 10000") && reading.lines.contains("0 3 54 2550"))
    #expect(reading.devices.first?.axes[.positionX]?.resolution == 100)
    let unit = " event7   TOUCH_DOWN  +0.000s\t0 (0) 50.00/25.50 (100.00/25.50)\n event7   TOUCH_FRAME  +0.000s\n"
    #expect(try Reading(unit).lines.contains("0 3 53 10000"))
  }

  @Test func `A cancel is said to be a palm`() throws {
    let text = TextSample.debug.text.replacing("TOUCH_UP    ", with: "TOUCH_CANCEL")
    #expect(
      try Reading(text).warnings.contains("1 cancelled touch ends as a palm, since events have no word for a cancel"))
  }

  @Test func `A log of pointer events alone is an error that says so`() throws {
    let text = "-event16  POINTER_MOTION   +0.622s\t  0.00/ -2.11 ( +0.00/ -8.20)\n"
    let error = #expect(throws: FileError.self) { _ = try Reading(text + text) }
    #expect(error?.description.contains("is of libinput debug-events and has no touches: events of pointers") == true)
    #expect(Outcome(PieceBytes(Array(text.utf8), seed: 1)).said.first?.contains("has no touches") == true)
  }
}
