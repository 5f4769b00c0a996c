import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// The cases are those of libevdev's tests of SYN_DROPPED.
struct DropTests {
  /// Two fingers are down when the buffer overflows.
  private func interrupted(on device: DeviceDescription = .screen) -> GestureScript {
    var screen = GestureScript(on: device)
    screen.down(0, id: 1, at: 100, 100)
    screen.down(1, id: 2, at: 200, 100)
    screen.press(.touch)
    screen.frame()
    screen.drop()
    screen.move(0, to: 999, 499)
    screen.frame()
    return screen
  }

  private let beginnings = ["began 0 at 100,100", "began 1 at 200,100"]

  @Test func `After a sync, contacts that stand continue with a gap, others end, and new ones begin`() {
    var screen = interrupted()
    screen.down(0, id: 1, at: 300, 100)
    screen.up(1)
    screen.down(2, id: 3, at: 700, 300)
    screen.press(.touch)
    screen.sync()
    screen.move(0, to: 310, 100)
    screen.frame()
    expect(
      screen,
      gives: beginnings + [
        "moved 0 after a gap to 300,100", "ended 1", "began 2 at 700,300", "moved 0 to 310,100",
      ])
  }

  @Test func `An id that changed during the drop ends one touch and begins another`() {
    var screen = interrupted()
    screen.down(0, id: 9, at: 100, 100)
    screen.down(1, id: 2, at: 200, 100)
    screen.sync()
    expect(
      screen,
      gives: beginnings + ["ended 0", "began 2 at 100,100", "moved 1 after a gap to 200,100"])
  }

  @Test func `Two drops before one sync count as one gap`() {
    var screen = interrupted()
    screen.drop()
    screen.frame()
    screen.down(0, id: 1, at: 120, 100)
    screen.down(1, id: 2, at: 200, 120)
    screen.sync()
    expect(
      screen,
      gives: beginnings + ["moved 0 after a gap to 120,100", "moved 1 after a gap to 200,120"])
    #expect(anomalies(of: screen)[.dropped] == 2)
    #expect(anomalies(of: screen)[.droppedWithoutSync] == 0)
  }

  @Test func `A sync that comes after more frames is still right`() {
    var screen = interrupted()
    screen.move(0, to: 120, 100)
    screen.frame()
    screen.down(0, id: 1, at: 130, 100)
    screen.up(1)
    screen.sync()
    expect(
      screen,
      gives: beginnings + ["moved 0 after a gap to 120,100", "moved 0 to 130,100", "ended 1"])
  }

  @Test func `What an incomplete sync leaves out stays uncertain until it reports`() {
    var screen = interrupted()
    screen.down(0, id: 1, at: 120, 100)
    screen.press(.touch)
    screen.sync()
    screen.move(1, to: 210, 100)
    screen.frame()
    expect(
      screen,
      gives: beginnings + ["moved 0 after a gap to 120,100", "moved 1 after a gap to 210,100"])
  }

  @Test func `An empty sync changes nothing`() {
    var screen = interrupted()
    screen.sync()
    screen.move(1, to: 210, 100)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 1 after a gap to 210,100"])
  }

  @Test func `A finger that came in lost events is one touch, whose id the sync reports`() {
    var screen = GestureScript(on: .screen)
    screen.drop()
    screen.frame()
    screen.slot(1)
    screen.axis(.positionX, 100)
    screen.axis(.positionY, 100)
    screen.frame()
    screen.down(1, id: 4, at: 110, 100)
    screen.sync()
    screen.move(1, to: 120, 100)
    screen.frame()
    screen.up(1)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "moved 0 to 110,100", "moved 0 to 120,100", "ended 0"])
  }

  @Test func `With several fingers down, one axis before the next slot's name cannot be attributed to a slot`() {
    var screen = interrupted()
    screen.axis(.positionX, 900)
    screen.frame()
    screen.slot(1)
    screen.axis(.positionX, 210)
    screen.axis(.positionY, 101)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 1 after a gap to 210,101"])
  }

  @Test func `A single finger goes on with a gap though its slot is not named again`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    screen.axis(.positionX, 150)
    screen.axis(.positionY, 120)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "moved 0 after a gap to 150,120"])
  }

  @Test
  func
    `A position counts when both of its axes have been reported: one new and one old are not a place where the finger was`()
  {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    for x in [150, 160] as [Int32] {
      screen.axis(.positionX, x)
      screen.frame()
    }
    screen.axis(.positionX, 170)
    screen.axis(.positionY, 300)
    screen.frame()
    screen.axis(.positionX, 180)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "moved 0 after a gap to 170,300", "moved 0 to 180,300"])
  }

  @Test func `An axis that is not reported in eight frames is as it was`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    for step in 1...9 {
      screen.axis(.positionX, 200 + Int32(step))
      screen.frame()
    }
    expect(screen, gives: ["began 0 at 100,100", "moved 0 after a gap to 208,100", "moved 0 to 209,100"])
  }

  @Test func `A finger whose id was lost goes on with every frame`() {
    var screen = GestureScript(on: .screen)
    screen.drop()
    screen.frame()
    for x in [150, 160, 170] as [Int32] {
      screen.move(0, to: x, x)
      screen.frame()
    }
    screen.up(0)
    screen.frame()
    expect(screen, gives: ["began 0 at 150,150", "moved 0 to 160,160", "moved 0 to 170,170", "ended 0"])
  }

  @Test func `After a sync the current slot is the one that it named last`() {
    var screen = interrupted()
    screen.down(0, id: 1, at: 120, 100)
    screen.down(1, id: 2, at: 200, 100)
    screen.slot(0)
    screen.sync()
    screen.axis(.positionX, 130)
    screen.frame()
    expect(
      screen,
      gives: beginnings + [
        "moved 0 after a gap to 120,100", "moved 1 after a gap to 200,100", "moved 0 to 130,100",
      ])
  }

  @Test func `Without a sync, a slot that reports a position continues with a gap, and a new id begins a touch`() {
    var screen = interrupted()
    screen.move(1, to: 220, 100)
    screen.frame()
    screen.move(1, to: 230, 100)
    screen.down(0, id: 8, at: 400, 400)
    screen.frame()
    expect(
      screen,
      gives: beginnings + [
        "moved 1 after a gap to 220,100", "moved 1 to 230,100", "ended 0", "began 2 at 400,400",
      ])
    #expect(anomalies(of: screen)[.droppedWithoutSync] == 1)
  }

  @Test func `Without a sync, a finger that came unseen begins with its first position`() {
    var screen = interrupted()
    screen.move(5, to: 500, 250)
    screen.frame()
    screen.up(5)
    screen.frame()
    expect(screen, gives: beginnings + ["began 2 at 500,250", "ended 2"])
  }

  @Test(arguments: [1, 0] as [Int32])
  func `Without a sync, what stays silent ends when BTN_TOUCH proves it gone`(
    value: Int32
  ) {
    var screen = interrupted()
    screen.move(1, to: 220, 100)
    screen.frame()
    screen.key(.touch, value)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 1 after a gap to 220,100", "ended 0"])
  }

  @Test func `A drop that a frame's parts straddle loses the frame to its end`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame()
    screen.move(0, to: 110, 100)
    screen.drop()
    screen.move(0, to: 500, 100)
    screen.frame()
    guard case .frame(let whole) = screen.steps[1] else { return }
    for cut in 1..<whole.events.count {
      var run = Run()
      let device = run.open(screen.device)
      run.play(screen.steps[0], on: device)
      run.play(.frame(Frame(events: Array(whole.events[..<cut]))), on: device)
      run.play(.frame(Frame(events: Array(whole.events[cut...]))), on: device)
      expect(run, gives: ["began 0 at 100,100"], "cut at \(cut)")
    }
  }

  @Test func `Anonymous contacts go on with a gap`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 100)
    screen.frame()
    screen.contact(110, 100)
    screen.drop()
    screen.frame()
    screen.contact(140, 100)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "moved 0 after a gap to 140,100"])
  }

  @Test func `A sync says nothing of anonymous contacts`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    screen.press(.touch)
    screen.sync()
    screen.contact(140, 100)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "moved 0 after a gap to 140,100"])
  }
}
