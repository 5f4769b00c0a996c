import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Protocol B.
struct SlotTests {
  @Test func `A finger that comes, moves and goes is one touch`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 7, at: 100, 200)
    screen.frame()
    screen.move(0, to: 110, 200)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 110,200", "ended 0"])
  }

  @Test func `Fingers in several slots are distinguished, and numbered in order of beginning`() {
    var screen = GestureScript(on: .screen)
    screen.down(3, id: 7, at: 100, 200)
    screen.frame()
    screen.down(0, id: 8, at: 500, 300)
    screen.move(3, to: 101, 200)
    screen.frame()
    screen.up(3)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(
      screen, gives: ["began 0 at 100,200", "began 1 at 500,300", "moved 0 to 101,200", "ended 0", "ended 1"])
  }

  @Test func `An axis keeps its value, also when its slot is used again`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame()
    screen.axis(.positionX, 150)
    screen.frame()
    screen.up(0)
    screen.frame()
    screen.axis(.trackingID, 2)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 150,200", "ended 0", "began 1 at 150,200"])
  }

  @Test func `The slot that is meant stays the same until the device names another`() {
    var device = DeviceDescription.screen
    device.axes[.slot]?.value = 2
    var screen = GestureScript(on: device)
    screen.axis(.trackingID, 5)
    screen.axis(.positionX, 10)
    screen.frame()
    var run = Run()
    run.play(screen)
    #expect(run.events.map(\.touch.slot.rawValue) == [2])
    #expect(run.events.map(\.touch.trackingID.rawValue) == [5])
  }

  @Test func `A frame that repeats what was known moves nothing`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame()
    screen.move(0, to: 100, 200)
    screen.frame()
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200"])
  }

  @Test func `An id that follows another without −1 ends one touch and begins the next`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame()
    screen.down(0, id: 2, at: 900, 400)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 900,400", "ended 1"])
    #expect(anomalies(of: screen)[.idReplaced] == 1)
  }

  @Test func `A slot that is emptied and filled within one frame ends one touch and begins the next`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame()
    screen.up(0)
    screen.down(0, id: 2, at: 300, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 300,200"])
    #expect(anomalies(of: screen)[.idReplaced] == 0)
  }

  @Test func `A touch ends where it was last seen, at the time of its end`() throws {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame(at: 50)
    screen.down(0, id: 2, at: 900, 400)
    screen.frame(at: 80)
    var run = Run()
    run.play(screen)
    let end = try #require(run.events.first { $0.phase == .ended })
    #expect(end.sample.position == DevicePoint(x: 100, y: 200))
    #expect(end.time == Timestamp(nanoseconds: 80_000_000))
  }

  @Test func `Fingers that are down at the start begin with the first frame`() {
    var device = DeviceDescription.screen
    device.slots[4] = [.trackingID: 33, .positionX: 120, .positionY: 60]
    var screen = GestureScript(on: device)
    screen.down(0, id: 34, at: 10, 10)
    screen.frame()
    screen.up(4)
    screen.frame()
    expect(screen, gives: ["began 0 at 120,60", "began 1 at 10,10", "ended 0"])
  }

  @Test func `Where the start is not known, a slot that reports a position has a finger`() {
    var device = DeviceDescription.screen
    device.slots = []
    var screen = GestureScript(on: device)
    screen.move(0, to: 50, 60)
    screen.frame()
    screen.up(0)
    screen.frame()
    screen.move(0, to: 70, 60)
    screen.frame()
    expect(screen, gives: ["began 0 at 50,60", "ended 0"])
  }

  @Test func `Of multitouch axes and their single-touch emulation, the first count`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.press(.touch)
    screen.at(100, 200)
    screen.frame()
    screen.up(0)
    screen.release(.touch)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0"])
  }

  @Test func `A contact at a distance hovers, and touches when it comes down`() {
    var screen = GestureScript(on: .screen.with(.contactDistance, 0...10))
    screen.down(0, id: 1, at: 100, 200)
    screen.axis(.contactDistance, 5)
    screen.frame()
    screen.axis(.contactDistance, 0)
    screen.frame()
    screen.axis(.contactDistance, 1)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(
      screen,
      gives: [
        "hover entered 100,200", "began 0 at 100,200", "hover left 100,200", "ended 0", "hover entered 100,200",
        "hover left 100,200",
      ])
  }

  @Test func `A touch major that falls to 0 touches on`() {
    // Drivers halve it: a light touch of 1 has 0.
    var screen = GestureScript(on: .screen.with(.touchMajor, 0...31))
    screen.down(0, id: 1, at: 100, 200)
    screen.axis(.touchMajor, 1)
    screen.frame()
    screen.move(0, to: 110, 200)
    screen.axis(.touchMajor, 0)
    screen.frame()
    screen.move(0, to: 120, 200)
    screen.axis(.touchMajor, 1)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 110,200", "moved 0 to 120,200", "ended 0"])
  }

  @Test func `A device that announces a touch major and never sends one touches all the same`() {
    var screen = GestureScript(on: .screen.with(.touchMajor, 0...31))
    screen.down(0, id: 1, at: 100, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200"])
  }

  @Test func `A sample has the axes that the device has, and no others`() throws {
    let device = DeviceDescription.screen.with(.contactPressure, 0...200).with(.touchMajor, 0...31)
      .with(.orientation, -90...90)
    var screen = GestureScript(on: device)
    screen.down(0, id: 1, at: 100, 200)
    screen.axis(.contactPressure, 50)
    screen.axis(.touchMajor, 9)
    screen.axis(.orientation, -3)
    screen.frame()
    var run = Run()
    run.play(screen)
    let sample = try #require(run.events.first).sample
    // 50 of 0…200.
    #expect(sample.pressure == 0.25)
    #expect(sample.major == 9)
    #expect(sample.minor == nil)
    #expect(sample.orientation == -3)
    #expect(sample.tilt == nil)
    // 1000 × 500 units on a board of 1000 × 500 points.
    #expect(sample.boardPoint == BoardPoint(x: 100, y: 200))
  }
}

/// Those of the only device, after the script.
func anomalies(of script: GestureScript) -> TrackerAnomalies {
  var run = Run()
  run.play(script)
  return run.session.trackers[0].anomalies
}
