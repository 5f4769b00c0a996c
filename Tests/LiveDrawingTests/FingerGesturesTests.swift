import Testing
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

private let point = BoardPoint(x: 100, y: 100)

private func event(
  _ id: Int, _ phase: TouchPhase, at milliseconds: Int, _ place: BoardPoint = point, _ tool: TouchTool = .finger,
  on device: Int = 0
) -> TouchEvent {
  let touch = Touch(
    id: Touch.ID(rawValue: id), device: DeviceChannel(rawValue: device), slot: Slot(rawValue: Int32(id)),
    trackingID: TrackingID(rawValue: Int32(id)), tool: tool)
  let sample = TouchSample(
    time: Hand.time(milliseconds), position: DevicePoint(x: 0, y: 0), boardPoint: place, tool: tool)
  return TouchEvent(touch: touch, phase: phase, sample: sample)
}

/// What each frame comes to: `-` drawing, `?` undecided, `z` two fingers hold the view, or the number of fingers of a
/// tap.
private func verdicts(_ frames: [[TouchEvent]], zoom: Double = 1) -> String {
  var gestures = FingerGestures()
  gestures.zoom = zoom
  return frames.map { frame in
    switch gestures.handle(frame) {
    case .drawing: "-"
    case .undecided: "?"
    case .tap(let touches): "\(touches.count)"
    case .pinch: "z"
    }
  }.joined()
}

struct FingerGesturesTests {
  @Test func `Two fingers that touch and lift together are a tap`() {
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

  @Test func `Three fingers are another tap, four are none`() {
    let three = (1...3).map { event($0, .began, at: 0) }
    let lifted = (1...3).map { event($0, .ended, at: 50 + $0) }
    #expect(verdicts([three] + lifted.map { [$0] }) == "-??3")
    #expect(
      verdicts([three, [event(4, .began, at: 1)]] + lifted.map { [$0] } + [[event(4, .ended, at: 60)]]) == "------")
  }

  @Test func `One finger draws a dot`() {
    #expect(verdicts([[event(1, .began, at: 0)], [event(1, .ended, at: 50)]]) == "--")
  }

  @Test func `Fingers that are down for longer than 200 ms after the last of them touched draw`() {
    let begin = [event(1, .began, at: 0), event(2, .began, at: 10)]
    #expect(verdicts([begin, [event(2, .ended, at: 100)], [event(1, .ended, at: 210)]]) == "-?2")
    #expect(verdicts([begin, [event(2, .ended, at: 100)], [event(1, .ended, at: 211)]]) == "-?-")
    #expect(verdicts([begin, [event(2, .ended, at: 211)], [event(1, .ended, at: 212)]]) == "---")
  }

  @Test func `A finger that touches up to 250 ms after the first, which has not moved, is part of a tap`() {
    func tap(_ late: Int, _ place: BoardPoint = point) -> String {
      verdicts([
        [event(1, .began, at: 0)], [event(1, .moved(gap: false), at: late - 1, place)], [event(2, .began, at: late)],
        [event(1, .ended, at: late + 100)], [event(2, .ended, at: late + 120)],
      ])
    }
    #expect(tap(150) == "---?2" && tap(250) == "---?2" && tap(251) == "-----")
    #expect(tap(150, BoardPoint(x: 110, y: 101)) == "-----")
  }

  @Test func `Fingers that move farther than 10 units are not a tap`() {
    let begin = [event(1, .began, at: 0), event(2, .began, at: 0)]
    let lift = [event(1, .ended, at: 50), event(2, .ended, at: 50)]
    // 6² + 8² = 10².
    let (near, far) = (BoardPoint(x: 106, y: 92), BoardPoint(x: 106, y: 91.9))
    #expect(verdicts([begin, [event(1, .moved(gap: false), at: 20, near)], lift]) == "--2")
    #expect(verdicts([begin, [event(1, .moved(gap: false), at: 20, far)], lift]) == "-z-")
    #expect(verdicts([begin, [event(1, .ended, at: 50, far)], [event(2, .ended, at: 50)]]) == "---")
    // On the surface, where a point is two units.
    let (nearer, farther) = (BoardPoint(x: 103, y: 96), BoardPoint(x: 103, y: 95.9))
    #expect(verdicts([begin, [event(1, .moved(gap: false), at: 20, nearer)], lift], zoom: 2) == "--2")
    #expect(verdicts([begin, [event(1, .moved(gap: false), at: 20, farther)], lift], zoom: 2) == "-z-")
  }

  @Test func `A finger that touches after another was lifted draws, as do pens and cancelled touches`() {
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
    #expect(
      verdicts([
        [event(1, .began, at: 0), event(2, .began, at: 0, on: 1)], [event(1, .ended, at: 9), event(2, .ended, at: 9)],
      ])
        == "--")
  }

  @Test func `After something that was not a tap, the next touches can be one`() {
    let tap = [
      [event(5, .began, at: 900), event(6, .began, at: 900)], [event(5, .ended, at: 950)], [event(6, .ended, at: 960)],
    ]
    let long = [
      [event(1, .began, at: 0), event(2, .began, at: 0)], [event(1, .ended, at: 800), event(2, .ended, at: 800)],
    ]
    #expect(verdicts(long + tap + tap) == "---?2-?2")
  }

  @Test func `What is undecided is drawn after the time limit`() {
    var taps = FingerGestures()
    _ = taps.handle([event(1, .began, at: 0), event(2, .began, at: 30)])
    #expect(taps.deadline == nil)
    let lift = taps.handle([event(1, .ended, at: 50)])
    #expect(lift == .undecided)
    #expect(taps.deadline == Hand.time(230))
    let (early, late) = (taps.expire(at: Hand.time(230)), taps.expire(at: Hand.time(231)))
    #expect(!early && late)
    let last = taps.handle([event(2, .ended, at: 240)])
    #expect(last == .drawing)
  }
}
