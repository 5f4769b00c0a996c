import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Whether a pen draws, after events were lost: docs/touch-model.md, section 9.
struct PenDropTests {
  /// A pen that draws, and lost events.
  private func interruptedPen() -> GestureScript {
    var pen = GestureScript(on: .pen)
    pen.penIn(at: 100, 100)
    pen.penDown()
    pen.frame()
    pen.drop()
    pen.frame()
    return pen
  }

  @Test func `Without a sync, pressure shows whether a pen still draws`() {
    var pen = interruptedPen()
    pen.at(150, 100)
    pen.axis(.pressure, 400)
    pen.frame()
    pen.at(160, 100)
    pen.axis(.pressure, 0)
    pen.frame()
    pen.at(170, 100)
    pen.frame()
    expect(
      pen,
      gives: [
        "began 0 pen at 100,100", "moved 0 after a gap to 150,100", "ended 0", "hover entered 160,100",
        "hover moved 170,100",
      ])
  }

  @Test func `Contact before the loss counts for more than a distance: pens report one while they touch`() {
    var pen = interruptedPen()
    pen.axis(.distance, 12)
    pen.frame()
    pen.at(150, 110)
    pen.axis(.distance, 14)
    pen.frame()
    pen.at(160, 110)
    pen.axis(.pressure, 700)
    pen.frame()
    pen.release(.touch)
    pen.axis(.pressure, 0)
    pen.frame()
    expect(
      pen,
      gives: [
        "began 0 pen at 100,100", "moved 0 after a gap to 150,110", "moved 0 to 160,110", "ended 0",
        "hover entered 160,110",
      ])
  }

  @Test func `BTN_TOUCH that is released was down since the loss; what was reported in between is drawn`() {
    var pen = interruptedPen()
    pen.at(150, 110)
    pen.axis(.distance, 12)
    pen.frame()
    pen.release(.touch)
    pen.frame()
    expect(
      pen,
      gives: [
        "began 0 pen at 100,100", "moved 0 after a gap to 150,110", "ended 0", "hover entered 150,110",
      ])
  }

  @Test func `A press of BTN_TOUCH after a loss ends the stroke before it, and hovering since draws nothing`() {
    var pen = interruptedPen()
    pen.at(150, 110)
    pen.axis(.distance, 12)
    pen.frame()
    pen.at(160, 110)
    pen.press(.touch)
    pen.frame()
    expect(pen, gives: ["began 0 pen at 100,100", "ended 0", "began 1 pen at 160,110"])
  }

  @Test(arguments: [0, 1] as [Int32])
  func `A pen that leaves without a release of BTN_TOUCH had been lifted`(
    value: Int32
  ) {
    var pen = interruptedPen()
    pen.at(150, 110)
    pen.frame()
    pen.key(.toolPen, value)
    pen.frame()
    let hover = value == 1 ? ["hover entered 150,110"] : []
    expect(pen, gives: ["began 0 pen at 100,100", "ended 0"] + hover)
  }

  @Test func `An eraser that came in the loss is known by its leaving; the pen is not there then`() {
    var pen = interruptedPen()
    pen.at(150, 110)
    pen.frame()
    pen.release(.toolRubber)
    pen.frame()
    pen.at(160, 110)
    pen.frame()
    expect(pen, gives: ["began 0 pen at 100,100", "ended 0"])
  }

  @Test func `A pressure at which the pen has hovered before is no contact`() {
    var pen = GestureScript(on: .pen)
    pen.penIn(at: 100, 100)
    pen.axis(.pressure, 40)
    pen.frame()
    pen.drop()
    pen.frame()
    pen.at(150, 110)
    pen.axis(.pressure, 30)
    pen.frame()
    pen.at(160, 110)
    pen.axis(.pressure, 50)
    pen.frame()
    let drawn = ["began 0 pen at 150,110", "moved 0 to 160,110"]
    expect(pen, gives: ["hover entered 100,100"] + drawn + ["hover left 100,100"])
  }

  @Test func `A pen that came during the drop is inferred from its pressure`() {
    var pen = GestureScript(on: .pen)
    pen.drop()
    pen.frame()
    pen.at(150, 100)
    pen.axis(.pressure, 300)
    pen.frame()
    expect(pen, gives: ["began 0 pen at 150,100"])
  }

  @Test func `A sync in which the pen is gone ends its stroke`() {
    var pen = interruptedPen()
    pen.at(0, 0)
    pen.release(.toolPen)
    pen.release(.touch)
    pen.sync()
    expect(pen, gives: ["began 0 pen at 100,100", "ended 0"])
  }
}
