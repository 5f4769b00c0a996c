import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// What a sound device would not send.
struct TrackerAnomalyTests {
  @Test(
    arguments: [
      10, 100, -1, -5, .max, .min,
    ] as [Int32]) func `A slot out of range is ignored, and so is all that is said of it`(slot: Int32)
  {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame()
    screen.down(slot, id: 2, at: 900, 400)
    screen.frame()
    screen.move(0, to: 110, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "moved 0 to 110,200"])
    #expect(anomalies(of: screen)[.slotOutOfRange] == 1)
  }

  @Test func `A device that claims two billion slots gets 256`() {
    var screen = GestureScript(on: .screen.with(.slot, 0...Int32.max))
    screen.down(255, id: 1, at: 100, 200)
    screen.down(256, id: 2, at: 100, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200"])
  }

  @Test func `Time that goes back is counted, and kept`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 100, 200)
    screen.frame(at: 100)
    screen.move(0, to: 110, 200)
    screen.frame(at: 50)
    var run = Run()
    run.play(screen)
    #expect(run.events.map(\.time.nanoseconds) == [100_000_000, 50_000_000])
    #expect(anomalies(of: screen)[.timeWentBack] == 1)
  }

  @Test func `Ids beyond the kernel's are ids all the same`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: .max, at: 100, 200)
    screen.frame()
    screen.axis(.trackingID, -7)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "ended 0"])
    #expect(anomalies(of: screen)[.idOutOfRange] == 2)
  }

  @Test func `Of two ids in one frame the second counts`() {
    var screen = GestureScript(on: .screen)
    screen.axis(.trackingID, 4)
    screen.down(0, id: 5, at: 100, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200"])
    #expect(anomalies(of: screen)[.secondIDInFrame] == 1)
  }

  @Test func `One id in two slots makes two touches`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 4, at: 100, 200)
    screen.frame()
    screen.down(1, id: 4, at: 300, 200)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,200", "began 1 at 300,200"])
    #expect(anomalies(of: screen)[.idInUse] == 1)
  }

  @Test func `A position far outside of the range stays within one board of the board`() throws {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 4, at: .max, .min)
    screen.frame()
    var run = Run()
    run.play(screen)
    let sample = try #require(run.events.first).sample
    #expect(sample.position == DevicePoint(x: .max, y: .min))
    #expect(sample.boardPoint == BoardPoint(x: 2000, y: -500))
    #expect(anomalies(of: screen)[.positionOutOfRange] == 1)
  }

  @Test func `A frame without end gives nothing, and is counted`() {
    let event = InputEvent(time: Timestamp(nanoseconds: 5), type: .absolute, code: .positionX, value: 3)
    var run = Run()
    let device = run.open(.screen)
    run.play(.frame(Frame(events: Array(repeating: event, count: FrameAssembler.limit))), on: device)
    expect(run, gives: [])
    #expect(run.session.trackers[0].anomalies[.endlessFrame] == 1)
  }

  @Test func `Axes and keys that were not announced change nothing`() {
    var screen = GestureScript(on: .singleTouchScreen)
    screen.down(0, id: 1, at: 100, 200)
    screen.axis(EventCode(rawValue: 65535), 5)
    screen.key(EventCode(rawValue: 0x2ff), 1)
    screen.noContact()
    screen.frame()
    expect(screen, gives: [])
  }

  @Test func `Mice, pads and keyboards make no touches`() {
    var mouse = DeviceDescription(axes: [.x: 0...1000, .y: 0...500], keys: [.leftButton, .rightButton])
    var script = GestureScript(on: mouse)
    script.at(10, 10)
    script.press(.leftButton)
    script.frame()
    expect(script, gives: [])
    mouse.codes[.key] = [EventCode(rawValue: 30)]
    expect(GestureScript(on: mouse), gives: [])
  }
}

/// Devices that nothing describes.
struct UndescribedTests {
  @Test func `A slotted device of one finger, which never names a slot`() {
    var screen = GestureScript(on: .undescribed)
    screen.axis(.trackingID, 16)
    screen.axis(.positionX, 375)
    screen.axis(.positionY, 119)
    screen.frame()
    screen.axis(.positionX, 380)
    screen.frame()
    screen.axis(.trackingID, -1)
    screen.frame()
    expect(screen, gives: ["began 0 at 375,119", "moved 0 to 380,119", "ended 0"])
  }

  @Test func `A second finger that brings the first ABS_MT_SLOT`() {
    var screen = GestureScript(on: .undescribed)
    screen.axis(.trackingID, 16)
    screen.axis(.positionX, 375)
    screen.axis(.positionY, 119)
    screen.frame()
    screen.down(1, id: 17, at: 330, 305)
    screen.frame()
    screen.up(0)
    screen.frame()
    expect(screen, gives: ["began 0 at 375,119", "began 1 at 330,305", "ended 0"])
  }

  @Test func `SYN_MT_REPORT means anonymous contacts`() {
    var screen = GestureScript(on: .undescribed)
    screen.contact(100, 100, id: 0)
    screen.frame()
    screen.contact(101, 100, id: 0)
    screen.contact(300, 100, id: 1)
    screen.frame()
    screen.noContact()
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "moved 0 to 101,100", "began 1 at 300,100", "ended 0", "ended 1"])
  }

  @Test func `BTN_TOUCH with ABS_X and ABS_Y means single touch`() {
    var screen = GestureScript(on: .undescribed)
    screen.at(100, 100)
    screen.press(.touch)
    screen.frame()
    screen.release(.touch)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "ended 0"])
  }

  @Test func `A single touch gives way when multitouch axes appear`() {
    var screen = GestureScript(on: .undescribed)
    screen.at(100, 100)
    screen.press(.touch)
    screen.frame()
    screen.down(0, id: 3, at: 110, 100)
    screen.frame()
    expect(screen, gives: ["began 0 at 100,100", "began 1 at 110,100", "ended 0"])
  }

  @Test func `Slots grow as they are named, up to 256`() {
    var screen = GestureScript(on: .undescribed)
    screen.down(200, id: 1, at: 5, 5)
    screen.down(256, id: 2, at: 5, 5)
    screen.frame()
    expect(screen, gives: ["began 0 at 5,5"])
    #expect(anomalies(of: screen)[.slotOutOfRange] == 1)
  }
}
