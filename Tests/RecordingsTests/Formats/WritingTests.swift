import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct WritingTests {
  private static let touch: [ScriptedEntry] = [
    .opening(0, number: 0, ScriptedEntry.screen),
    .frame(0, at: 1_500_007, [(.absolute, .trackingID, 12), (.absolute, .positionX, -5), (.key, .touch, 1)]),
    .frame(0, at: 12_345_678_901_234, [(.absolute, .trackingID, -1)]),
  ]

  @Test func `evemu has a description and an integer of microseconds`() throws {
    let writing = try Writing(Self.touch, as: .evemu)
    // BTN_TOUCH is 0x14a = 330 = 5 · 64 + 10: byte 1, bit 2 of the sixth line. ABS 47 = 5 · 8 + 7, 53 = 6 · 8 + 5, 57 =
    // 7 · 8 + 1.
    #expect(
      writing.text == """
        # EVEMU 1.3
        N: Screen "7"
        I: 0003 0596 0502 0110
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 04 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 20 02
        A: 2f 0 9 0 0 0
        A: 35 -5 4095 1 2 12
        A: 39 0 65535 0 0 0
        E: 1.500007 0003 0039 0012
        E: 1.500007 0003 0035 -005
        E: 1.500007 0001 014a 0001
        E: 1.500007 0000 0000 0000
        E: 12345678.901234 0003 0039 -001
        E: 12345678.901234 0000 0000 0000

        """)
    #expect(writing.losses == [])
  }

  @Test func `evemu says which lights were on`() throws {
    let writing = try Writing([.opening(0, number: 0, ScriptedEntry.pad)], as: .evemu)
    #expect(writing.text.hasSuffix("B: 11 05 00 00 00 00 00 00 00\nL: 00 0\nL: 02 1\n"), "\(writing.text)")
  }

  @Test func `libinput groups the events of a frame`() throws {
    let writing = try Writing(Self.touch, as: .libinput)
    #expect(
      writing.text.hasSuffix(
        """
        devices:
        - node: "/dev/input/event0"
          evdev:
            name: "Screen \\"7\\""
            id: [3, 1430, 1282, 272]
            codes:
              0: [0] # EV_SYN
              1: [330] # EV_KEY
              3: [47, 53, 57] # EV_ABS
            absinfo:
              47: [0, 9, 0, 0, 0]
              53: [-5, 4095, 1, 2, 12]
              57: [0, 65535, 0, 0, 0]
            properties: [1]
          hid: []
          udev:
            properties: []
            virtual: false
          quirks:
          events:
          - evdev:
            - [  1, 500007,   3,  57,      12] # EV_ABS / ABS_MT_TRACKING_ID
            - [  1, 500007,   3,  53,      -5] # EV_ABS / ABS_MT_POSITION_X
            - [  1, 500007,   1, 330,       1] # EV_KEY / BTN_TOUCH
            - [  1, 500007,   0,   0,       0] # ------------ SYN_REPORT ----------
          - evdev:
            - [12345678, 901234,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID
            - [12345678, 901234,   0,   0,       0] # ------------ SYN_REPORT ----------

        """), "\(writing.text)")
  }

  @Test func `getevent names no node for one device`() throws {
    let writing = try Writing(Self.touch, as: .getevent)
    #expect(
      writing.text == """
        add device 1: /dev/input/event0
          bus:      0003
          vendor    0596
          product   0502
          version   0110
          name:     "Screen "7""
          location: ""
          id:       ""
          events:
            SYN (0000): 0000
            KEY (0001): 014a
            ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                        0035  : value 0, min -5, max 4095, fuzz 1, flat 2, resolution 12
                        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
          input props:
            INPUT_PROP_DIRECT
        [       1.500007] 0003 0039 0000000c
        [       1.500007] 0003 0035 fffffffb
        [       1.500007] 0001 014a 00000001
        [       1.500007] 0000 0000 00000000
        [12345678.901234] 0003 0039 ffffffff
        [12345678.901234] 0000 0000 00000000

        """)
    #expect(writing.losses == [])
  }

  @Test func `getevent names the nodes of several devices`() throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.screen), .opening(1, number: 1, ScriptedEntry.pad),
      .frame(1, at: 5, [(.key, EventCode(rawValue: 0x100), 1)]), .frame(0, at: 6, []),
    ]
    #expect(
      try Writing(script, as: .getevent).text == """
        add device 1: /dev/input/event0
          bus:      0003
          vendor    0596
          product   0502
          version   0110
          name:     "Screen "7""
          location: ""
          id:       ""
          events:
            SYN (0000): 0000
            KEY (0001): 014a
            ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                        0035  : value 0, min -5, max 4095, fuzz 1, flat 2, resolution 12
                        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
          input props:
            INPUT_PROP_DIRECT
        add device 2: /dev/input/event9
          bus:      0000
          vendor    0000
          product   0000
          version   0000
          name:     "Pad"
          location: ""
          id:       ""
          events:
            KEY (0001): 0100
            LED (0011): 0000  0002*
          input props:
            <none>
        [       0.000005] /dev/input/event9: 0001 0100 00000001
        [       0.000005] /dev/input/event9: 0000 0000 00000000
        [       0.000006] /dev/input/event0: 0000 0000 00000000

        """)
  }

  @Test func `Raw events are those of the kernel`() throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.screen),
      .frame(0, Frame(events: [InputEvent(at: 258_000_003, .absolute, .positionX, -2)])),
    ]
    // 258 s = 0x102.
    #expect(
      try Writing(script, as: .raw24).bytes == [
        2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x35, 0, 0xfe, 0xff, 0xff, 0xff,
      ])
  }

  @Test(arguments: [RecordingFormat.evemu, .raw24])
  func `A format of one device names the others that speak`(
    _ format: RecordingFormat
  ) throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.screen), .opening(1, number: 1, ScriptedEntry.pad), .frame(0, at: 1, []),
      .frame(1, at: 2, []),
    ]
    #expect(
      throws: FileError(
        file: "out",
        message: "\(format) holds one device, and the recording has events of device 0 (Screen \"7\") and of device 1 "
          + "(Pad)",
        advice: .pickDevice(0))
    ) { try Writing(script, as: format) }
  }

  @Test(arguments: [RecordingFormat.evemu, .raw24])
  func `The device that speaks is the one of the file`(
    _ format: RecordingFormat
  ) throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.pad), .opening(1, number: 1, ScriptedEntry.screen),
      .frame(1, at: 2_000_000, [(.key, .touch, 1)]),
    ]
    let writing = try Writing(script, as: format)
    #expect(writing.losses.contains("a device without events is left out"))
    #expect(try writing.read(as: format).lines == ["2000000 1 330 1", "2000000 0 0 0"])
  }

  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap })
  func `The state at the start is written in the first frame`(
    _ format: RecordingFormat
  ) throws {
    var device = ScriptedEntry.screen
    device.slots = [[:], [.trackingID: 7, .positionX: 44], [.trackingID: -1, .positionX: 9]]
    device.active = [.key: [.touch]]
    let script: [ScriptedEntry] = [.opening(0, number: 0, device), .frame(0, at: 9, [(.absolute, .positionX, 45)])]
    // What the empty slot 2 holds is written after its identity, so that it begins no contact. The current slot is 0
    // again.
    let writing = try Writing(script, as: format)
    #expect(
      try writing.read(as: format).lines == [
        "9 3 47 1", "9 3 57 7", "9 3 53 44", "9 3 47 2", "9 3 57 -1", "9 3 53 9", "9 3 47 0", "9 1 330 1", "9 3 53 45",
        "9 0 0 0",
      ])
    #expect(writing.losses.last == Self.stateInEvents)
  }

  private static let stateInEvents = "the state at the start became events of the first frame; mcap keeps it apart"

  /// A screen on which BTN_TOUCH is down at x = 333, with a light and a switch that are on.
  private static let touched: DeviceDescription = {
    var device = ScriptedEntry.screen
    device.axes[.x] = AbsoluteAxis(minimum: 0, maximum: 800, value: 333)
    for type in [EventType.led, .switches] { device.codes[type] = [EventCode(rawValue: 3)] }
    device.active = [.key: [.touch], .led: [EventCode(rawValue: 3)], .switches: [EventCode(rawValue: 3)]]
    return device
  }()

  @Test(arguments: [nil, 0, 1] as [Int32?])
  func `getevent tells the state at the start in its description`(_ key: Int32?) throws {
    let change: [(EventType, EventCode, Int32)] = key.map { [(.key, .touch, $0)] } ?? [(.absolute, .x, 334)]
    let writing = try Writing([.opening(0, number: 0, Self.touched), .frame(0, at: 9, change)], as: .getevent)
    let reading = try writing.read(as: .getevent)
    #expect(reading.devices.first?.axes[.x]?.value == 333 && reading.devices.first?.active == Self.touched.active)
    #expect(reading.lines == [key.map { "9 1 330 \($0)" } ?? "9 3 0 334", "9 0 0 0"])
    #expect(writing.losses == [])
  }

  @Test func `evemu tells lights and switches that are on, announced or not`() throws {
    var device = ScriptedEntry.pad
    device.active = [.led: [EventCode(rawValue: 2), EventCode(rawValue: 5)], .switches: [EventCode(rawValue: 1)]]
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, device), .frame(0, at: 9, [(.key, EventCode(rawValue: 0x100), 1)]),
    ]
    let writing = try Writing(script, as: .evemu)
    let reading = try writing.read(as: .evemu)
    #expect(reading.devices.first?.active == device.active && reading.devices.first?.codes[.led]?.count == 2)
    #expect(writing.losses == [])
  }

  @Test(arguments: [RecordingFormat.evemu, .libinput, .raw24])
  func `A state at the start that became events is reported`(_ format: RecordingFormat) throws {
    let script: [ScriptedEntry] = [.opening(0, number: 0, Self.touched), .frame(0, at: 9, [(.absolute, .x, 334)])]
    let writing = try Writing(script, as: format)
    let lights = format == .evemu ? [] : ["9 5 3 1", "9 17 3 1"]
    #expect(try writing.read(as: format).lines == ["9 3 0 333", "9 1 330 1"] + lights + ["9 3 0 334", "9 0 0 0"])
    #expect(writing.losses.last == Self.stateInEvents)
  }

  /// getevent lists only what is announced.
  @Test(arguments: [RecordingFormat.libinput, .raw24, .getevent])
  func `Lights alone are left out, and reported`(_ format: RecordingFormat) throws {
    var device = ScriptedEntry.pad
    device.active = [.led: [EventCode(rawValue: format == .getevent ? 5 : 2)]]
    let writing = try Writing([.opening(0, number: 0, device), .frame(0, at: 9, [])], as: format)
    #expect(try writing.read(as: format).lines == ["9 0 0 0"])
    #expect(writing.losses.last == "lights and switches that were on at the start are left out")
  }

  @Test(arguments: [RecordingFormat.evemu, .libinput, .getevent])
  func `A state of which no event tells is reported`(_ format: RecordingFormat) throws {
    let loss = "the state at the start is left out, since no event follows it"
    let writing = try Writing([.opening(0, number: 0, Self.touched)], as: format)
    #expect(writing.losses == (format == .getevent ? [] : [loss]))
    var device = ScriptedEntry.screen
    device.slots = [[.trackingID: 7]]
    #expect(try Writing([.opening(0, number: 0, device)], as: format).losses == [loss])
    device.slots = [[.trackingID: -1]]
    #expect(try Writing([.opening(0, number: 0, device)], as: format).losses == [])
  }

  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap })
  func `An axis at rest adds no frame`(
    _ format: RecordingFormat
  ) throws {
    var device = ScriptedEntry.screen
    device.axes[.positionX]?.value = 17
    device.slots = [[.trackingID: -1]]
    let script: [ScriptedEntry] = [.opening(0, number: 0, device), .frame(0, at: 9, [])]
    #expect(try Writing(script, as: format).read(as: format).lines == ["9 0 0 0"])
  }

  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap })
  func `What the format cannot hold is reported`(
    _ format: RecordingFormat
  ) throws {
    var script = Self.touch
    let time = Timestamp(nanoseconds: 2_000_000_001)
    script += [.sync(0, Frame(events: [.report(at: time)])), .note(time, "{}"), .note(time, "{}"), .board(time, "{}")]
    script.append(.frame(0, Frame(events: [.report(at: time)])))
    script.append(.frame(0, Frame(events: [.report(at: Timestamp(nanoseconds: -5000))])))
    let writing = try Writing(script, as: format)
    #expect(
      writing.losses.suffix(5) == [
        "a device's state after an overflow is left out", "a note is left out (2 times)",
        "a command to the board is left out", "a time was rounded down to microseconds",
        "a time before zero became zero",
      ])
    #expect(try writing.read(as: format).lines.suffix(2) == ["2000000 0 0 0", "0 0 0 0"])
  }

  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap })
  func `Fingers are lifted where the device was plugged in again`(_ format: RecordingFormat) throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.screen),
      .frame(0, at: 5, [(.absolute, .slot, 1), (.absolute, .trackingID, 3), (.key, .touch, 1)]),
      .opening(1, number: 0, ScriptedEntry.screen), .frame(1, at: 9, [(.absolute, .trackingID, 4)]),
    ]
    let writing = try Writing(script, as: format)
    #expect(
      try writing.read(as: format).lines == [
        "5 3 47 1", "5 3 57 3", "5 1 330 1", "5 0 0 0", "5 3 57 -1", "5 3 47 0", "5 1 330 0", "5 0 0 0",
        "9 3 57 4", "9 0 0 0",
      ])
    #expect(writing.losses.last == "that the device was plugged in again is left out: its fingers and keys are lifted")
  }

  @Test(arguments: [RecordingFormat.libinput, .getevent])
  func `A device that comes later is a device of its own`(
    _ format: RecordingFormat
  ) throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.screen), .frame(0, at: 5, [(.absolute, .trackingID, 3)]),
      .opening(1, number: 1, ScriptedEntry.pad), .frame(1, at: 6, [(.key, .touch, 1)]), .frame(0, at: 7, []),
    ]
    let reading = try Writing(script, as: format).read(as: format)
    #expect(reading.channelLines == ["0: 5 3 57 3", "0: 5 0 0 0", "1: 6 1 330 1", "1: 6 0 0 0", "0: 7 0 0 0"])
    #expect(reading.devices.map(\.name).last == "Pad")
  }

  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap })
  func `A frame before its device is an error`(_ format: RecordingFormat) throws {
    let damage = FileError(
      file: "out", message: "a frame came before its device was opened; the recording is damaged")
    #expect(throws: damage) { try Writing([ScriptedEntry.frame(0, at: 5, [])], as: format) }
  }

  @Test(arguments: [RecordingFormat.evtest, .raw16, .hexdump, .chromeos])
  func `Other formats are refused`(
    _ format: RecordingFormat
  ) throws {
    #expect(
      throws: FileError(
        file: "out",
        message: "\(format) is read but not written; choose one of mcap, evemu, libinput, getevent, raw24")
    ) { try Writing([ScriptedEntry](), as: format) }
  }

  @Test func `Text of a device is escaped for YAML`() throws {
    var device = ScriptedEntry.screen
    device.name = "a\"\\\n\u{1}\u{7f}\u{85}é🖊\u{2028}"
    device.udev = ["ID_X": "a: [b #c"]
    let writing = try Writing([.opening(0, number: 0, device)], as: .libinput)
    #expect(writing.text.contains(#"name: "a\"\\\u000a\u0001\u007f\u0085é🖊\u2028""#), "\(writing.text)")
    let again = try #require(try writing.read(as: .libinput).devices.first)
    #expect(again.name == device.name)
    #expect(again.udev == device.udev)
  }
}

extension InputEvent {
  fileprivate init(at microseconds: Int64, _ type: EventType, _ code: EventCode, _ value: Int32) {
    self.init(time: Timestamp(microseconds: microseconds), type: type, code: code, value: value)
  }
}
