import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelRecordings

struct SnifferTests {
  @Test(arguments: [
    ("", "paste: is empty; name a recording, or record again"),
    ("\n\n  \n", "paste: is not a recording that touchreel knows"),
    ("Dear diary,\n0003 0035\n", "paste: is not a recording that touchreel knows"),
    (String(repeating: "\0", count: 4800), "paste: is not a recording that touchreel knows"),
  ]) func `What is no recording is refused in one line`(_ text: String, _ message: String) {
    let error = #expect(throws: FileError.self) { try Reading(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("\n") == false)
  }

  @Test func `Garbage is no recording`() {
    for seed in UInt64(1)...20 {
      var random = SplitMix64(seed: seed)
      let bytes = (0..<4800).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(throws: FileError.self, "seed \(seed)") { try Reading(MemoryBytes(bytes)) }
    }
  }

  @Test func `A beginning in UTF-16 is explained`() {
    let error = #expect(throws: FileError.self) { try Reading(MemoryBytes([0xff, 0xfe, 0x5b, 0])) }
    #expect(error?.message.contains("UTF-8") == true)
  }

  @Test(arguments: [
    ([0x1f, 0x8b, 8, 0], "gzip -dc"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], "xz -dc"),
    ([0x28, 0xb5, 0x2f, 0xfd], "zstd -dc"), (Array("BZh91AY".utf8), "bzip2 -dc"),
  ]) func `What is compressed says how to unpack it`(_ head: [UInt8], _ command: String) {
    let bytes = head + (0..<200).map { UInt8($0) }
    let error = #expect(throws: FileError.self) { try Reading(MemoryBytes(bytes)) }
    let advice = "; unpack it first: \(command) FILE > OTHER"
    #expect(error?.message.hasSuffix(advice) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    "D: 0\nR: 4 05 0d 09 04\nN: Screen\nP: usb\nI: 3 0d3a a000\nE: 0000.000000 5 01 10 02 11 03\n",
    "# hid-recorder\nR: 67 \(String(repeating: "05 ", count: 67))\n", "E: 000000.010000 2 01 02\n", "> R: 2 05 0d\n",
  ]) func `What hid-recorder wrote says what to run`(_ text: String) {
    let error = #expect(throws: FileError.self) { try Reading(text) }
    #expect(error?.message.contains("is of hid-recorder") == true && error?.message.contains("hid-replay FILE") == true)
  }

  @Test func `A line of digits in a text does not make it a dump`() throws {
    let hash = "bcf5726e0c7ce7bbbcf5726e0c7ce7bbbcf5726e"
    #expect(try Reading("\(hash)\nE: 0.000001 0000 0000 0000\n").format == .evemu)
    let error = #expect(throws: FileError.self) { try Reading("commit\n\(hash)\n") }
    #expect(error?.message.hasPrefix("is not a recording") == true)
  }

  @Test(arguments: [
    ("E: 0.000001 0000 0000 0000", RecordingFormat.evemu),
    ("# EVEMU 1.2\nN: x\n", .evemu),
    ("# device: x\nE: 0.000001 0000 0000 0000\n", .chromeos),
    ("[    1.000000] 0003 0035 00000001", .getevent),
    ("/dev/input/event2: 0003 0035 00000001", .getevent),
    ("52032-679748: /dev/input/event2: 0003 0035 00000001", .getevent),
    ("EV_SYN       SYN_REPORT           00000000", .getevent),
    ("Event: time 1.000000, -------------- SYN_REPORT ------------", .evtest),
    ("DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 1.000000", .koreader),
    ("time 1.5      ------------- SYN_REPORT -------------", .pythonEvdev),
    ("event at 1337197425.477827, code 04, type 04, val 589841 ", .pythonEvdev),
    ("adb shell sendevent /dev/input/event1 3 57 0 ", .sendevent),
    ("-event7   TOUCH_DOWN       +0.000s\t0 (0) 48.76/47.29 (166.00/ 98.00mm)", .debugEvents),
    ("- evdev:\n  - [0, 0, 0, 0, 0]\n", .libinput),
    ("version: 1\nndevices: 1\n", .libinput),
    ("0000000 e2 80 0b 5b d2 e7 08 00 03 00 39 00 2c 00 00 00 | ...[", .hexdump),
    ("\u{89}MCAP0\r\n", .mcap),
  ]) func `The first line that identifies a format decides`(_ text: String, _ format: RecordingFormat) throws {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try RecordingSniffer.format(of: MemoryBytes(bytes)) == format)
    guard format != .mcap else { return }
    let noise = "\u{feff}# Some notes\r\n\r\n$ cat recording.txt\r\n> "
    #expect(try RecordingSniffer.format(of: MemoryBytes(Array((noise + text).utf8))) == format)
  }
}
