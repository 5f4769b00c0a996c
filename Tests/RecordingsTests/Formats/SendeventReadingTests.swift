import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct SendeventReadingTests {
  @Test(arguments: [
    "sendevent /dev/input/event1 3 57 4294967295",
    "adb shell sendevent /dev/input/event1 3 57 -1",
    "adb -s 0123abc shell \"sendevent /dev/input/event1 0x03 0x39 0xffffffff\"",
    "    adb shell su -c 'sendevent -- /dev/input/event1 3 57 -1'   # lift",
    "sendevent /dev/input/event1 003 057 0XFFFFFFFF",
    "/system/bin/sendevent /dev/input/event1: 3  57   -1;",
    "shell@phone:/ # sendevent /dev/input/event1 3 57 -1",
    "$ sudo sendevent /dev/input/event1 3 57 -1 && echo done",
    "subprocess.call(['adb', 'shell', 'sendevent', '/dev/input/event1', '3', '57', '-1'])",
    "dev=/dev/input/event1; sendevent $dev 3 57 -1",
    "node=\"/dev/input/event1\"\nid=-1\nsendevent \"${node}\" 3 57 $id",
  ]) func `A command is read however it is written`(_ text: String) throws {
    let reading = try Reading(text + "\nsendevent /dev/input/event1 0 0 0\n")
    #expect(reading.format == .sendevent)
    #expect(reading.lines == ["0 3 57 -1", "0 0 0 0"])
    #expect(reading.devices.map(\.node) == ["/dev/input/event1"])
    #expect(!reading.warnings.contains { $0.contains("skipped") })
  }

  @Test func `Several commands on a line, and several nodes, are read in order`() throws {
    let reading = try Reading(
      """
      sendevent /dev/input/event1 3 53 1 && sendevent /dev/input/event2 1 116 1; sendevent /dev/input/event1 0 0 0
      #sendevent /dev/input/event1 3 53 2
      sendevent /dev/input/event2 0 0 0

      """)
    #expect(reading.channelLines == ["0: 0 3 53 1", "0: 0 0 0 0", "1: 0 1 116 1", "1: 10000 0 0 0"])
  }

  @Test func `Times come from sleeps, else from a step for each frame`() throws {
    func frame(_ between: String) -> String { "sendevent /dev/input/event1 0 0 0\n\(between)" }
    let slept = try Reading(
      frame("sleep 0.02\n") + frame("usleep 1500; sleep .5\n") + frame("time.sleep(0.25)\n") + frame("sleep 1m\n")
        + frame("") + frame("sleep well\n") + frame(""))
    #expect(slept.events.map(\.time.microseconds) == [0, 20_000, 521_500, 771_500, 60_771_500, 60_781_500, 60_791_500])
    #expect(slept.warnings.contains { $0.hasPrefix("the times are those of the script's sleeps") })
    let still = try Reading(frame("") + frame("") + frame(""))
    #expect(still.events.map(\.time.microseconds) == [0, 10_000, 20_000])
    #expect(still.warnings.contains("the script has no sleeps, and so no times: of its frames, each takes 10 ms"))
  }

  @Test func `A sleep may have a unit`() throws {
    let frame = "sendevent /dev/input/event1 0 0 0\n"
    let reading = try Reading(frame + "sleep 100ms\n" + frame + "sleep 0.1s\n" + frame)
    #expect(reading.events.map(\.time.microseconds) == [0, 100_000, 200_000])
  }

  @Test func `Loops are not followed, and that is said`() throws {
    let reading = try Reading(
      "for i in 1 2 3; do\n  sendevent /dev/input/event1 3 53 100\n  sendevent /dev/input/event1 0 0 0\ndone\n")
    #expect(reading.lines == ["0 3 53 100", "0 0 0 0"])
    #expect(reading.warnings.contains { $0.hasPrefix("loops, conditions and functions of a script are not followed") })
  }

  @Test func `A command without its numbers is reported`() throws {
    let reading = try Reading("\(TextSample.sendevent.text)sendevent /dev/input/event2 3 53 $unknown\n")
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings.contains { $0.hasSuffix(": is a malformed event or description: skipped") })
  }

  @Test func `A pause that is out of all bounds does not trap`() throws {
    let text = "sleep 99999999999999999999\nsleep 9000000000\nsleep 9000000000\nsendevent /dev/input/event1 0 0 0\n"
    #expect(try Reading(text).events.count == 1)
  }
}
