import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Contacts that come and go within one frame.
struct TapWithinFrameTests {
  @Test func `An id that comes and goes within a frame is a touch`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 7, at: 100, 200)
    screen.press(.touch)
    screen.up(0)
    screen.release(.touch)
    screen.frame()
    screen.down(0, id: 8, at: 300, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 300,200"])
  }

  @Test func `A tap where the one before was has its position`() {
    var screen = GestureScript(on: .screen)
    screen.down(2, id: 7, at: 100, 200)
    screen.up(2)
    screen.frame()
    // The kernel sends only what changed.
    screen.axis(.trackingID, 8)
    screen.axis(.trackingID, -1)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 100,200", "ended 1"])
  }

  @Test func `A tap between two touches of a slot is in the order of their ids`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 4, at: 100, 200)
    screen.frame()
    screen.axis(.trackingID, -1)
    screen.down(0, id: 5, at: 300, 200)
    screen.axis(.trackingID, -1)
    screen.down(0, id: 6, at: 500, 200)
    screen.frame()
    expect(
      screen,
      gives: ["began 0 at 100,200", "ended 0", "began 1 at 300,200", "ended 1", "began 2 at 500,200"])
  }

  @Test func `An id that goes, comes again and goes within a frame is the touch that ends`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 4, at: 100, 200)
    screen.frame()
    for id in [-1, 4, -1] as [Int32] { screen.axis(.trackingID, id) }
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0"])
  }

  @Test func `A tap in a slot whose position was lost leaves none`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 4, at: 100, 200)
    screen.frame()
    screen.drop()
    screen.frame()
    screen.axis(.slot, 1)
    screen.axis(.trackingID, 5)
    screen.axis(.positionX, 10)
    screen.axis(.trackingID, -1)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200"])
  }

  @Test func `A key that is pressed and released within a frame is a touch`() {
    for key in [EventCode.touch, .leftButton] {
      var device = DeviceDescription.singleTouchScreen
      device.codes[.key] = [key]
      var screen = GestureScript(on: device)
      screen.at(100, 200)
      screen.press(key)
      screen.release(key)
      screen.frame()
      screen.at(300, 200)
      screen.press(key)
      screen.frame()
      expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 300,200"])
    }
  }

  @Test func `A key that is released and pressed again within a frame changes nothing`() {
    var screen = GestureScript(on: .singleTouchScreen)
    screen.at(100, 200)
    screen.press(.touch)
    screen.frame()
    screen.at(110, 200)
    screen.release(.touch)
    screen.press(.touch)
    screen.frame()
    screen.press(.touch)
    screen.release(.touch)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 110,200", "ended 0"])
  }

  @Test func `A key that was down at the start was not pressed in the first frame`() {
    var device = DeviceDescription.singleTouchScreen
    device.active[.key] = [.touch]
    var screen = GestureScript(on: device)
    screen.at(100, 200)
    screen.release(.touch)
    screen.frame()
    expect(screen, gives: [])
  }

  @Test func `A pen that taps within a frame touches between two hovers`() {
    var pen = GestureScript(on: .pen)
    pen.penIn(at: 100, 100)
    pen.frame()
    pen.press(.touch)
    pen.release(.touch)
    pen.frame()
    expect(
      pen,
      gives: [
        "hover entered 100,100", "began 0 pen at 100,100", "ended 0", "hover left 100,100", "hover entered 100,100",
      ])
  }

  @Test func `An eraser that comes, taps and leaves within a frame is an eraser`() {
    var pen = GestureScript(on: .pen)
    pen.penIn(.toolRubber, at: 100, 100)
    pen.press(.touch)
    pen.release(.touch)
    pen.release(.toolRubber)
    pen.frame()
    expect(pen, gives: ["began 0 eraser at 100,100", "ended 0"])
  }

  @Test func `Where pressure is the contact, a pressure that comes and goes within a frame is a touch`() {
    var pen = GestureScript(on: .pen.without(.touch))
    pen.penIn(at: 100, 100)
    pen.axis(.pressure, 300)
    pen.axis(.pressure, 0)
    pen.release(.toolPen)
    pen.frame()
    expect(pen, gives: ["began 0 pen at 100,100", "ended 0"])
  }

  @Test func `A contact of protocol A that is listed while BTN_TOUCH is pressed and released is a touch`() {
    var screen = GestureScript(on: .anonymousScreen)
    for x in [100, 300] as [Int32] {
      screen.contact(x, 200)
      screen.press(.touch)
      screen.release(.touch)
      screen.frame()
    }
    expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 300,200", "ended 1"])
  }
}
