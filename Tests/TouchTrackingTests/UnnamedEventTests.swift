import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Events that follow a SYN_DROPPED before an ABS_MT_SLOT says whose they are.
struct UnnamedEventTests {
  /// Two fingers are down when the buffer overflows; the second moved last.
  private func interrupted() -> GestureScript {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.down(1, id: 2, at: 600, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    return screen
  }

  /// One finger is down when the buffer overflows; what follows is of another, which came in what was lost.
  private func replaced() -> GestureScript {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    screen.axis(.positionX, 900)
    screen.axis(.positionY, 400)
    screen.frame()
    return screen
  }

  private let beginnings = ["began 0 at 100,100", "began 1 at 600,100"]

  @Test func `The finger goes on that was nearest, once both axes were reported`() {
    var screen = interrupted()
    // |130 − 100| + |140 − 100| = 70 to the first, 510 to the second.
    screen.axis(.positionX, 130)
    screen.frame()
    screen.axis(.positionY, 140)
    screen.frame()
    screen.axis(.positionX, 131)
    screen.frame()
    screen.axis(.trackingID, -1)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 0 after a gap to 130,140", "moved 0 to 131,140", "ended 0"])
  }

  @Test func `What was gathered of one axis is forgotten when a slot is named`() {
    var screen = interrupted()
    screen.axis(.positionX, 900)
    screen.slot(1)
    screen.axis(.positionY, 120)
    screen.frame()
    screen.axis(.positionX, 610)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 1 after a gap to 610,120"])
  }

  @Test func `A slot that is named after events that were attributed to it keeps its former position`() {
    var screen = replaced()
    screen.slot(0)
    screen.axis(.positionX, 110)
    screen.frame()
    screen.axis(.positionY, 105)
    screen.frame()
    screen.slot(3)
    screen.axis(.positionX, 910)
    screen.axis(.positionY, 410)
    screen.frame()
    expect(
      screen,
      gives: [
        "began 0 at 100,100", "moved 0 after a gap to 900,400", "moved 0 after a gap to 110,105", "began 1 at 910,410",
      ])
  }

  @Test
  func `Buffered events are not given to a slot whose position they do not continue`() {
    var screen = interrupted()
    screen.axis(.positionX, 140)
    screen.axis(.positionY, 300)
    screen.frame()
    screen.slot(0)
    for step in 1...8 {
      screen.axis(.positionX, 100 + Int32(step))
      screen.frame()
    }
    // The events were not of the first finger's slot: its name came next.
    expect(screen, gives: beginnings + ["moved 1 after a gap to 140,300", "moved 0 after a gap to 108,100"])
  }

  @Test func `When another slot is named, the guess is no longer drawn on from`() {
    var screen = replaced()
    screen.slot(2)
    screen.axis(.positionX, 500)
    screen.axis(.positionY, 200)
    screen.frame()
    screen.slot(0)
    screen.axis(.positionX, 110)
    screen.frame()
    screen.axis(.positionY, 105)
    screen.frame()
    expect(
      screen,
      gives: [
        "began 0 at 100,100", "moved 0 after a gap to 900,400", "began 1 at 500,200", "moved 0 after a gap to 110,105",
      ])
  }

  @Test func `A new id does not identify the slot: the place does`() {
    var screen = interrupted()
    screen.axis(.trackingID, 9)
    screen.axis(.positionX, 620)
    screen.axis(.positionY, 110)
    screen.frame()
    screen.axis(.positionX, 630)
    screen.frame()
    screen.axis(.trackingID, -1)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 1 after a gap to 620,110", "moved 1 to 630,110", "ended 1"])
  }

  @Test func `BTN_TOUCH ends the fingers that are silent, and not the one that is held`() {
    var screen = interrupted()
    screen.axis(.positionX, 620)
    screen.axis(.positionY, 110)
    screen.frame()
    screen.release(.touch)
    screen.frame()
    screen.axis(.positionX, 640)
    screen.frame()
    expect(screen, gives: beginnings + ["moved 1 after a gap to 620,110", "ended 0", "moved 1 to 640,110"])
  }

  @Test func `A finger that nothing names is the nearest after 1024 frames`() {
    var screen = interrupted()
    for step in 0..<1025 {
      screen.axis(.positionX, 610 + Int32(step % 2))
      screen.axis(.positionY, 110)
      screen.frame()
    }
    let moves = (0..<1025).map { "moved 1\($0 == 0 ? " after a gap" : "") to \(610 + $0 % 2),110" }
    expect(screen, gives: beginnings + moves)
  }

  @Test func `A synced state says where all are, so what is held is needless`() {
    var screen = interrupted()
    screen.axis(.positionX, 900)
    screen.axis(.positionY, 400)
    screen.frame()
    screen.down(0, id: 1, at: 120, 100)
    screen.down(1, id: 2, at: 910, 410)
    screen.sync()
    expect(
      screen,
      gives: beginnings + ["moved 0 after a gap to 120,100", "moved 1 after a gap to 910,410"])
  }
}
