import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

struct GestureDrawingTests {
  private let output = MemorySession()
  private let drawing: LiveDrawing

  init() throws {
    var setup = SessionSetup(size: BoardSize(width: 200, height: 200))
    setup.gestures = .severalFingers
    drawing = try LiveDrawing(setup, to: output, at: Hand.start)
  }

  private func tap(_ fingers: ClosedRange<UInt>, at milliseconds: Int) -> [PointerEvent] {
    fingers.map { Hand.event($0, .began, Double($0) * 20, 50, at: milliseconds + Int($0)) }
      + fingers.map { Hand.event($0, .ended, Double($0) * 20, 50, at: milliseconds + 60 + Int($0)) }
  }

  private func replayIsLive() throws {
    drawing.tick(drawing.time.advanced(by: TimeSpan(seconds: 1)))
    #expect(try replayed(output.bytes) == drawing.board.picture.composed())
  }

  @Test func `A two-finger tap undoes, a three-finger tap redoes, and neither leaves a pixel`() throws {
    let blank = drawing.board.picture.composed()
    drawing.handle(Hand.stroke(0, from: (10, 10), to: (150, 150), at: 0))
    let stroke = drawing.board.picture.composed()
    #expect(stroke != blank)
    drawing.handle(tap(1...2, at: 100))
    #expect(drawing.board.picture.composed() == blank)
    #expect(drawing.board.canRedo)
    try replayIsLive()
    drawing.handle(tap(1...3, at: 300))
    #expect(drawing.board.picture.composed() == stroke)
    #expect(drawing.board.operations.count == 1)
    try replayIsLive()
  }

  @Test func `A finger that is lifted as the second one comes down is part of a tap`() throws {
    drawing.handle(Hand.stroke(0, from: (10, 10), to: (150, 150), at: 0))
    let blank = try LiveDrawing(SessionSetup(size: BoardSize(width: 200, height: 200)), to: nil, at: Hand.start)
    drawing.handle([
      Hand.event(1, .began, 20, 50, at: 100), Hand.event(2, .began, 80, 50, at: 110),
      Hand.event(1, .ended, 20, 50, at: 110), Hand.event(2, .ended, 80, 50, at: 120),
    ])
    #expect(drawing.board.picture.composed() == blank.board.picture.composed() && drawing.board.canRedo)
    #expect(try cancels() == [.gesture: 2])
    try replayIsLive()
  }

  @Test func `If it is not a tap after all, the strokes are drawn as without gestures`() throws {
    let events = [
      Hand.event(1, .began, 20, 20, at: 0), Hand.event(2, .began, 100, 20, at: 5),
      Hand.event(1, .ended, 20, 20, at: 50),
      Hand.event(2, .moved, 100, 25, at: 60), Hand.event(2, .moved, 100, 90, at: 70),
      Hand.event(2, .ended, 100, 90, at: 80),
    ]
    let plain = try LiveDrawing(SessionSetup(size: BoardSize(width: 200, height: 200)), to: nil, at: Hand.start)
    plain.handle(events)
    drawing.handle(events)
    #expect(drawing.board.picture.composed() == plain.board.picture.composed())
    #expect(drawing.board.operations.count == 2)
    try replayIsLive()
  }

  @Test func `A lift is held for the duration of a tap, or until a command`() {
    drawing.handle([
      Hand.event(1, .began, 20, 20, at: 0), Hand.event(2, .began, 100, 20, at: 5),
      Hand.event(1, .ended, 20, 20, at: 50),
    ])
    #expect(drawing.openTouches.count == 2)
    #expect(drawing.deadline.map { $0 <= Hand.time(205) } == true)
    drawing.tick(Hand.time(206))
    #expect(drawing.openTouches.count == 1)
    drawing.handle([Hand.event(2, .ended, 100, 20, at: 300)])
    drawing.handle([
      Hand.event(1, .began, 20, 20, at: 400), Hand.event(2, .began, 100, 20, at: 405),
      Hand.event(1, .ended, 20, 20, at: 450),
    ])
    #expect(drawing.board.operations.count == 2)
    drawing.perform(.set(\.width, 9), at: Hand.time(460))
    #expect(drawing.openTouches.count == 1)
    #expect(drawing.board.operations.count == 3)
  }

  /// Two fingers touch, move apart by 60 points each, and are lifted.
  private func pinch(at milliseconds: Int) -> [PointerEvent] {
    var events = [
      Hand.event(1, .began, 80, 100, at: milliseconds), Hand.event(2, .began, 120, 100, at: milliseconds + 20),
    ]
    for step in 1...6 {
      let (way, time) = (Double(step) * 10, milliseconds + 20 + step * 8)
      events.append(Hand.event(1, .moved, 80 - way, 100, at: time))
      events.append(Hand.event(2, .moved, 120 + way, 100, at: time))
    }
    events.append(Hand.event(1, .ended, 20, 100, at: milliseconds + 90))
    events.append(Hand.event(2, .ended, 180, 100, at: milliseconds + 95))
    return events
  }

  /// The reasons why touches were cancelled, from a scan of the recording.
  private func cancels() throws -> [CancelReason: Int] {
    drawing.tick(drawing.time.advanced(by: TimeSpan(seconds: 1)))
    return try RecordingFacts(try Recording.open(MemoryBytes(output.bytes))).touches.cancelled
  }

  @Test func `A pinch leaves no ink, but is recorded`() throws {
    let plainOutput = MemorySession()
    let plain = try LiveDrawing(SessionSetup(size: BoardSize(width: 200, height: 200)), to: plainOutput, at: Hand.start)
    let blank = drawing.board.picture.composed()
    for (drawing, events) in [(plain, pinch(at: 0)), (drawing, pinch(at: 0))] { drawing.handle(events) }
    #expect(plain.board.operations.count == 2)
    #expect(drawing.board.picture.composed() == blank && drawing.board.operations.isEmpty)
    #expect(!drawing.board.canUndo)
    #expect(try cancels() == [.gesture: 2])
    plain.tick(plain.time.advanced(by: TimeSpan(seconds: 1)))
    #expect(try frames(of: output) == frames(of: plainOutput))
    try replayIsLive()
  }

  @Test func `A pinch starts at a distance of 20 points, and lasts until both fingers are lifted`() throws {
    let events = pinch(at: 0)
    // Each finger moves six times, first by 10 units and then by 20.
    drawing.handle(Array(events[..<4]))
    #expect(drawing.pinch == nil && drawing.openTouches.count == 2)
    drawing.handle(Array(events[4..<6]))
    #expect(drawing.pinch?.start.first == BoardPoint(x: 60, y: 100))
    #expect(drawing.openTouches.isEmpty && !drawing.isResting)
    drawing.handle(Array(events[6..<14]))
    #expect(drawing.pinch?.now.second == BoardPoint(x: 180, y: 100))
    drawing.handle([events[14]])
    #expect(drawing.pinch != nil)
    drawing.handle([events[15]])
    #expect(drawing.pinch == nil && drawing.isResting)
  }

  @Test func `A finger that joins a pinch draws nothing; one after it draws`() throws {
    let events = pinch(at: 0)
    drawing.handle(Array(events[..<10]))
    drawing.handle(Hand.stroke(3, from: (20, 20), to: (90, 20), at: 60))
    #expect(drawing.pinch?.now.first == BoardPoint(x: 40, y: 100))
    for event in events[14...] {
      var late = event
      late.time = event.time.advanced(by: TimeSpan(nanoseconds: 100_000_000))
      drawing.handle([late])
    }
    #expect(drawing.board.operations.isEmpty)
    #expect(try cancels() == [.gesture: 3])
    drawing.handle(Hand.stroke(4, from: (20, 20), to: (90, 20), at: 300))
    #expect(drawing.board.operations.count == 1)
    try replayIsLive()
  }

  @Test func `A mouse keeps drawing during a pinch, and a pen ends the pinch`() throws {
    drawing.handle(Array(pinch(at: 0)[..<10]))
    for (phase, x) in [(PointerEvent.Phase.began, 20.0), (.moved, 90), (.ended, 90)] {
      drawing.handle([PointerEvent(.mouse, phase, at: BoardPoint(x: x, y: 20), time: Hand.time(60 + Int(x) / 10))])
    }
    #expect(drawing.board.operations.count == 1 && drawing.pinch != nil)
    drawing.handle([PointerEvent(.pen(PenState()), .moved, at: BoardPoint(x: 9, y: 9), time: Hand.time(80))])
    #expect(drawing.pinch == nil)
    #expect(try cancels() == [.gesture: 2])
    try replayIsLive()
  }

  @Test func `A board does not grow during a pinch`() throws {
    let events = pinch(at: 0)
    drawing.handle(Array(events[..<10]))
    drawing.grow(to: BoardSize(width: 400, height: 200), at: Hand.time(60))
    drawing.tick(Hand.time(500))
    #expect(drawing.board.raster.board == BoardSize(width: 200, height: 200))
    for event in events[14...] { drawing.handle(event) }
    drawing.tick(Hand.time(700))
    #expect(drawing.board.raster.board == BoardSize(width: 400, height: 200))
    try replayIsLive()
  }

  @Test(arguments: LiveReplayTests.seeds)
  func `With gestures on, the recording's replay shows what was drawn`(
    seed: UInt64
  ) throws {
    var hand = RandomHand(seed: seed)
    var setup = SessionSetup(size: RandomHand.size)
    setup.gestures = .severalFingers
    let output = MemorySession()
    let drawing = try LiveDrawing(setup, to: output, at: hand.now)
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      for _ in 0..<8 { hand.act(on: drawing) }
      hand.letGo(of: drawing)
      hand.tap(fingers: random.next(below: 4) + 1, on: drawing)
      let operations = drawing.board.operations.count
      hand.pinch(on: drawing)
      #expect(drawing.board.operations.count == operations, "seed \(seed)")
    }
    drawing.finish()
    #expect(try replayed(output.bytes) == drawing.board.picture.composed(), "seed \(seed)")
  }
}

/// All frames of a recording.
private func frames(of output: MemorySession) throws -> [Frame] {
  var source = try Recording.open(MemoryBytes(output.bytes)).makeSource()
  var (entry, frames) = (RecordingEntry(), [Frame]())
  while try source.next(into: &entry) {
    if let frame = entry.frame { frames.append(frame) }
  }
  return frames
}
