import ArgumentParser
import SeededCases
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Runs one small workload once, for callgrind to count its instructions.
struct Count: ParsableCommand {
  enum Name: String, ExpressibleByArgument, CaseIterable {
    case ink, whole, point, png, touches, anonymous, evemu, libinput, hexdump, recording, writing, dragging, seeking
  }

  @Argument(help: "The workload.") var name: Name

  func run() throws {
    switch name {
    case .ink:
      let ink = Ink(BenchmarkStroke.all(count: 10, points: 100))
      countedWork { consume(ink.drawLive()) }
    case .whole:
      let ink = Ink(BenchmarkStroke.all(count: 10, points: 100))
      countedWork { consume(ink.drawWhole(threads: 1)) }
    case .point:
      let board = try CrowdedBoard(.ultraHD, finished: 5)
      countedWork { board.grow(by: 200) }
    case .png:
      let picture = Ink(BenchmarkStroke.all(count: 10, points: 100)).drawWhole(threads: 1)
      countedWork { consume(picture.png()) }
    case .touches:
      let frames = SessionFiles(seconds: 2).frames
      try countedWork { consume(try Workload.timePerEvent(frames, 1, of: SessionS60.device)) }
    case .anonymous:
      let anonymous = AnonymousFrames(SessionFiles(seconds: 2).frames)
      try countedWork { consume(try Workload.timePerEvent(anonymous.frames, 1, of: AnonymousFrames.device)) }
    case .evemu: try countReading(.evemu)
    case .libinput: try countReading(.libinput)
    case .hexdump: try countReading(.hexdump)
    case .recording: try countReading(.mcap)
    case .writing:
      let files = SessionFiles(seconds: 2)
      try countedWork { consume(try files.bytes(.mcap)) }
    case .dragging:
      let drag = try SelectionDrag(.fullHD, shapes: 100, dragging: .all, threads: 1)
      var begun = drag.begun()
      drag.show(0, of: &begun)
      countedWork { for frame in 1...5 { drag.show(frame, of: &begun) } }
    case .seeking:
      let drawing = try SeekableDrawing(seconds: 20, threads: 1)
      try countedWork { consume(try drawing.times(jumps: 5)) }
    }
  }

  private func countReading(_ format: RecordingFormat) throws {
    let bytes = try SessionFiles(seconds: 2).bytes(format)
    try countedWork { consume(try Recording.open(MemoryBytes(bytes)).eventCount()) }
  }
}

/// What callgrind counts: it gets this function's name as an option.
@inline(never)
func countedWork(_ body: () throws -> Void) rethrows {
  try body()
}
