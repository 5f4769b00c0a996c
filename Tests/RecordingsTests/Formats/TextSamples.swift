import Testing
import TouchReelRecordingFormats
import TouchReelRecordings

/// One touch of three frames in each text format: it begins at (100, 200), moves, and ends.
struct TextSample: CustomTestStringConvertible {
  let format: RecordingFormat
  let text: String
  /// The line behind which other text is put: within the events.
  let middle: String

  var testDescription: String { format.rawValue }

  init(_ format: RecordingFormat, _ text: String, middle: String) {
    self.format = format
    self.text = text
    self.middle = middle
  }

  static let all = [evemu, chromeos, libinput, getevent, labelled, evtest, hexdump, koreader, python, sendevent, debug]

  static let evemu = TextSample(
    .evemu,
    """
    # EVEMU 1.3
    N: Screen
    I: 0018 0001 0002 0100
    P: 02 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 1000 0 0 0
    A: 36 0 1000 0 0 0
    A: 39 0 65535 0 0 0
    \(events)
    """, middle: "E: 1.010000 0003 0035 0300\n")

  static let chromeos = TextSample(
    .chromeos, "# device: Screen\n# absinfo: 53 0 1000 0 0 0\n\(events)\n", middle: "E: 1.010000 0003 0035 0300\n")

  private static let events = """
    E: 1.000000 0003 0039 0001
    E: 1.000000 0003 0035 0100
    E: 1.000000 0003 0036 0200
    E: 1.000000 0000 0000 0000
    E: 1.010000 0003 0035 0300
    E: 1.010000 0000 0000 0000
    E: 1.020000 0003 0039 -001
    E: 1.020000 0000 0000 0000

    """

  static let libinput = TextSample(
    .libinput,
    """
    # libinput record
    version: 1
    ndevices: 1
    libinput:
      version: "1.22.1"
    system:
      os: "debian:12"
      kernel: "6.1.0"
    devices:
    - node: /dev/input/event6
      evdev:
        name: "Screen"
        id: [24, 1, 2, 256]
        codes:
          0: [0] # EV_SYN
          3: [47, 53, 54, 57] # EV_ABS
        absinfo:
          47: [0, 9, 0, 0, 0]
          53: [0, 1000, 0, 0, 0]
          54: [0, 1000, 0, 0, 0]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      hid: []
      udev:
        properties:
        - ID_INPUT=1
      quirks:
      events:
      # Current time is 12:14:31
      - evdev:
        - [  1,      0,   3,  57,       1] # EV_ABS / ABS_MT_TRACKING_ID      1
        - [  1,      0,   3,  53,     100] # EV_ABS / ABS_MT_POSITION_X     100
        - [  1,      0,   3,  54,     200] # EV_ABS / ABS_MT_POSITION_Y     200
        - [  1,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      - evdev:
        - [  1,  10000,   3,  53,     300] # EV_ABS / ABS_MT_POSITION_X     300
        - [  1,  10000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +10ms
      - evdev:
        - [  1,  20000,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID     -1
        - [  1,  20000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +10ms

    """, middle: "ABS_MT_POSITION_X     300\n")

  static let getevent = TextSample(
    .getevent,
    """
    [       1.000000] 0003 0039 00000001
    [       1.000000] 0003 0035 00000064
    [       1.000000] 0003 0036 000000c8
    [       1.000000] 0000 0000 00000000
    [       1.010000] 0003 0035 0000012c
    [       1.010000] 0000 0000 00000000
    [       1.020000] 0003 0039 ffffffff
    [       1.020000] 0000 0000 00000000

    """, middle: "0035 0000012c\n")

  static let labelled = TextSample(
    .getevent,
    """
    [       1.000000] EV_ABS       ABS_MT_TRACKING_ID   00000001
    [       1.000000] EV_ABS       ABS_MT_POSITION_X    00000064
    [       1.000000] EV_ABS       ABS_MT_POSITION_Y    000000c8
    [       1.000000] EV_SYN       SYN_REPORT           00000000
    [       1.010000] EV_ABS       ABS_MT_POSITION_X    0000012c
    [       1.010000] EV_SYN       SYN_REPORT           00000000
    [       1.020000] EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [       1.020000] EV_SYN       SYN_REPORT           00000000

    """, middle: "0000012c\n")

  static let evtest = TextSample(
    .evtest,
    """
    Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 1
    Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 100
    Event: time 1.000000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 200
    Event: time 1.000000, -------------- SYN_REPORT ------------
    Event: time 1.010000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 300
    Event: time 1.010000, -------------- SYN_REPORT ------------
    Event: time 1.020000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
    Event: time 1.020000, -------------- SYN_REPORT ------------

    """, middle: "value 300\n")

  /// `xxd` of eight events of 24 bytes.
  static let hexdump = TextSample(
    .hexdump,
    """
    00000000: 0100 0000 0000 0000 0000 0000 0000 0000  ................
    00000010: 0300 3900 0100 0000 0100 0000 0000 0000  ..9.............
    00000020: 0000 0000 0000 0000 0300 3500 6400 0000  ..........5.d...
    00000030: 0100 0000 0000 0000 0000 0000 0000 0000  ................
    00000040: 0300 3600 c800 0000 0100 0000 0000 0000  ..6.............
    00000050: 0000 0000 0000 0000 0000 0000 0000 0000  ................
    00000060: 0100 0000 0000 0000 1027 0000 0000 0000  .........'......
    00000070: 0300 3500 2c01 0000 0100 0000 0000 0000  ..5.,...........
    00000080: 1027 0000 0000 0000 0000 0000 0000 0000  .'..............
    00000090: 0100 0000 0000 0000 204e 0000 0000 0000  ........ N......
    000000a0: 0300 3900 ffff ffff 0100 0000 0000 0000  ..9.............
    000000b0: 204e 0000 0000 0000 0000 0000 0000 0000   N..............

    """, middle: ".........'......\n")

  static let koreader = TextSample(
    .koreader,
    """
    02/27/25-19:40:02 DEBUG input event => type: 3 (EV_ABS), code: 57 (ABS_MT_TRACKING_ID), value: 1, time: 1.000000
    02/27/25-19:40:02 DEBUG input event => type: 3 (EV_ABS), code: 53 (ABS_MT_POSITION_X), value: 100, time: 1.000000
    02/27/25-19:40:02 DEBUG input event => type: 3 (EV_ABS), code: 54 (ABS_MT_POSITION_Y), value: 200, time: 1.000000
    02/27/25-19:40:02 DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 1.000000
    02/27/25-19:40:02 DEBUG slot 0 in tap state...
    02/27/25-19:40:02 DEBUG input event => type: 3 (EV_ABS), code: 53 (ABS_MT_POSITION_X), value: 300, time: 1.010000
    02/27/25-19:40:02 DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 1.010000
    02/27/25-19:40:02 DEBUG input event => type: 3 (EV_ABS), code: 57 (ABS_MT_TRACKING_ID), value: -1, time: 1.020000
    02/27/25-19:40:02 DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 1.020000

    """, middle: "value: 300, time: 1.010000\n")

  static let python = TextSample(
    .pythonEvdev,
    """
    time 1.0               type 3 (EV_ABS), code 57   (ABS_MT_TRACKING_ID), value 1
    time 1.0               type 3 (EV_ABS), code 53   (ABS_MT_POSITION_X), value 100
    time 1.0               type 3 (EV_ABS), code 54   (ABS_MT_POSITION_Y), value 200
    time 1.0               ------------- SYN_REPORT -------------
    time 1.01              type 3 (EV_ABS), code 53   (ABS_MT_POSITION_X), value 300
    time 1.01              ------------- SYN_REPORT -------------
    time 1.02              type 3 (EV_ABS), code 57   (ABS_MT_TRACKING_ID), value -1
    time 1.02              ------------- SYN_REPORT -------------

    """, middle: "value 300\n")

  static let sendevent = TextSample(
    .sendevent,
    """
    #!/bin/sh
    sleep 1
    adb shell sendevent /dev/input/event2 3 57 1
    adb shell sendevent /dev/input/event2 3 53 100
    adb shell sendevent /dev/input/event2 3 54 200
    adb shell sendevent /dev/input/event2 0 0 0
    sleep 0.01
    adb shell sendevent /dev/input/event2 3 53 300
    adb shell sendevent /dev/input/event2 0 0 0
    sleep 0.01
    adb shell sendevent /dev/input/event2 3 57 4294967295
    adb shell sendevent /dev/input/event2 0 0 0

    """, middle: "3 53 300\n")

  static let debug = TextSample(
    .debugEvents,
    """
    -event7   DEVICE_ADDED     Screen                            seat0 default group9  cap:t  size 10x10mm ntouches 10
    -event7   TOUCH_DOWN       +1.000s\t0 (0) 10.00/20.00 ( 1.00/ 2.00mm)
     event7   TOUCH_FRAME      +1.000s\t
     event7   TOUCH_MOTION     +1.010s\t0 (0) 30.00/20.00 ( 3.00/ 2.00mm)
     event7   TOUCH_FRAME      +1.010s\t
     event7   TOUCH_UP         +1.020s\t0 (0)
     event7   TOUCH_FRAME      +1.020s\t

    """, middle: "30.00/20.00 ( 3.00/ 2.00mm)\n")

  /// What the three frames say, without what debug-events adds: `microseconds type code value`.
  static let lines = [
    "1000000 3 57 1", "1000000 3 53 100", "1000000 3 54 200", "1000000 0 0 0", "1010000 3 53 300", "1010000 0 0 0",
    "1020000 3 57 -1", "1020000 0 0 0",
  ]

  static let debugLines = [
    "1000000 3 57 0", "1000000 1 330 1", "1000000 3 53 100", "1000000 3 54 200", "1000000 0 0 0", "1010000 3 53 300",
    "1010000 3 54 200", "1010000 0 0 0", "1020000 3 57 -1", "1020000 1 330 0", "1020000 0 0 0",
  ]

  var lines: [String] { format == .debugEvents ? Self.debugLines : Self.lines }
}
