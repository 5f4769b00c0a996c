import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct GeteventReadingTests {
  /// Two devices, one of them described in full.
  static let session = """
    add device 1: /dev/input/event4
      name:     "fts"
      events:
        KEY (0001): 0066  014a* 0145
        ABS (0003): 0035  : value 7, min 0, max 1079, fuzz 1, flat 2, resolution 3
    add device 2: /dev/input/event2
      name:     "gpio keys"
    [       1.000001] /dev/input/event4: EV_ABS       ABS_MT_POSITION_X    00000001
    [       1.000001] /dev/input/event2: EV_KEY       KEY_POWER            DOWN
    [       1.000002] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
    [       1.000003] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
    [       1.000004] /dev/input/event4: 0003 0035 ffffffff
    [       1.000004] /dev/input/event4: 0000 0000 00000000 rate 3

    """

  @Test func `Labels and numbers mean the same`() throws {
    let labels = try Reading(
      """
      [   52032.679748] EV_ABS       ABS_MT_TRACKING_ID   FFFFFFFF            
      [   52032.679748] EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM        
      [   52032.679748] EV_KEY       BTN_TOUCH            DOWN                
      [   52032.679749] EV_KEY       BTN_TOUCH            REPEAT              
      [   52032.679749] EV_KEY       BTN_TOUCH            UP                  
      [   52032.679749] EV_SYN       SYN_REPORT           00000000             rate 81
      """)
    let numbers = try Reading(
      """
      [   52032.679748] 0003 0039 ffffffff
      [   52032.679748] 0003 0037 00000002
      [   52032.679748] 0001 014a 00000001
      [   52032.679749] 0001 014a 00000002
      [   52032.679749] 0001 014a 00000000
      [   52032.679749] 0000 0000 00000000 rate 81
      """)
    #expect(labels.format == .getevent)
    #expect(labels.lines == numbers.lines)
    #expect(
      numbers.lines == [
        "52032679748 3 57 -1", "52032679748 3 55 2", "52032679748 1 330 1", "52032679749 1 330 2",
        "52032679749 1 330 0",
        "52032679749 0 0 0",
      ])
    #expect(labels.warnings.count == 1, "only that nothing describes the device")
  }

  @Test func `Labels that were cut are recognised by their beginning`() throws {
    // KEY_BRIGHTNESS_TOGGLE has 21 characters.
    let reading = try Reading(
      """
      [ 1.000000] EV_KEY       KEY_BRIGHTNESS_TOGGL DOWN
      [ 1.000000] EV_KEY       02fe                 UP
      [ 1.000000] EV_KEY       NO_SUCH_KEY          UP
      [ 1.000000] EV_SYN       SYN_REPORT           00000000
      """)
    #expect(reading.lines == ["1000000 1 431 1", "1000000 1 766 0", "1000000 0 0 0"])
    #expect(reading.warnings.contains("line 3: is a malformed event or description: skipped"))
  }

  @Test func `A time is read anew behind a line that was skipped`() throws {
    let reading = try Reading(
      """
      [       1.000001] 0003 0035 00000001
      [       2.000002] 0003 0035 broken
      [       2.000002] 0003 0035 00000002
      3-000003: 0003 0035 00000003
      [       2.000002] 0000 0000 00000000
      """)
    #expect(reading.lines == ["1000001 3 53 1", "2000002 3 53 2", "3000003 3 53 3", "2000002 0 0 0"])
  }

  @Test func `Without times each frame takes a millisecond`() throws {
    let reading = try Reading(
      """
      0003 0035 00000001
      0000 0000 00000000
      0003 0035 00000002
      0000 0000 00000000
      """)
    #expect(reading.lines == ["0 3 53 1", "0 0 0 0", "1000 3 53 2", "1000 0 0 0"])
    #expect(reading.warnings.contains { $0.contains("each frame takes 1 ms") })
  }

  @Test func `Each node is a channel and its frames stay whole`() throws {
    let reading = try Reading(
      """
      $ getevent -t
      add device 1: /dev/input/event4
        name:     "gpio keys"
      could not get driver version for /dev/input/mice, Not a typewriter
      add device 2: /dev/input/event2
        name:     "fts"
      [       1.000001] /dev/input/event2: 0003 0035 00000001
      [       1.000001] /dev/input/event4: 0001 0074 00000001
      [       1.000002] /dev/input/event2: 0000 0000 00000000
      [       1.000003] /dev/input/event4: 0000 0000 00000000
      """)
    // What is only listed is a device once it sends events.
    #expect(reading.devices.map(\.name) == ["fts", "gpio keys"])
    #expect(reading.devices.map(\.node) == ["/dev/input/event2", "/dev/input/event4"])
    #expect(
      reading.channelLines == ["0: 1000001 3 53 1", "0: 1000002 0 0 0", "1: 1000001 1 116 1", "1: 1000003 0 0 0"])
    #expect(reading.devices.allSatisfy { !$0.isComplete })
  }

  @Test func `A device that is plugged in again is a new opening`() throws {
    let reading = try Reading(
      """
      [ 1.0] /dev/input/event2: 0000 0000 00000000
      remove device 1: /dev/input/event2
      add device 2: /dev/input/event2
      [ 2.0] /dev/input/event2: 0000 0000 00000000
      """)
    #expect(reading.entries.map { $0.frame == nil } == [true, false, true, false])
    #expect(reading.entries.map(\.opening?.number) == [0, nil, 0, nil])
    #expect(reading.channelLines == ["0: 1000000 0 0 0", "1: 2000000 0 0 0"])
  }

  @Test func `Openings are numbered in their order also where a device that is named earlier opens later`() throws {
    let text = """
      [ 1.0] /dev/input/event2: 0000 0000 00000000
      remove device 1: /dev/input/event2
      add device 2: /dev/input/event2
      [ 2.0] /dev/input/event3: 0001 014a 00000001
      [ 2.0] /dev/input/event3: 0000 0000 00000000
      [ 3.0] /dev/input/event2: 0000 0000 00000000
      """
    let reading = try Reading(text)
    let openings = reading.entries.filter { $0.opening != nil }
    #expect(openings.map(\.channel?.rawValue) == [0, 1, 2])
    #expect(openings.map(\.opening?.number) == [0, 1, 0])
    #expect(
      reading.channelLines == ["0: 1000000 0 0 0", "1: 2000000 1 330 1", "1: 2000000 0 0 0", "2: 3000000 0 0 0"])
  }

  @Test(arguments: [
    """
        KEY (0001): 0066  014a* 0145
                    0074
        ABS (0003): 0035  : value 7, min 0, max 1079, fuzz 1, flat 2, resolution 3
                    0036  : value 0, min -1, max 1919, fuzz 0, flat 0, resolution 0
    """,
    """
        KEY (0001): KEY_HOME              BTN_TOUCH*            BTN_TOOL_FINGER
                    KEY_POWER
        ABS (0003): ABS_MT_POSITION_X     : value 7, min 0, max 1079, fuzz 1, flat 2, resolution 3
                    ABS_MT_POSITION_Y     : value 0, min -1, max 1919, fuzz 0, flat 0, resolution 0
    """,
  ]) func `Descriptions are read`(_ events: String) throws {
    let reading = try Reading(
      """
      add device 1: /dev/input/event4
        bus:      0018
        vendor    04f3
        product   0001
        version   0100
        name:     "fts"
        location: "i2c"
        id:       ""
        version:  1.0.1
        events:
      \(events)
        input props:
          INPUT_PROP_DIRECT
      [ 5.000000] 0000 0000 00000000
      """)
    let device = try #require(reading.devices.first)
    #expect(device.name == "fts")
    #expect(device.phys == "i2c")
    #expect(device.identity == DeviceIdentity(bus: 0x18, vendor: 0x4f3, product: 1, version: 0x100))
    #expect(device.codes[.key] == [.touch, .toolFinger, EventCode(rawValue: 102), EventCode(rawValue: 116)])
    #expect(device.active == [.key: [.touch]])
    #expect(
      device.axes[.positionX]
        == AbsoluteAxis(minimum: 0, maximum: 1079, fuzz: 1, flat: 2, resolution: 3, value: 7))
    #expect(device.axes[.positionY] == AbsoluteAxis(minimum: -1, maximum: 1919))
    #expect(device.properties == [.direct])
    #expect(device.isComplete)
    #expect(reading.warnings == [])
    #expect(reading.channelLines == ["0: 5000000 0 0 0"])
  }

  @Test func `Indented lines of no meaning are counted`() throws {
    let reading = try Reading(
      """
      add device 1: /dev/input/event2
        name:     "fts"
        and this is what I did:
      /dev/input/event2: 0003 0035 00000001
        /dev/input/event2: 0003 0035 zzz
        swipe up
      /dev/input/event2: 0000 0000 00000000

      """)
    #expect(reading.lines == ["0 3 53 1", "0 0 0 0"])
    #expect(reading.warnings.contains { $0.hasSuffix(": is not an event: skipped (2 times)") })
    #expect(reading.warnings.contains { $0.hasSuffix(": is a malformed event or description: skipped") })
  }

  @Test func `The rate behind a report is no text`() throws {
    let text = TextSample.getevent.text.replacing("0000 0000 00000000", with: "0000 0000 00000000 rate 60")
    let reading = try Reading(text)
    #expect(reading.lines == TextSample.lines)
    #expect(!reading.warnings.contains { $0.contains("skipped") })
  }

  @Test(arguments: [TextSample.getevent, .labelled])
  func `The event behind a damaged one of the same line is read, wherever they meet`(_ sample: TextSample) throws {
    let lines = sample.text.split(separator: "\n").map(String.init)
    for length in 1...lines[4].count {
      let joined = lines[..<4] + ["\(lines[4].prefix(length))\(lines[5])"] + lines[6...]
      let reading = try Reading(joined.joined(separator: "\n") + "\n", as: .getevent)
      var expected = sample.lines
      if length < lines[4].count { expected.remove(at: 4) }
      #expect(reading.lines == expected, "\(length): \(reading.warnings)")
      #expect(length == lines[4].count || reading.warnings.contains { $0.contains("skipped") }, "\(length)")
    }
  }
}
