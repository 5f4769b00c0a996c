import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct LibinputReadingTests {
  static let head = """
    # libinput record
    version: 1
    ndevices: 1
    libinput:
      version: "1.28.903"
    devices:
    - node: /dev/input/event15
      evdev:
        # Name: Wacom
        name: "Wacom \\"Pro\\": Finger"
        id: [3, 1386, 855, 272]
        codes:
          0: [0, 1, 2] # EV_SYN
          1: [330] # EV_KEY
          3: [0, 47, 53] # EV_ABS
        absinfo:
          0: [0, 4095, 1, 2, 40]
          47: [0, 9, 0, 0, 0]
          53: [-5, 4095, 0, 0, 0]
        properties: [1]
      hid: [
        0x05, 0x01,
        0xc0
      ]
      udev:
        properties:
        - ID_INPUT=1
        - LIBINPUT_DEVICE_GROUP=3/56a/357:usb=0
        virtual: false
      quirks:
      events:

    """

  @Test func `The device is described`() throws {
    let reading = try Reading(Self.head)
    let device = try #require(reading.devices.first)
    #expect(reading.format == .libinput)
    #expect(device.node == "/dev/input/event15")
    #expect(device.name == #"Wacom "Pro": Finger"#)
    #expect(device.identity == DeviceIdentity(bus: 3, vendor: 1386, product: 855, version: 272))
    #expect(device.codes[.key] == [.touch])
    #expect(device.codes[.synchronization]?.count == 3)
    #expect(device.axes[.x] == AbsoluteAxis(minimum: 0, maximum: 4095, fuzz: 1, flat: 2, resolution: 40))
    #expect(device.axes[.positionX] == AbsoluteAxis(minimum: -5, maximum: 4095))
    #expect(device.properties == [.direct])
    #expect(device.udev == ["ID_INPUT": "1", "LIBINPUT_DEVICE_GROUP": "3/56a/357:usb=0"])
    #expect(device.isComplete)
    #expect(reading.warnings == [])
    #expect(reading.frames == [])
  }

  static let written = """
      # Current time is 14:03:24
      - evdev:
        - [  0,      0,   3,  53,     -14] # EV_ABS / ABS_MT_POSITION_X     -14 (+14)
    # Touch device in neutral state
        - [  0,      1,   1, 330,       2] # EV_KEY
        - [  0,      1,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
      - evdev:
        - [  1, 999999,   0,   0,       1]

    """
  static let expected = ["0 3 53 -14", "1 1 330 2", "1 0 0 0", "1999999 0 0 1"]

  @Test(arguments: [
    written,
    "  - evdev: [[0, 0, 3, 53, -14], [0,1,1,330,2], [0,1,0,0,0]]\n  - evdev: [[1, 999999, 0, 0, 1]]\n",
    "  - evdev:\n    - [0, 0, 3, 53, -14]\n    - [0, 1, 1, 330,\n       2] # cut\n    - [0,1,0,0,0]\n    - [1,999999,0,0,1]\n",
    """
      - evdev:
        - - 0
          - 0
          - 3
          - 53
          - -14
        - - 0
          - 1
          - 1
          - 330
          - 2
        - - 0
          - 1
          - 0
          - 0
          - 0
      - evdev:
        - - 1
          - 999999
          - 0
          - 0
          - 1

    """,
    "  - {\"evdev\": [[0, 0, 3, 53, -14], [0,1,1,330,2], [0,1,0,0,0], [1, 999999, 0, 0, 1]]}\n",
    written.replacing("\n", with: "\r\n"),
  ]) func `Events are read however YAML is written`(_ events: String) throws {
    let reading = try Reading(Self.head + events)
    #expect(reading.lines == Self.expected)
    #expect(reading.warnings == [])
    #expect(!reading.isTruncated)
  }

  private static func changed(_ text: String, _ front: (Int) -> String) -> String {
    let lines = text.split(separator: "\n" as Character, omittingEmptySubsequences: false)
    return lines.map { line -> String in
      let blanks = line.prefix { $0 == " " }.count
      return front(blanks) + line.dropFirst(blanks)
    }.joined(separator: "\n")
  }

  @Test(arguments: [TextSample.libinput.text, head + written])
  func `Without indentation, and with tabs, the same is read from files and pipes`(_ text: String) throws {
    let whole = try Reading(text)
    for changed in [Self.changed(text) { _ in "" }, Self.changed(text) { String(repeating: "\t", count: $0 / 2) }] {
      let reading = try Reading(changed)
      #expect(reading.lines == whole.lines)
      #expect(reading.devices == whole.devices)
      #expect(reading.warnings == whole.warnings)
      #expect(!reading.isTruncated)
      let bytes = Array(changed.utf8)
      #expect(Outcome(PieceBytes(bytes, seed: 3)).said == Outcome(MemoryBytes(bytes, name: "in")).said)
    }
  }

  @Test func `Several devices without indentation are told apart`() throws {
    let text = Self.changed(TextSample.libinput.text.replacing("ndevices: 1", with: "ndevices: 2")) { _ in "" }
    let second = text.suffix(from: try #require(text.firstRange(of: "- node:")).lowerBound)
    let reading = try Reading(text + second.replacing("Screen", with: "Other"))
    #expect(reading.devices.map(\.name) == ["Screen", "Other"])
    #expect(reading.lines.count == 16)
    #expect(reading.warnings == [])
  }

  @Test(arguments: ["null", "[]", "~", ""])
  func `A device may have no events`(_ none: String) throws {
    let text = Self.head.replacing("  events:\n", with: "  events: \(none)\n")
    let reading = try Reading(text)
    #expect(reading.frames == [])
    #expect(!reading.isTruncated)
  }

  @Test func `What is not of the kernel is ignored and reported`() throws {
    let reading = try Reading(
      Self.head + """
          - libinput:
            - {time: 0.00, type: POINTER_MOTION, delta: [1.00, 2.00, 3, 4, 5]}
          - hid:
              hidraw1: [0x01, 0x02, 0x03, 0x04, 0x05]
          - evdev:
            - [  0,      5,   0,   0,       0]

        """)
    #expect(reading.lines == ["5 0 0 0"])
    #expect(reading.warnings.map { $0.drop { $0 != ":" } }.count == 2)
    #expect(reading.warnings.allSatisfy { $0.contains("is not kept") })
  }

  @Test func `Several devices are merged by time each in its own order`() throws {
    let reading = try Reading(
      """
      # libinput record
      version: 1
      ndevices: 3
      devices:
      - node: /dev/input/event1
        evdev:
          name: "one"
          codes:
            1: [330]
        events:
        - evdev:
          - [  0,     10,   0,   0,       0]
        - evdev:
          - [  0,     30,   0,   0,       0]
          - [  0,     20,   0,   0,       0]
      - node: /dev/input/event2
        evdev:
          name: "two"
          codes:
            1: [330]
        events: null
      - node: /dev/input/event3
        evdev:
          name: "three"
          codes:
            1: [330]
        events:
        - evdev:
          - [  0,     10,   0,   0,       1]
          - [  0,     25,   1, 330,       1]
          - [  0,     26,   0,   0,       0]

      """)
    #expect(reading.devices.map(\.name) == ["one", "two", "three"])
    #expect(
      reading.channelLines == [
        "0: 10 0 0 0", "2: 10 0 0 1", "2: 25 1 330 1", "2: 26 0 0 0", "0: 30 0 0 0", "0: 20 0 0 0",
      ])
    #expect(!reading.isTruncated)
  }

  @Test func `The keys of a device may come in any order`() throws {
    let reading = try Reading(
      """
      devices:
        - events:
            - evdev:
                - [0, 5, 0, 0, 0]
          evdev:
            name: sorted otherwise
            codes: {1: [330]}
          node: /dev/input/event9
      version: 1
      """)
    #expect(reading.lines == ["5 0 0 0"])
    #expect(reading.devices.first?.name == "sorted otherwise")
    #expect(reading.devices.first?.node == "/dev/input/event9")
  }

  @Test func `A file that is cut is read up to the cut`() throws {
    let reading = try Reading(Self.head + "  - evdev:\n    - [0, 1, 3, 53, 7]\n    - [0, 1, 3, 54, 1")
    #expect(reading.lines == ["1 3 53 7"])
    #expect(reading.isTruncated)
    #expect(reading.warnings.contains { $0.contains("truncated inside its last event") })
  }

  @Test func `Lists that are no events are skipped and reported`() throws {
    let reading = try Reading(
      Self.head + """
          - evdev:
            - [0, 1, 3, 53, 99999999999]
            - [0, 1, 3, 53]
            - [0, 1000000, 3, 53, 5]
            - [0, 1, 3, 53, 5, 6]
            - [99999999999999999999999999, 1, 3, 53, 5]
            - [-1, 1, 3, 53, 5]
            - [0, 2, 0, 0, 0]

        """)
    #expect(reading.lines == ["2 0 0 0"])
    #expect(reading.warnings.count == 1)
    #expect(reading.warnings.first?.hasSuffix("list is not an event: skipped (6 times)") == true)
  }

  @Test func `Another version is refused`() throws {
    let error = #expect(throws: FileError.self) {
      try Reading(Self.head.replacing("version: 1\n", with: "version: 2\n"))
    }
    #expect(error?.description == "paste:2: is version 2 of libinput's recordings; touchreel reads version 1")
  }

  @Test func `Aliases are refused and the device is inferred`() throws {
    let bomb = """
      devices:
      - node: &a [1, 2, 3]
        evdev: [*a, *a, *a]
        events:
        - evdev:
          - [0, 1, 3, 53, 5]
          - [0, 2, 0, 0, 0]

      """
    let reading = try Reading(bomb)
    #expect(reading.lines == ["1 3 53 5", "2 0 0 0"])
    #expect(reading.warnings.contains { $0.contains("aliases") })
    #expect(reading.devices.first?.isComplete == false)
  }
}
