import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// What programs do wrong with a sink: an error says so, and no file is less than what was written to it.
struct CheckedSinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let frame = RecordingEntry.frame(
    Frame(events: [
      InputEvent(time: Timestamp(microseconds: 1000), type: .absolute, code: .positionX, value: 7),
      .report(at: Timestamp(microseconds: 1000)),
    ]), of: DeviceChannel(rawValue: 0))
  private static let opening = RecordingEntry.opening(
    DeviceOpening(number: 0, description: ScriptedEntry.screen), as: DeviceChannel(rawValue: 0))

  @Test(arguments: FormatSinks.formats)
  func `A file that is committed before its sink is finished does not appear`(format: RecordingFormat) throws {
    let output = try OutputFile(path: FilePath(folder.path("out")))
    var sink = try FormatSinks.make(format, output: output)
    try sink.write(Self.opening)
    try sink.write(Self.frame)
    let error = #expect(throws: FileError.self) { try output.commit() }
    #expect(error?.message.contains("call finish()") == true, "\(String(describing: error))")
    #expect(folder.names.isEmpty)
    try sink.finish()
    try output.commit()
    #expect(folder.names == ["out"])
  }

  @Test(arguments: FormatSinks.formats)
  func `A finished sink takes nothing`(format: RecordingFormat) throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(format, output: output)
    try sink.write(Self.opening)
    try sink.finish()
    let bytes = output.bytes
    #expect(throws: FileError.self) { try sink.write(Self.frame) }
    #expect(throws: FileError.self) { try sink.handOn() }
    #expect(throws: FileError.self) { try sink.finish() }
    #expect(output.bytes == bytes)
  }
}
