import Canvas
import InputEvents
import Recordings
import Replaying
import TouchTracking

/// Any bytes, read as a recording. Whatever they are, reading ends with what can be read or with an error in words; what was read can be
/// written and read again; it can be followed, drawn and saved from damage.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  // An error is one of the two good ends.
  do { try read(bytes) } catch {}
  do { try salvage(bytes) } catch {}
  return 0
}

func read(_ bytes: [UInt8]) throws(RecordingError) {
  let recording = try Recording.open(MemoryBytes(bytes))
  let events = try follow(recording)
  let output = MemoryOutput()
  var writer: any RecordingSink = try RecordingWriter(to: output)
  _ = try writer.copy([recording.makeSource()])
  let again = try follow(Recording.open(MemoryBytes(output.bytes)))
  precondition(again == events, "\(events) events were written and \(again) read")
  for format in [RecordingFormat.evemu, .libinput, .getevent, .raw24] {
    var sink = try FormatSinks.make(format, output: MemoryOutput())
    _ = try sink.copy([recording.makeSource()])
  }
  try draw(recording)
}

/// Follows the touches of all devices.
///
/// - Returns: the number of events.
func follow(_ recording: Recording) throws(RecordingError) -> Int {
  var source = try recording.makeSource()
  var session = TouchSession()
  var entry = RecordingEntry()
  var touches: [TouchEvent] = []
  var count = 0
  while try source.next(into: &entry) {
    let device = DeviceIndex(rawValue: entry.channel.rawValue)
    switch entry.kind {
    case .opening:
      let description = entry.opening.description
      let board = SurfaceMapping.defaultBoard(for: description).size
      let index = session.open(description, mapping: SurfaceMapping(device: description, board: board))
      precondition(index == device, "an opening is out of order")
    case .frame:
      session.handle(entry.frame, from: device, into: &touches)
      count += entry.frame.events.count
    case .sync: session.handleSync(entry.frame, from: device, into: &touches)
    case .board, .note, .attachment: continue
    }
    touches.removeAll(keepingCapacity: true)
  }
  return count
}

func draw(_ recording: Recording) throws(RecordingError) {
  var options = RenderOptions()
  options.size = PixelSize(width: 48, height: 48)
  _ = try Renderer(recording, survey: RecordingSurvey(recording), options: options).picture().picture.composed()
}

func salvage(_ bytes: [UInt8]) throws(RecordingError) {
  let output = MemoryOutput()
  var writer: any RecordingSink = try RecordingWriter(to: output)
  _ = try Recording.open(MemoryBytes(bytes)).salvage(into: &writer)
  _ = try follow(Recording.open(MemoryBytes(output.bytes)))
}
