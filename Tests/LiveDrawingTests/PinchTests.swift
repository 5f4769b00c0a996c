import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Two fingers at the same height, and their pinch.
private struct TwoFingers {
  var gestures = FingerGestures()

  private func event(_ finger: Int, _ phase: TouchPhase, _ x: Double, at milliseconds: Int, _ tool: TouchTool)
    -> TouchEvent
  {
    let touch = Touch(
      id: Touch.ID(rawValue: finger), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: Int32(finger)),
      trackingID: TrackingID(rawValue: Int32(finger)), tool: tool)
    let sample = TouchSample(
      time: Hand.time(milliseconds), position: DevicePoint(x: 0, y: 0), boardPoint: BoardPoint(x: x, y: 100), tool: tool
    )
    return TouchEvent(touch: touch, phase: phase, sample: sample)
  }

  mutating func down(_ finger: Int, _ x: Double, at milliseconds: Int, _ tool: TouchTool = .finger) {
    _ = gestures.handle([event(finger, .began, x, at: milliseconds, tool)])
  }

  mutating func move(_ finger: Int, to x: Double, at milliseconds: Int) {
    _ = gestures.handle([event(finger, .moved(gap: false), x, at: milliseconds, .finger)])
  }

  mutating func up(_ finger: Int, _ x: Double, at milliseconds: Int) {
    _ = gestures.handle([event(finger, .ended, x, at: milliseconds, .finger)])
  }

  mutating func cancel(_ finger: Int, _ reason: CancelReason, at milliseconds: Int) {
    _ = gestures.handle([event(finger, .cancelled(reason), 0, at: milliseconds, .finger)])
  }

  /// The positions of the two on their line.
  var places: [Double]? { gestures.pinch.map { [$0.now.first.x, $0.now.second.x] } }
}

struct PinchTests {
  private func together(by milliseconds: Int = 150) -> TwoFingers {
    var hand = TwoFingers()
    hand.down(1, 100, at: 0)
    hand.down(2, 200, at: milliseconds)
    return hand
  }

  @Test func `Two fingers that touch together pinch once one of them has moved far`() {
    var hand = together(by: 250)
    hand.move(2, to: 210, at: 900)
    #expect(hand.places == nil)
    hand.move(2, to: 211, at: 910)
    #expect(hand.gestures.pinch?.start == hand.gestures.pinch?.now)
    #expect(hand.places == [100, 211])
    hand.move(1, to: 40, at: 920)
    #expect(hand.places == [40, 211])
    #expect(hand.gestures.pinch?.start.first.x == 100)
  }

  @Test func `A pinch says how many times as far apart the fingers are`() {
    func points(_ x: Double) -> Pinch.Points {
      Pinch.Points(first: BoardPoint(x: 0, y: 0), second: BoardPoint(x: x, y: x))
    }
    let device = DeviceChannel(rawValue: 0)
    #expect(Pinch(device: device, start: points(10), now: points(25)).scale == 2.5)
    #expect(Pinch(device: device, start: points(0), now: points(25)).scale == 1)
  }

  @Test func `The view stays when one finger is lifted, until the other is`() {
    var hand = together()
    hand.move(1, to: 50, at: 200)
    hand.up(1, 45, at: 210)
    hand.move(2, to: 300, at: 220)
    #expect(hand.places == [50, 200])
    hand.down(3, 10, at: 230)
    hand.up(2, 300, at: 240)
    hand.move(3, to: 90, at: 250)
    #expect(hand.places == [50, 200])
    hand.up(3, 90, at: 260)
    #expect(hand.places == nil)
  }

  @Test func `A second finger after more than 250 ms draws`() {
    var hand = together(by: 251)
    hand.move(2, to: 300, at: 300)
    #expect(hand.places == nil)
  }

  @Test func `A third finger before the pinch starts draws with the others`() {
    var hand = together()
    hand.down(3, 300, at: 151)
    hand.move(2, to: 300, at: 200)
    #expect(hand.places == nil)
  }

  @Test func `Another finger during a pinch stops the view, and draws nothing`() {
    for tool in [TouchTool.finger, .pen] {
      var hand = together()
      hand.move(2, to: 300, at: 200)
      hand.down(3, 300, at: 210, tool)
      hand.move(2, to: 400, at: 220)
      #expect(hand.places == [100, 300])
    }
  }

  @Test func `A finger that is drawing continues when another one touches`() {
    var hand = TwoFingers()
    hand.down(1, 100, at: 0)
    hand.move(1, to: 111, at: 50)
    hand.down(2, 200, at: 60)
    hand.move(2, to: 300, at: 70)
    #expect(hand.places == nil)
  }

  @Test func `The remaining finger of two draws`() {
    var hand = together()
    hand.up(1, 100, at: 160)
    hand.move(2, to: 300, at: 170)
    #expect(hand.places == nil)
  }

  @Test func `A palm stops the view, and a pen that cancels both ends the pinch`() {
    var hand = together()
    hand.move(2, to: 300, at: 200)
    hand.cancel(1, .palm, at: 210)
    hand.move(2, to: 400, at: 220)
    #expect(hand.places == [100, 300])
    hand.cancel(2, .penProximity, at: 230)
    #expect(hand.places == nil)
  }

  @Test func `The view does not jump when a pinch starts, and what is between the fingers stays there`() throws {
    var view = Viewport(board: BoardSize(width: 1000, height: 800), surface: SurfaceSize(width: 500, height: 400))
    view.pan(byX: -100, y: -50)
    var hand = TwoFingers()
    hand.down(1, 200, at: 0)
    hand.down(2, 300, at: 10)
    hand.move(2, to: 312, at: 20)
    #expect(view.applying(try #require(hand.gestures.pinch)) == view)
    // The fingers go from 112 apart to 224: twice as large. The middle (256, 100) of the board was seen at (156, 50),
    // and is now at (200, 50).
    hand.move(1, to: 188, at: 30)
    hand.move(2, to: 412, at: 40)
    let held = view.applying(try #require(hand.gestures.pinch))
    #expect(held.zoom == 2)
    #expect(held.surfacePoint(of: BoardPoint(x: 256, y: 100)) == SurfacePoint(x: 200, y: 50))
  }
}
