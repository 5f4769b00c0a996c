import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Touchpads and positions of which an axis stays unreported.
struct PointerDropTests {
  @Test func `The line breaks where an axis that was taken as it was turns out to have moved`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 100)
    screen.frame()
    screen.drop()
    screen.frame()
    for step in 1...8 {
      screen.axis(.positionX, 200 + Int32(step))
      screen.frame()
    }
    for y in [131, 132] as [Int32] {
      screen.axis(.positionY, y)
      screen.frame()
    }
    expect(
      screen,
      gives: [
        "began 0 at 100,100", "moved 0 after a gap to 208,100", "moved 0 after a gap to 208,131", "moved 0 to 208,132",
      ])
  }

  @Test func `So does the line of a pen whose samples were held back`() {
    var pen = GestureScript(on: .pen)
    pen.penIn(at: 100, 100)
    pen.penDown()
    pen.frame()
    pen.drop()
    pen.frame()
    for step in 1...8 {
      pen.axis(.x, 200 + Int32(step))
      pen.frame()
    }
    pen.axis(.y, 131)
    pen.frame()
    pen.release(.touch)
    pen.frame()
    expect(
      pen,
      gives: [
        "began 0 pen at 100,100", "moved 0 after a gap to 208,100", "moved 0 after a gap to 208,131", "ended 0",
        "hover entered 208,131",
      ])
  }

  /// A finger on a semi-MT touchpad whose corners are there, while BTN_TOUCH waits for more pressure.
  private func lightTouch() -> GestureScript {
    var pad = GestureScript(on: .semiTouchpad)
    pad.down(0, id: 1, at: 100, 100)
    pad.at(100, 100)
    pad.press(.toolFinger)
    pad.frame()
    pad.drop()
    pad.frame()
    return pad
  }

  @Test func `BTN_TOUCH that is pressed among corners does not say that nothing touched`() {
    var pad = lightTouch()
    pad.move(0, to: 110, 105)
    pad.at(110, 105)
    pad.press(.touch)
    pad.frame()
    expect(pad, gives: ["began 0 at 100,100", "moved 0 after a gap to 110,105"])
  }

  @Test func `BTN_TOUCH that is pressed with the first corner says so`() {
    var pad = lightTouch()
    pad.down(0, id: 2, at: 110, 105)
    pad.at(110, 105)
    pad.press(.touch)
    pad.frame()
    expect(pad, gives: ["began 0 at 100,100", "ended 0", "began 1 at 110,105"])
  }

  @Test func `A synced state with corners touches, whatever it says of BTN_TOUCH`() {
    var pad = lightTouch()
    pad.down(0, id: 1, at: 110, 105)
    pad.at(110, 105)
    pad.press(.toolFinger)
    pad.release(.touch)
    pad.sync()
    expect(pad, gives: ["began 0 at 100,100", "moved 0 after a gap to 110,105"])
  }

  @Test func `A finger key that changes twice in a frame has not changed`() {
    var pad = GestureScript(on: .semiTouchpad)
    pad.down(0, id: 1, at: 100, 100)
    pad.at(100, 100)
    pad.press(.toolFinger)
    pad.press(.touch)
    pad.frame()
    pad.release(.toolFinger)
    pad.press(.toolFinger)
    pad.at(110, 105)
    pad.frame()
    expect(pad, gives: ["began 0 at 100,100", "moved 0 to 110,105"])
  }
}
