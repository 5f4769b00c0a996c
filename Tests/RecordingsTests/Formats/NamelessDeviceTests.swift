import ByteStreams
import InputEvents
import RecordingFormats
import Recordings
import Testing

struct NamelessDeviceTests {
  /// libevemu reads no description whose name is empty.
  @Test func `A device without a name gets one in evemu's description`() throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(.evemu, output: output)
    for entry in try Reading("[       1.000001] 0000 0000 00000000\n").entries { try sink.write(entry) }
    try sink.finish()
    let reading = try Reading(MemoryBytes(output.bytes))
    #expect(reading.devices.map(\.name) == ["unknown"])
    #expect(reading.lines == ["1000001 0 0 0"])
  }
}
