import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

struct SessionRecordingTests {
  private let output = MemorySession()
  private let setup = SessionSetup(size: BoardSize(width: 200, height: 200))

  @Test func `A full disk ends the recording, not the drawing, and is reported once`() throws {
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
    drawing.tick(Hand.time(200))
    let kept = try replayed(output.bytes)
    output.room = output.bytes.count + 10
    drawing.handle(Hand.stroke(1, from: (10, 90), to: (90, 10), at: 300))
    #expect(drawing.isRecorded)
    drawing.tick(Hand.time(500))
    #expect(!drawing.isRecorded)
    #expect(drawing.drainFailure() == MemorySession.full)
    #expect(drawing.drainFailure() == nil)
    drawing.handle(Hand.stroke(1, from: (10, 50), to: (90, 50), at: 600))
    #expect(drawing.board.operations.count == 3)
    drawing.finish()
    #expect(try replayed(output.bytes) == kept)
  }

  @Test func `What is noted at the end is there only if all else is, however little room there is`() throws {
    let note = ForeignMetadata(name: "end", values: ["outcome": "done"])
    func drawn(room: Int) throws -> (bytes: [UInt8], failure: FileError?) {
      let output = MemorySession()
      output.room = room
      let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
      drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
      drawing.tick(Hand.time(200))
      drawing.handle(Hand.stroke(1, from: (10, 90), to: (90, 10), at: 300))
      drawing.finish(noting: note)
      return (output.bytes, drawing.drainFailure())
    }
    func isNoted(_ bytes: [UInt8]) throws -> Bool {
      try Recording.open(MemoryBytes(bytes)).entries().contains { entry in
        if case .success(.foreignMetadata(note)) = entry { true } else { false }
      }
    }
    let whole = try drawn(room: .max)
    #expect(try whole.failure == nil && isNoted(whole.bytes))
    for room in stride(from: 500, to: whole.bytes.count, by: 7) {
      let part = try drawn(room: room)
      #expect(part.failure == MemorySession.full, "\(room) bytes")
      guard !part.bytes.isEmpty else { continue }
      #expect(try !isNoted(part.bytes), "\(room) bytes")
    }
  }

  @Test func `A recording that is taken away is missed when more is drawn, and when it is looked for`() throws {
    for isDrawnOn in [false, true] {
      let output = MemorySession()
      let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
      drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
      drawing.tick(Hand.time(200))
      drawing.checkFile()
      #expect(drawing.isRecorded)
      output.isInPlace = false
      if isDrawnOn {
        drawing.handle(Hand.stroke(1, from: (10, 90), to: (90, 10), at: 300))
        drawing.tick(Hand.time(500))
      } else {
        drawing.checkFile()
      }
      #expect(!drawing.isRecorded)
      #expect(drawing.drainFailure()?.message == "was moved, replaced or removed by another program")
    }
  }

  @Test func `An output that fails from the start is reported as well`() throws {
    output.room = 0
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    #expect(drawing.drainFailure() == MemorySession.full)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
    #expect(drawing.board.operations.count == 1)
  }

  @Test func `What was drawn 100 ms ago is written if the deadlines are met`() throws {
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    drawing.handle([Hand.event(1, .began, 0, 0, at: 0)])
    var now = 0
    while now < 2000 {
      now += 4
      if let deadline = drawing.deadline, Hand.time(now) >= deadline { drawing.tick(Hand.time(now)) }
      drawing.handle([Hand.event(1, .moved, Double(now % 199), 50, at: now)])
      guard now % 52 == 0, now > 100 else { continue }
      let facts = try RecordingFacts(Recording.open(MemoryBytes(output.bytes)))
      #expect(facts.end >= Hand.time(now - 100), "at \(now) ms")
    }
  }

  @Test func `A clock that is ahead of the events does not delay them`() throws {
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 3_600_000))
    let before = output.bytes.count
    drawing.tick(Hand.time(0))
    #expect(output.bytes.count > before)
    #expect(drawing.deadline == nil)
  }

  @Test func `Late commands and desktop events get the time of the latest entry`() throws {
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    drawing.handle([Hand.event(1, .began, 0, 0, at: 50)])
    drawing.perform(.set(\.width, 7), at: Hand.time(20))
    drawing.handle([Hand.event(1, .moved, 9, 9, at: 30), Hand.event(1, .ended, 9, 9, at: 30)])
    drawing.finish()
    #expect(drawing.time == Hand.time(50))
    #expect(try RecordingFacts(Recording.open(MemoryBytes(output.bytes))).warnings == [])
  }

  @Test func `A command with NaN is rejected, live as in a replay`() throws {
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    drawing.perform(.set(\.width, .nan), at: Hand.time(1))
    drawing.perform(.size(BoardSize(width: 0, height: 1)), at: Hand.time(2))
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 10))
    drawing.finish()
    #expect(drawing.warnings.count == 2)
    #expect(try replayed(output.bytes) == drawing.board.picture.composed())
  }

  @Test func `Removing a device cancels its touches; the others continue`() throws {
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    let device = drawing.open(SurfaceDevice.touchscreen.description(of: setup.size))
    func frame(_ code: EventCode, _ value: Int32, at milliseconds: Int) -> Frame {
      let time = Hand.time(milliseconds)
      return Frame(events: [InputEvent(time: time, type: .absolute, code: code, value: value), .report(at: time)])
    }
    drawing.handle(frame(.trackingID, 7, at: 10), from: device)
    drawing.handle(frame(.positionX, 9000, at: 20), from: device)
    drawing.handle([Hand.event(1, .began, 50, 50, at: 30), Hand.event(1, .moved, 150, 50, at: 35)])
    #expect(drawing.openTouches.count == 2)
    drawing.remove(device, at: Hand.time(40))
    #expect(drawing.openTouches.count == 1)
    drawing.handle([Hand.event(1, .ended, 150, 50, at: 50)])
    drawing.finish()
    #expect(drawing.board.operations.count == 1)
    #expect(try replayed(output.bytes) == drawing.board.picture.composed())
    #expect(try RecordingFacts(Recording.open(MemoryBytes(output.bytes))).touches.cancelled == [.deviceRemoved: 1])
  }

  @Test func `Touches that are down are shown where they are`() throws {
    let drawing = try LiveDrawing(setup, to: nil, at: Hand.start)
    drawing.handle([
      Hand.event(4, .began, 10, 20, at: 0), Hand.event(5, .began, 30, 40, at: 0), Hand.event(4, .moved, 11, 20, at: 5),
    ])
    let marks = drawing.board.touchMarks
    #expect(marks.map(\.point) == [BoardPoint(x: 11, y: 20), BoardPoint(x: 30, y: 40)])
    #expect(marks.map(\.touch.slot.rawValue) == [0, 1])
    drawing.cancelAll(.window, at: Hand.time(9))
    #expect(drawing.board.touchMarks == [])
  }
}
