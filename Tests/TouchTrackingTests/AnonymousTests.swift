import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Protocol A.
struct AnonymousTests {
  @Test func `A contact is followed from frame to frame until an empty SYN_MT_REPORT`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 200)
    screen.frame()
    screen.contact(105, 201)
    screen.frame()
    screen.noContact()
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 105,201", "ended 0"])
  }

  @Test func `A frame that says nothing of contacts leaves them as they are`() {
    for silence in 0..<4 {
      var screen = GestureScript(on: .anonymousScreen)
      screen.contact(100, 200)
      if silence > 0 { screen.press(.touch) }
      screen.frame()
      switch silence {
      case 2: screen.set(.key, EventCode(rawValue: 0x9e), 1)
      case 3: screen.axis(.x, 5)
      default: break
      }
      screen.frame()
      screen.contact(105, 200)
      screen.frame()
      screen.noContact()
      screen.frame()
      expect(screen, gives: ["began 0 at 100,200", "moved 0 to 105,200", "ended 0"])
    }
  }

  @Test func `A frame without contacts ends them while BTN_TOUCH is up`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 200)
    screen.press(.touch)
    screen.frame()
    screen.contact(105, 200)
    screen.release(.touch)
    screen.frame()
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 105,200", "ended 0"])
  }

  @Test func `A touch major of 0 hovers where the device has shown another and has no pressure`() {
    for (pressure, then) in [(nil, ["ended 0", "hover entered 100,200"]), (9, ["moved 0 to 100,200"])]
      as [(Int32?, [String])]
    {
      var screen = GestureScript(on: .anonymousScreen.with(.touchMajor, 0...31).with(.contactPressure, 0...255))
      for major in [4, 0] as [Int32] {
        screen.axis(.touchMajor, major)
        if let pressure { screen.axis(.contactPressure, pressure) }
        screen.contact(100, 200)
        screen.frame()
      }
      expect(screen, gives: ["began 0 at 100,200"] + then)
    }
  }

  @Test func `BTN_TOUCH that is released ends all contacts`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 200)
    screen.contact(300, 200)
    screen.frame()
    screen.release(.touch)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "began 1 at 300,200", "ended 0", "ended 1"])
  }

  @Test func `Contacts that are sent in another order keep their touches`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 200)
    screen.contact(300, 200)
    screen.frame()
    screen.contact(301, 200)
    screen.contact(101, 200)
    screen.frame()
    expect(
      screen,
      gives: ["began 0 at 100,200", "began 1 at 300,200", "moved 0 to 101,200", "moved 1 to 301,200"])
  }

  @Test func `The whole distance counts, not each contact's own nearest`() {
    // Both are nearest to 200. Straight on: 90 + 10 = 100; crossed: 110 + 10 = 120.
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 0)
    screen.contact(200, 0)
    screen.frame()
    screen.contact(210, 0)
    screen.contact(190, 0)
    screen.frame()
    expect(
      screen, gives: ["began 0 at 100,0", "began 1 at 200,0", "moved 0 to 190,0", "moved 1 to 210,0"])
  }

  @Test func `A third finger begins and the others go on`() {
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 200)
    screen.contact(300, 200)
    screen.frame()
    screen.contact(600, 200)
    screen.contact(100, 210)
    screen.contact(300, 210)
    screen.frame()
    screen.contact(601, 200)
    screen.contact(300, 210)
    screen.frame()
    expect(
      screen,
      gives: [
        "began 0 at 100,200", "began 1 at 300,200", "moved 0 to 100,210", "moved 1 to 300,210", "began 2 at 600,200",
        "ended 0", "moved 2 to 601,200",
      ])
  }

  @Test func `No finger crosses more than a third of the surface between two frames`() {
    // A third of 0…1000 is 333.
    var screen = GestureScript(on: .anonymousScreen)
    screen.contact(100, 200)
    screen.frame()
    screen.contact(433, 200)
    screen.frame()
    screen.contact(767, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 433,200", "ended 0", "began 1 at 767,200"])
  }

  @Test func `Where the device numbers its contacts, the numbers decide`() {
    var screen = GestureScript(on: .anonymousScreen.with(.trackingID, 0...9))
    screen.contact(100, 200, id: 0)
    screen.contact(110, 200, id: 1)
    screen.frame()
    screen.contact(100, 200, id: 1)
    screen.contact(900, 200, id: 0)
    screen.frame()
    screen.contact(900, 200, id: 0)
    screen.frame()
    screen.contact(900, 200, id: 5)
    screen.frame()
    expect(
      screen,
      gives: [
        "began 0 at 100,200", "began 1 at 110,200", "moved 0 to 900,200", "moved 1 to 100,200", "ended 1", "ended 0",
        "began 2 at 900,200",
      ])
  }

  @Test func `A contact whose id is −1 is none, with and without a position`() {
    for hasPosition in [false, true] {
      var screen = GestureScript(on: .anonymousScreen.with(.trackingID, 0...9))
      screen.contact(100, 200, id: 0)
      screen.set(.key, .touch, 1)
      screen.frame()
      screen.axis(.trackingID, -1)
      if hasPosition { screen.axis(.positionX, 120) }
      screen.noContact()
      screen.set(.key, .touch, 0)
      screen.frame()
      screen.contact(110, 200, id: 0)
      screen.frame()
      expect(screen, gives: ["began 0 at 100,200", "ended 0", "began 1 at 110,200"])
    }
  }

  @Test func `Of several contacts only the one whose id is −1 goes`() {
    var screen = GestureScript(on: .anonymousScreen.with(.trackingID, 0...9))
    screen.contact(100, 200, id: 0)
    screen.contact(300, 200, id: 1)
    screen.frame()
    screen.contact(100, 200, id: -1)
    screen.contact(310, 200, id: 1)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "began 1 at 300,200", "ended 0", "moved 1 to 310,200"])
  }

  @Test func `A tool belongs to its own contact`() {
    var screen = GestureScript(on: .anonymousScreen.with(.toolType, 0...2))
    screen.axis(.toolType, 2)
    screen.contact(100, 200)
    screen.contact(300, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 300,200"])
  }

  @Test func `A hundred contacts in a frame are all followed`() {
    var screen = GestureScript(on: .anonymousScreen)
    for frame in 0..<20 as Range<Int32> {
      for finger in 0..<100 as Range<Int32> { screen.contact(finger % 10 * 90 + frame, finger / 10 * 45 + frame) }
      screen.frame()
    }
    var run = Run()
    run.play(screen)
    #expect(run.events.count { $0.phase == .began } == 100)
    #expect(run.events.count { $0.phase == .moved(gap: false) } == 1900)
    #expect(run.events.count == 2000)
  }

  @Test func `More contacts than a tracker follows are counted, and the first are followed`() {
    var screen = GestureScript(on: .anonymousScreen)
    for finger in 0..<300 as Range<Int32> { screen.contact(finger * 3, 0) }
    screen.frame()
    var run = Run()
    run.play(screen)
    #expect(run.events.count == 256)
    #expect(run.session.trackers[0].anomalies[.tooManyContacts] == 44)
  }
}
