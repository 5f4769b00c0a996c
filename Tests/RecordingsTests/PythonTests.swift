import Foundation
import InputEvents
import Testing

/// The `mcap` package of PyPI in a virtual environment, which other tests share and make.
private enum Python {
  static let program: URL? = {
    let folder =
      ProcessInfo.processInfo.environment["TOUCHREEL_PYTHON_ENV"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-python-mcap")
    let program = folder.appendingPathComponent("bin/python")
    do { return try run(program, "import mcap, zstandard").isEmpty ? program : nil } catch { return nil }
  }()

  struct Failed: Error { var status: Int32 }

  static func run(_ program: URL, _ script: String, _ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = program
    process.arguments = ["-c", script] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    return output
  }
}

@Suite(
  .enabled(
    if: Python.program != nil,
    "needs a Python with the packages mcap and zstandard, named by TOUCHREEL_PYTHON_ENV"))
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

  @Test func anyoneReadsTopicsAndFrames() throws {
    let program = try #require(Python.program)
    var gesture = Gesture()
    gesture.frame(1, .x(-7), .y(8))
    gesture.sync(2, .slot(1))
    gesture.tell(.board(Timestamp(microseconds: 3000), #"{"tool":"pen"}"#))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-\(UUID().uuidString).mcap")
    defer { unlink(file.path) }
    try Data(recorded(gesture.told, epochOffset: TimeSpan(seconds: 1))).write(to: file)
    let output = String(decoding: try Python.run(program, Self.script, file.path), as: UTF8.self)
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
}
