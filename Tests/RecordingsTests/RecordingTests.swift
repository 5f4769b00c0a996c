import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct RecordingTests {
  private var gesture: Gesture {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(1), .y(2))
    gesture.frame(8, .id(-1))
    return gesture
  }

  @Test func `A recording is read any number of times`() throws {
    let recording = try Recording.open(MemoryBytes(try recorded(gesture.script), name: "a.bin"))
    #expect(recording.format == .mcap)
    #expect(recording.name == "a.bin")
    for _ in 0..<3 { #expect(try all(of: recording.makeSource()) == gesture.script) }
  }

  @Test func `What is no recording is refused`() {
    #expect(throws: FileError.self) { try Recording.open(MemoryBytes(Array("hello\n".utf8))) }
    #expect(throws: FileError.self) { try Recording.open(MemoryBytes([])) }
  }

  @Test func `A description that is missing is reported`() throws {
    #expect(try !Recording.open(MemoryBytes(try recorded(gesture.script))).lacksDescription())
    var device = Gesture.screen
    device.isComplete = false
    let undescribed = try recorded(Gesture(on: device).script)
    #expect(try Recording.open(MemoryBytes(undescribed)).lacksDescription())
  }

  @Test func `A file that only describes says what to do`() throws {
    try Recording.open(MemoryBytes(try recorded(gesture.script))).requireEvents()
    let described = try Recording.open(MemoryBytes(try recorded(Gesture().script), name: "pad.mcap"))
    #expect(
      throws: FileError(
        file: "pad.mcap",
        message: "describes a device and has no events", advice: .useAsDescription)
    ) { try described.requireEvents() }
  }

  @Test func `A file and a pipe are opened as what they are`() throws {
    let bytes = try recorded(gesture.script)
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(bytes, to: "recording"))
    #expect(try FileBytes.open(path) is FileBytes)
    #expect(try all(of: Recording.open(path).makeSource()) == gesture.script)
    #expect(try FileBytes.open("/dev/null").isPipe)
  }

  @Test func `A folder is refused`() throws {
    let error = #expect(throws: FileError.self) { try Recording.open("/tmp") }
    #expect(error?.message == "is a directory; name a recording in it")
  }

  @Test func `Everything is bounded`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try MemoryBytes(bytes).everything() == bytes)
    #expect(try MemoryBytes(bytes).everything(limit: 100_000) == bytes)
    #expect(throws: FileError.self) { try MemoryBytes(bytes).everything(limit: 99_999) }
  }

  @Test func `Bad lines of a text are left out and reported`() throws {
    let text = """
      E: 0.000001 0003 0035 10
      E: 0.000001 00!3 0036 11
      E: 0.000001 0000 0000 0

      """
    var sink: any RecordingSink = ScriptSink()
    let report = try Recording.open(MemoryBytes(Array(text.utf8))).salvage(into: &sink)
    #expect(report.frameCount == 1)
    #expect(report.eventCount == 2)
    #expect(report.warnings.contains { $0.hasPrefix("line 2: ") }, "\(report.warnings)")
    #expect(!report.isWhole)
  }

  @Test func `One recording is copied as it is`() throws {
    var sink: any RecordingSink = ScriptSink()
    #expect(try sink.copy([ScriptSource(gesture.script)]) == [])
    #expect((sink as? ScriptSink)?.script == gesture.script)
  }

  @Test func `Several recordings are copied one after the other`() throws {
    var sink: any RecordingSink = ScriptSink()
    _ = try sink.copy(
      [ScriptSource(gesture.script), ScriptSource(gesture.script)],
      joinedBy: Join(pause: TimeSpan(nanoseconds: 2_000_000)))
    var second = Gesture()
    // 8 + 2 ms.
    second.frame(10, .slot(0), .id(1), .x(1), .y(2))
    second.frame(18, .id(-1))
    let moved: [ScriptedEntry] = second.script.map { script in
      switch script {
      case .opening(_, let number, let device): .opening(1, number: number, device)
      case .frame(_, let frame): .frame(1, frame)
      default: script
      }
    }
    #expect((sink as? ScriptSink)?.script == gesture.script + moved)
  }

  @Test func `Progress ends at the end`() throws {
    let script =
      [ScriptedEntry.opening(0, number: 0, SessionS60.device)] + SessionS60(seconds: 20).frames.map { .frame(0, $0) }
    let source = try Recording.open(MemoryBytes(try recorded(script))).makeSource()
    var seen: [Double] = []
    var sink: any RecordingSink = ScriptSink()
    _ = try sink.copy([source]) { seen.append($0) }
    #expect(seen.elementsEqual(seen.sorted()))
    #expect(seen.allSatisfy { (0...1).contains($0) })
    #expect(seen.last ?? 0 > 0.3)
  }

  @Test func `Statistics count events and frames`() throws {
    var statistics = RecordingStatistics()
    for step in gesture.script { statistics.add(step.entry) }
    // Four events and a report, then one and a report.
    #expect(statistics.eventCount == 7)
    #expect(statistics.frameCount == 2)
    #expect(statistics.dropCount == 0)
    #expect(statistics.duration == TimeSpan(nanoseconds: 8_000_000))
    #expect(statistics.devices[0].observedRanges[.trackingID] == -1...1)
    #expect(statistics.devices[0].observedRanges[.positionY] == 2...2)
  }
}
