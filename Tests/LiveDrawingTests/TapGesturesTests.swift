import Canvas
import DrawingBoard
import InputEvents
import LiveDrawing
import Testing
import TouchTracking

private let point = BoardPoint(x: 100, y: 100)

private func event(
  _ id: Int, _ phase: TouchPhase, at milliseconds: Int, _ place: BoardPoint = point, _ tool: TouchTool = .finger
) -> TouchEvent {
  let touch = Touch(
    id: Touch.ID(rawValue: id), device: DeviceIndex(rawValue: 0), slot: Slot(rawValue: Int32(id)),
    trackingID: TrackingID(rawValue: Int32(id)), tool: tool)
  let sample = TouchSample(
    time: Hand.time(milliseconds), position: DevicePoint(x: 0, y: 0), boardPoint: place, tool: tool)
  return TouchEvent(touch: touch, phase: phase, sample: sample)
}

/// What each frame comes to: `-` drawing, `?` undecided, or the number of fingers of a tap.
private func verdicts(_ frames: [[TouchEvent]]) -> String {
  var taps = TapGestures()
  return frames.map { frame in
    switch taps.take(frame) {
    case .drawing: "-"
    case .undecided: "?"
    case .tap(let touches): "\(touches.count)"
    }
  }.joined()
}

@Suite struct TapGesturesTests {
  @Test func `Two fingers that come and go together are a tap`() {
    #expect(
      verdicts([
        [event(1, .began, at: 0)], [event(2, .began, at: 20)], [event(1, .ended, at: 90)], [event(2, .ended, at: 100)],
      ])
        == "--?2")
    #expect(
      verdicts([
        [event(1, .began, at: 0), event(2, .began, at: 0)], [event(1, .ended, at: 200), event(2, .ended, at: 200)],
      ])
        == "-2")
  }

  @Test func `Three are another, four are none`() {
    let three = (1...3).map { event($0, .began, at: 0) }
    let lifted = (1...3).map { event($0, .ended, at: 50 + $0) }
    #expect(verdicts([three] + lifted.map { [$0] }) == "-??3")
    #expect(
      verdicts([three, [event(4, .began, at: 1)]] + lifted.map { [$0] } + [[event(4, .ended, at: 60)]]) == "------")
  }

  @Test func `One finger draws a dot`() {
    #expect(verdicts([[event(1, .began, at: 0)], [event(1, .ended, at: 50)]]) == "--")
  }

  @Test func `A finger that is down for longer than 200 ms draws`() {
    let begin = [event(1, .began, at: 0), event(2, .began, at: 10)]
    #expect(verdicts([begin, [event(2, .ended, at: 100)], [event(1, .ended, at: 200)]]) == "-?2")
    #expect(verdicts([begin, [event(2, .ended, at: 100)], [event(1, .ended, at: 201)]]) == "-?-")
    #expect(verdicts([begin, [event(2, .ended, at: 205)], [event(1, .ended, at: 206)]]) == "---")
  }

  @Test func `A finger that goes farther than 10 points draws`() {
    let begin = [event(1, .began, at: 0), event(2, .began, at: 0)]
    let lift = [event(1, .ended, at: 50), event(2, .ended, at: 50)]
    // 6² + 8² = 10².
    #expect(verdicts([begin, [event(1, .moved(gap: false), at: 20, BoardPoint(x: 106, y: 92))], lift]) == "--2")
    #expect(verdicts([begin, [event(1, .moved(gap: false), at: 20, BoardPoint(x: 106, y: 91.9))], lift]) == "---")
  }

  @Test func `A finger that comes after another has gone draws, as do pens and what is cancelled`() {
    let begin = [event(1, .began, at: 0), event(2, .began, at: 0)]
    #expect(
      verdicts([
        begin, [event(1, .ended, at: 20)], [event(3, .began, at: 30)], [event(2, .ended, at: 40)],
        [event(3, .ended, at: 50)],
      ])
        == "-?---")
    #expect(
      verdicts([
        [event(1, .began, at: 0), event(2, .began, at: 0, point, .pen)],
        [event(1, .ended, at: 9), event(2, .ended, at: 9)],
      ])
        == "--")
    #expect(verdicts([begin, [event(1, .cancelled(.palm), at: 10)], [event(2, .ended, at: 20)]]) == "---")
  }

  @Test func `After whatever was none, the next may be one`() {
    let tap = [
      [event(5, .began, at: 900), event(6, .began, at: 900)], [event(5, .ended, at: 950)], [event(6, .ended, at: 960)],
    ]
    let long = [
      [event(1, .began, at: 0), event(2, .began, at: 0)], [event(1, .ended, at: 800), event(2, .ended, at: 800)],
    ]
    #expect(verdicts(long + tap + tap) == "---?2-?2")
  }

  @Test func `What is undecided is drawn when the time is over`() {
    var taps = TapGestures()
    _ = taps.take([event(1, .began, at: 0), event(2, .began, at: 30)])
    #expect(taps.deadline == nil)
    let lift = taps.take([event(1, .ended, at: 50)])
    #expect(lift == .undecided)
    #expect(taps.deadline == Hand.time(230))
    let (early, late) = (taps.expire(at: Hand.time(230)), taps.expire(at: Hand.time(231)))
    #expect(!early && late)
    let last = taps.take([event(2, .ended, at: 240)])
    #expect(last == .drawing)
  }
}

@Suite struct TapDrawingTests {
  private let output = MemorySession()
  private let drawing: LiveDrawing

  init() throws {
    var setup = SessionSetup(size: BoardSize(width: 200, height: 200))
    setup.gestures = .taps
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

  @Test func `A tap of two undoes, one of three redoes, and neither leaves a pixel`() throws {
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

  @Test func `Where it is no tap after all, the strokes are drawn as without gestures`() throws {
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

  @Test func `A lift waits for the time that a tap takes, or for a command`() {
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
    drawing.perform(.width(9), at: Hand.time(460))
    #expect(drawing.openTouches.count == 1)
    #expect(drawing.board.operations.count == 3)
  }

  @Test(arguments: LiveReplayTests.seeds)
  func `With gestures on, the recording's replay shows what was drawn`(seed: UInt64) throws {
    var hand = RandomHand(seed: seed)
    var setup = SessionSetup(size: RandomHand.size)
    setup.gestures = .taps
    let output = MemorySession()
    let drawing = try LiveDrawing(setup, to: output, at: hand.now)
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      for _ in 0..<8 { hand.act(on: drawing) }
      hand.letGo(of: drawing)
      hand.tap(fingers: random.next(below: 4) + 1, on: drawing)
    }
    drawing.finish()
    #expect(try replayed(output.bytes) == drawing.board.picture.composed(), "seed \(seed)")
  }
}
