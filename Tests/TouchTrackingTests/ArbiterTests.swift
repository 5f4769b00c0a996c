import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Palms.
struct PalmTests {
  @Test func `A palm at the beginning never begins`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.palm(0)
    screen.frame()
    screen.move(0, to: 120, 200)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(screen, gives: [])
    #expect(palms(in: screen) == 1)
  }

  @Test func `A finger that turns into a palm is cancelled once, and silent until it is lifted`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.down(1, id: 2, at: 300, 200)
    screen.frame()
    screen.palm(0)
    screen.frame()
    screen.move(0, to: 120, 200)
    screen.move(1, to: 310, 200)
    screen.frame()
    screen.up(0)
    screen.up(1)
    screen.frame()
    expect(
      screen,
      gives: [
        "began 0 at 100,200", "began 1 at 300,200", "cancelled 0: palm", "moved 1 to 310,200", "ended 1",
      ])
    #expect(palms(in: screen) == 1)
  }

  @Test func `A palm that turns into a finger again stays a palm until the next id`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.palm(0)
    screen.frame()
    screen.finger(0)
    screen.frame()
    screen.move(0, to: 130, 200)
    screen.frame()
    screen.down(0, id: 2, at: 140, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 140,200"])
  }

  @Test func `The next id in a palm's slot is a palm until the device reports another tool`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.palm(0)
    screen.frame()
    screen.up(0)
    screen.frame()
    screen.down(0, id: 2, at: 100, 200)
    screen.frame()
    expect(screen, gives: [])
    #expect(palms(in: screen) == 2)
  }

  @Test func `Where palms are accepted they draw`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.palm(0)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(screen, gives: ["began 0 palm at 100,200", "ended 0"], rules: TouchRules(palms: .accepted))
  }

  private func palms(in script: GestureScript) -> Int {
    var run = Run()
    run.play(script)
    return run.session.arbiter.palms
  }
}

/// A pen over touch.
struct PenOverTouchTests {
  /// A finger is down when a pen comes near, draws and leaves; a second finger comes meanwhile, and a third afterwards.
  private func play(rules: TouchRules = TouchRules()) -> Run {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame(at: 10)
    screen.move(0, to: 110, 100)
    screen.down(1, id: 2, at: 300, 300)
    screen.frame(at: 30)
    screen.up(0)
    screen.move(1, to: 310, 300)
    screen.frame(at: 50)
    screen.down(0, id: 3, at: 500, 300)
    screen.frame(at: 60)
    var pen = GestureScript(on: .pen)
    pen.penIn(at: 700, 100)
    pen.frame(at: 20)
    pen.penDown()
    pen.frame(at: 25)
    pen.penUp()
    pen.penOut()
    pen.frame(at: 40)
    var run = Run(rules: rules)
    let (first, second) = (run.open(screen.device), run.open(pen.device))
    run.play(screen.steps[0], on: first)
    run.play(pen.steps[0], on: second)
    run.play(pen.steps[1], on: second)
    run.play(screen.steps[1], on: first)
    run.play(pen.steps[2], on: second)
    run.play(screen.steps[2], on: first)
    run.play(screen.steps[3], on: first)
    return run
  }

  @Test func `A near pen cancels fingers, which stay silent until they are put down anew after it has left`() {
    expect(
      play(),
      gives: [
        "began 0 at 100,100", "cancelled 0: penProximity", "hover entered 700,100", "began 1 pen at 700,100",
        "hover left 700,100", "ended 1", "began 2 at 500,300",
      ])
  }

  @Test func `The rule can be switched off`() {
    expect(
      play(rules: TouchRules(penOverTouch: .ignored)),
      gives: [
        "began 0 at 100,100", "hover entered 700,100", "began 1 pen at 700,100", "hover left 700,100",
        "moved 0 to 110,100", "began 2 at 300,300", "ended 1", "ended 0", "moved 2 to 310,300", "began 3 at 500,300",
      ])
  }

  @Test func `A cancel has the time of the pen's coming and the finger's last place`() throws {
    let cancelled = try #require(play().events.first { $0.phase == .cancelled(.penProximity) })
    #expect(cancelled.time == Timestamp(nanoseconds: 20_000_000))
    #expect(cancelled.sample.position == DevicePoint(x: 100, y: 100))
    #expect(cancelled.touch.slot == Slot(rawValue: 0))
    #expect(cancelled.touch.trackingID == TrackingID(rawValue: 1))
  }

  @Test func `A pen that is unplugged lets fingers draw again`() {
    var run = Run()
    let (screen, pen) = (run.open(.screen), run.open(.pen))
    var stroke = GestureScript(on: .pen)
    stroke.penIn(at: 10, 10)
    stroke.frame()
    run.play(stroke.steps[0], on: pen)
    run.take { $0.remove(pen, at: Timestamp(nanoseconds: 0), into: &$1) }
    var tap = GestureScript(on: .screen)
    tap.down(0, id: 1, at: 100, 100)
    tap.frame()
    run.play(tap.steps[0], on: screen)
    expect(run, gives: ["hover entered 10,10", "began 0 at 100,100"])
  }
}

/// Cancels.
struct CancelTests {
  private let now = Timestamp(nanoseconds: 70_000_000)

  private func twoFingers(_ run: inout Run, on device: DeviceChannel) {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.down(1, id: 2, at: 200, 100)
    screen.frame()
    run.play(screen.steps[0], on: device)
  }

  private func lifted(_ run: inout Run, on device: DeviceChannel) {
    var screen = GestureScript(on: .screen)
    screen.move(0, to: 110, 100)
    screen.move(1, to: 210, 100)
    screen.frame()
    screen.up(0)
    screen.up(1)
    screen.frame()
    for step in screen.steps { run.play(step, on: device) }
  }

  @Test func `One touch is cancelled and the others go on`() {
    var run = Run()
    let screen = run.open(.screen)
    twoFingers(&run, on: screen)
    run.take { $0.cancel(Touch.ID(rawValue: 0), .gesture, at: now, into: &$1) }
    lifted(&run, on: screen)
    expect(
      run,
      gives: [
        "began 0 at 100,100", "began 1 at 200,100", "cancelled 0: gesture", "moved 1 to 210,100", "ended 1",
      ])
    #expect(run.session.openTouches.isEmpty)
  }

  @Test func `A touch can be named by its device and tracking id`() {
    var run = Run()
    let (screen, other) = (run.open(.screen), run.open(.screen))
    twoFingers(&run, on: screen)
    twoFingers(&run, on: other)
    run.take { $0.cancel(TrackingID(rawValue: 2), on: other, .window, at: now, into: &$1) }
    expect(
      run,
      gives: [
        "began 0 at 100,100", "began 1 at 200,100", "began 2 at 100,100", "began 3 at 200,100", "cancelled 3: window",
      ])
  }

  @Test(arguments: CancelReason.allCases)
  func `All touches are cancelled with the reason, once`(reason: CancelReason) {
    var run = Run()
    let screen = run.open(.screen)
    twoFingers(&run, on: screen)
    run.take { $0.cancelAll(reason, at: now, into: &$1) }
    run.take { $0.cancelAll(reason, at: now, into: &$1) }
    lifted(&run, on: screen)
    expect(
      run,
      gives: [
        "began 0 at 100,100", "began 1 at 200,100", "cancelled 0: \(reason)", "cancelled 1: \(reason)",
      ])
    #expect(run.events.suffix(2).map(\.time) == [now, now])
  }

  @Test func `A device that goes away takes only its own touches`() {
    var run = Run()
    let (screen, other) = (run.open(.screen), run.open(.screen))
    twoFingers(&run, on: screen)
    twoFingers(&run, on: other)
    run.take { $0.remove(screen, at: now, into: &$1) }
    lifted(&run, on: other)
    expect(
      run,
      gives: [
        "began 0 at 100,100", "began 1 at 200,100", "began 2 at 100,100", "began 3 at 200,100",
        "cancelled 0: deviceRemoved", "cancelled 1: deviceRemoved", "moved 2 to 110,100", "moved 3 to 210,100",
        "ended 2", "ended 3",
      ])
  }

  @Test func `A device that was never opened is ignored`() {
    var run = Run()
    twoFingers(&run, on: DeviceChannel(rawValue: 3))
    twoFingers(&run, on: DeviceChannel(rawValue: -1))
    expect(run, gives: [])
  }

  @Test func `A mapping that changes while a finger is down holds from its next sample`() {
    var run = Run()
    let screen = run.open(.screen)
    twoFingers(&run, on: screen)
    let half = SurfaceMapping(device: .screen, board: BoardSize(width: 500, height: 250))
    run.take { session, _ in session.map(screen, by: half) }
    lifted(&run, on: screen)
    let points = run.events.filter { $0.touch.id == Touch.ID(rawValue: 1) }.map(\.sample.boardPoint)
    // 200, 210 and, at the end, the last place of all.
    #expect(points == [BoardPoint(x: 200, y: 100), BoardPoint(x: 105, y: 50), BoardPoint(x: 105, y: 50)])
  }

  @Test func `A copy of a session goes on from where it was taken`() {
    var run = Run()
    let screen = run.open(.screen)
    twoFingers(&run, on: screen)
    var copy = run
    lifted(&run, on: screen)
    lifted(&copy, on: screen)
    #expect(run.events == copy.events)
    #expect(run.events.count == 6)
  }
}
