import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelRecordings

@Suite(.slow, .enabled(if: Python.isReady, Python.absence))
struct PythonTests {
  private static let script = """
    import struct, sys
    from mcap.reader import make_reader
    with open(sys.argv[1], "rb") as file:
        reader = make_reader(file, validate_crcs=True)
        print(reader.get_header().profile)
        for channel in sorted(reader.get_summary().channels.values(), key=lambda channel: channel.topic):
            print(channel.topic, channel.message_encoding, channel.metadata.get("absinfo", "-"))
        for schema, channel, message in reader.iter_messages():
            if channel.message_encoding == "evdev":
                print(message.publish_time, message.log_time, list(struct.iter_unpack("<HHi", message.data)))
            else:
                print(channel.topic, schema.encoding, message.data.decode())
    """

  @Test func `Anyone reads topics and frames`() throws {
    var gesture = Gesture()
    gesture.frame(1, .x(-7), .y(8))
    gesture.sync(2, .slot(1))
    gesture.add(.board(Timestamp(microseconds: 3000), #"{"tool":"pen"}"#))
    let folder = try TemporaryFolder()
    let file = try folder.write(recorded(gesture.script, epochOffset: TimeSpan(seconds: 1)), to: "gesture.mcap")
    let output = String(decoding: try Python.succeed(["-c", Self.script, file]), as: UTF8.self)
    #expect(
      output == """
        touchreel
        /board json -
        /device/0/events evdev {"47":[0,4,0,0,0,0],"53":[0,1000,0,0,10,0],"54":[0,500,0,0,10,0],"57":[0,65535,0,0,0,0],"58":[0,255,0,0,0,0]}
        /device/0/sync evdev -
        1000000 1001000000 [(3, 53, -7), (3, 54, 8), (0, 0, 0)]
        2000000 1002000000 [(3, 47, 1), (0, 0, 0)]
        /board jsonschema {"tool":"pen"}

        """)
  }

  @Test(arguments: UInt64(0)..<4)
  func `The document's program reads every event's time`(seed: UInt64) throws {
    let document = try Checkout.text("docs/recording-format.md")
    let code = document.components(separatedBy: "```python\n").last
    let program = try #require(code?.components(separatedBy: "```").first)
    var random = SplitMix64(seed: seed)
    let frames = SessionS60(seed: seed, seconds: 3).frames.enumerated().map { index, frame in
      index.isMultiple(of: 5) ? frame : frame.withOwnTimes(goesBack: seed.isMultiple(of: 2), &random)
    }
    let folder = try TemporaryFolder()
    let recording = try recorded([.opening(0, number: 0, SessionS60.device)] + frames.map { .frame(0, $0) })
    let file = try folder.write(recording, to: "own-times.mcap")
    let output = String(decoding: try Python.succeed(["-c", program, file]), as: UTF8.self)
    let expected = frames.flatMap(\.events).map {
      "\($0.time.nanoseconds) \($0.type.rawValue) \($0.code.rawValue) \($0.value)\n"
    }
    #expect(output == expected.joined())
  }

  @Test func `A program that knows nothing of times reads whole frames`() throws {
    var random = SplitMix64(seed: 1)
    let frames = SessionS60(seconds: 1).frames.map { $0.withOwnTimes(&random) }
    let folder = try TemporaryFolder()
    let recording = try recorded([.opening(0, number: 0, SessionS60.device)] + frames.map { .frame(0, $0) })
    let file = try folder.write(recording, to: "own-times.mcap")
    let output = String(decoding: try Python.succeed(["-c", Self.stranger, file]), as: UTF8.self)
    let expected = frames.map { frame in
      let events = frame.events.map { "(\($0.type.rawValue), \($0.code.rawValue), \($0.value))" }
      return "\(frame.events.last?.time.nanoseconds ?? 0) [\(events.joined(separator: ", "))]\n"
    }
    #expect(output == expected.joined())
  }

  /// A program that reads recordings as before there were lists of times.
  private static let stranger = """
    import sys
    import numpy
    from mcap.reader import make_reader
    with open(sys.argv[1], "rb") as file:
        for _, channel, message in make_reader(file, validate_crcs=True).iter_messages():
            if channel.message_encoding == "evdev":
                fields = [("type", "<u2"), ("code", "<u2"), ("value", "<i4")]
                print(message.publish_time, numpy.frombuffer(message.data, fields).tolist())
    """
}
