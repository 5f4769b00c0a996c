import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Recordings of libinput in JSON with a damaged byte, or with text around them.
struct DamagedJSONTests {
  private static let device = """
    "node": "/dev/input/event2", "evdev": {"name": "Panel", "id": [24, 1267, 1, 256],
    "codes": {"0": [0], "1": [330], "3": [47, 53, 54, 57]},
    "absinfo": {"47": [0, 9, 0, 0, 0], "53": [0, 4095, 0, 0, 16], "54": [0, 4095, 0, 0, 16], "57": [0, 65535, 0, 0, 0]},
    "properties": [1]}
    """
  private static let frames = """
    {"evdev": [[0, 0, 3, 57, 41], [0, 0, 3, 53, 1000], [0, 0, 3, 54, 1100], [0, 0, 0, 0, 0]]},
    {"evdev": [[0, 10007, 3, 53, 1013], [0, 10007, 0, 0, 0]]},
    {"evdev": [[0, 20007, 3, 57, -1], [0, 20007, 0, 0, 0]]}
    """
  private static let text = """
    {"version": 1, "ndevices": 1, "devices": [{\(device), "events": [
    \(frames)]}]}

    """

  /// The eight events, whatever line ends the text has.
  @Test(arguments: [
    ("{\"evdev\": [[0, 10007", "{\"evdev: [[0, 10007"), ("\"57\": [0", "\"57: [0"),
    ("\"events\"", "\n$ adb\n\"events\""),
    ("[0, 10007, 3, 53, 1013], ", "[0, 10007, 3, 53, 1013]; "),
  ])
  func `All events behind damage are read`(_ part: String, _ damaged: String) throws {
    for text in [Self.text, Self.text.replacing("\n", with: " ")] {
      let reading = try Reading(text.replacing(part, with: damaged))
      #expect(reading.events.count == 8, "\(damaged)")
      #expect(reading.warnings.contains { $0.contains("the text is no JSON here: read on behind it") }, "\(damaged)")
      #expect(!reading.isTruncated, "\(damaged)")
    }
  }

  @Test func `Text around the recording is stepped over`() throws {
    let reading = try Reading("Here it is:\n\n\(Self.text)That was all.\n")
    #expect(reading.events.count == 8)
    #expect(reading.warnings.contains { $0.contains("line 1: text before the recording: skipped") })
  }

  @Test func `Where the lines of a text are many, those of warnings are its own`() throws {
    let reading = try Reading(Self.text.replacing("{\"evdev\": [[0, 10007", with: "{\"evdev: [[0, 10007"))
    #expect(reading.warnings.contains { $0.hasPrefix("line 6: the text is no JSON here") })
  }
}
