import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// A device that is described again behind its events, or another one that is.
struct LaterDescriptionTests {
  private func expectOneAnswer(_ text: String) throws -> Reading {
    let bytes = Array(text.utf8)
    let whole = Outcome(MemoryBytes(bytes, name: "in"))
    let pieces = Outcome(PieceBytes(bytes, seed: 1))
    #expect(pieces.said == whole.said)
    #expect(firstDifference(pieces.script, whole.script) == nil)
    return try Reading(text)
  }

  private func getevent(maximum: Int, name: String = "ts", time: Int) -> String {
    """
    add device 1: /dev/input/event2
      name:     "\(name)"
      events:
        ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    0035  : value 0, min 0, max \(maximum), fuzz 0, flat 0, resolution 0
                    0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    [  \(time).000001] /dev/input/event2: 0003 0039 00000001
    [  \(time).000001] /dev/input/event2: 0003 0035 00000100
    [  \(time).000001] /dev/input/event2: 0000 0000 00000000

    """
  }

  @Test func `A node that is described otherwise behind its events is opened again`() throws {
    let reading = try expectOneAnswer(getevent(maximum: 999, time: 10) + getevent(maximum: 1999, time: 20))
    #expect(reading.devices.map { $0.axes[.positionX]?.maximum } == [999, 1999])
    #expect(reading.entries.compactMap(\.opening?.number) == [0, 0])
    #expect(reading.channelLines.map { $0.first } == ["0", "0", "0", "1", "1", "1"] && reading.warnings.isEmpty)
  }

  @Test func `A node that is described in the same way goes on`() throws {
    let reading = try expectOneAnswer(getevent(maximum: 999, time: 10) + getevent(maximum: 999, time: 20))
    #expect(reading.devices.count == 1 && reading.events.count == 6 && reading.warnings.isEmpty)
  }

  @Test func `Events without a node are of what was described last`() throws {
    let second = getevent(maximum: 1999, time: 20).replacing("event2", with: "event3")
    let text = (getevent(maximum: 999, time: 10) + second).replacing(/\] \/dev\/input\/event\d:/, with: "]")
    let reading = try expectOneAnswer(text)
    #expect(reading.devices.map { $0.axes[.positionX]?.maximum } == [999, 1999])
    #expect(reading.channelLines.map { $0.first } == ["0", "0", "0", "1", "1", "1"] && reading.warnings.isEmpty)
  }

  @Test func `A description behind all events is the device's own`() throws {
    for text in [evemu("ts", maximum: 999, time: 10), evtest("ts", maximum: 999, time: 10)] {
      let isEvent = { (line: Substring) in line.hasPrefix("E:") || line.hasPrefix("Event: ") }
      let lines = text.split(separator: "\n")
      let turned = lines.filter(isEvent) + lines.filter { !isEvent($0) }
      let reading = try Reading(turned.joined(separator: "\n") + "\n")
      #expect(reading.devices.map { $0.axes[.positionX]?.maximum } == [999] && reading.warnings.isEmpty)
    }
  }

  private func evemu(_ name: String, maximum: Int, time: Int) -> String {
    """
    # EVEMU 1.3
    N: \(name)
    I: 0018 0000 0000 0000
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 20 02
    A: 2f 0 9 0 0 0
    A: 35 0 \(maximum) 0 0 0
    A: 39 0 65535 0 0 0
    E: \(time).000001 0003 0039 0001
    E: \(time).000001 0003 0035 0100
    E: \(time).000001 0000 0000 0000

    """
  }

  private func evtest(_ name: String, maximum: Int, time: Int) -> String {
    """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x0
    Input device name: "\(name)"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min        0
          Max     \(maximum)
    Testing ... (interrupt to exit)
    Event: time \(time).000001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 100
    Event: time \(time).000001, -------------- SYN_REPORT ------------

    """
  }

  @Test func `Another device of a text that has one is said, and the first one's ranges stay`() throws {
    for (text, line, count) in [
      (evemu("ts", maximum: 999, time: 10) + evemu("pad", maximum: 1999, time: 20), 15, 3),
      (evtest("ts", maximum: 999, time: 10) + evtest("pad", maximum: 1999, time: 20), 18, 2),
      (evtest("ts", maximum: 999, time: 10) + evtest("ts", maximum: 1999, time: 20), 18, 2),
    ] {
      let warning =
        "line \(line): another device is described behind the first events: the \(count) events that follow are read as "
        + "events of the first; cut the text there to have both"
      let reading = try expectOneAnswer(text)
      #expect(reading.devices.map { $0.axes[.positionX]?.maximum } == [999])
      #expect(reading.warnings.contains(warning), "\(reading.warnings)")
    }
  }

  @Test func `The same device once more is not worth a word`() throws {
    for text in [
      evemu("ts", maximum: 999, time: 10) + evemu("ts", maximum: 999, time: 20),
      evtest("ts", maximum: 999, time: 10) + evtest("ts", maximum: 999, time: 20),
    ] {
      let reading = try expectOneAnswer(text)
      #expect(reading.warnings.isEmpty && reading.frames.count == 2, "\(reading.warnings)")
    }
  }
}
