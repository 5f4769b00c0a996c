import Testing
import TouchReelInputEvents
import TouchReelRecordings

/// Each finding by a gesture that has nothing else amiss.
struct LinterTests {
  private func findings(_ device: DeviceDescription = Gesture.screen, _ perform: (inout Gesture) -> Void) -> [String] {
    var gesture = Gesture(on: device)
    perform(&gesture)
    var linter = RecordingLinter()
    for step in gesture.script { linter.check(step.entry) }
    return linter.finish().map(\.description)
  }

  @Test func `A sound gesture has no findings`() {
    let found = findings {
      $0.frame(0, .slot(0), .id(1), .x(10), .y(20), .key(.touch, 1))
      $0.frame(8, .x(11), .slot(1), .id(2), .x(500), .y(500))
      $0.frame(16, .id(-1))
      $0.frame(24, .slot(0), .id(-1), .key(.touch, 0))
    }
    #expect(found == [])
  }

  @Test func `Time that goes back`() {
    let found = findings {
      $0.frame(100, .key(.touch, 1))
      $0.frame(92, .key(.touch, 0))
      $0.frame(90, .key(.touch, 0))
    }
    #expect(found == ["device 0: time goes backwards (first at -0.008 s, frame 1; 2 times)"])
  }

  @Test func `Occurrences have the times that a recording had come to`() {
    var gesture = Gesture()
    gesture.frame(100, .slot(0), .id(1), .x(-1))
    gesture.frame(120, .x(-2))
    gesture.frame(110, .x(-3), .y(-1))
    gesture.frame(140, .x(-4), .id(-1))
    var linter = RecordingLinter()
    for step in gesture.script { linter.check(step.entry) }
    let found = linter.finish().map(\.times.all).map { times in
      times.map { [$0.first.nanoseconds / 1_000_000, Int64($0.count)] }
    }
    // Time goes back at 20 ms; y is out of range there, and x at 0, 20 (twice) and 40 ms.
    #expect(found == [[[20, 1]], [[0, 1], [20, 2], [40, 1]], [[20, 1]]])
  }

  @Test func `A frame that ends without report`() {
    let found = findings { $0.cutFrame(1204, .x(1)) }
    #expect(
      found == ["device 0: a frame has no SYN_REPORT; events of it may be missing (first at 0.000 s, frame 0)"])
  }

  @Test func `A frame without events`() {
    #expect(findings { $0.frame(1) } == ["device 0: a frame has no events (first at 0.000 s, frame 0)"])
  }

  @Test func `A slot that the device does not have`() {
    let found = findings {
      $0.frame(0, .slot(0))
      $0.frame(8, .slot(5), .id(3), .x(1))
      $0.frame(16, .slot(-2))
    }
    #expect(
      found == [
        "device 0: ABS_MT_SLOT is out of range; events of that slot are ignored "
          + "(first at 0.008 s, frame 1; 2 times)"
      ])
  }

  @Test func `A second ID in a slot`() {
    let found = findings {
      $0.frame(0, .slot(2), .id(1))
      $0.frame(8, .id(2))
      $0.frame(16, .id(-1))
    }
    #expect(
      found == [
        "device 0: a slot gets a new tracking id without a lift; the old touch ends there (first at 0.008 s, frame 1)"
      ])
  }

  @Test func `Several IDs of a slot in one frame end no touch`() {
    let found = findings {
      $0.frame(0, .slot(0), .id(1), .x(1), .y(1), .id(-1))
      $0.frame(8, .id(2), .x(10), .id(3), .x(11))
      $0.frame(16, .id(-1))
    }
    #expect(
      found == [
        "device 0: a slot gets several tracking ids in one frame; the last of them counts (first at 0.008 s, frame 1)"
      ])
  }

  @Test(arguments: [Int32(0x7FFF_FFFF), -2, .min])
  func `A strange ID`(id: Int32) {
    let found = findings {
      $0.frame(0, .id(id))
      $0.frame(8, .id(-1))
    }
    #expect(found == ["device 0: a tracking id that the kernel does not assign (first at 0.000 s, frame 0)"])
  }

  @Test func `Values outside of the range`() {
    let found = findings { $0.frame(0, .slot(0), .x(1001), .y(-1), .x(2000)) }
    #expect(
      found == [
        "device 0: ABS_MT_POSITION_X is out of range (first at 0.000 s, frame 0; 2 times)",
        "device 0: ABS_MT_POSITION_Y is out of range (first at 0.000 s, frame 0)",
      ])
  }

  @Test func `Codes that are not announced`() {
    let found = findings {
      $0.frame(
        0, .axis(.tiltX, 3), Gesture.Step(type: EventType(rawValue: 40), code: EventCode(rawValue: 2000), value: 1))
    }
    #expect(
      found == [
        "device 0: ABS_TILT_X is sent but not announced (first at 0.000 s, frame 0)",
        "device 0: code 2000 of type 40 is sent but not announced (first at 0.000 s, frame 0)",
      ])
  }

  @Test func `Dropped events with and without the state that follows`() {
    let found = findings {
      $0.frame(0, .x(1))
      $0.frame(8, .drop)
      $0.sync(8, .slot(0), .id(7))
      $0.frame(16, .id(-1))
      $0.frame(24, .drop)
    }
    #expect(
      found == [
        "device 0: SYN_DROPPED: events were lost, and the state was read again (first at 0.008 s, frame 1)",
        "device 0: SYN_DROPPED: events were lost, and the state after that is a guess "
          + "(first at 0.024 s, frame 3)",
      ])
  }

  @Test func `Contacts that are down at the end`() {
    let found = findings { $0.frame(0, .id(1), .key(.touch, 1), .slot(1), .id(2)) }
    #expect(found == ["device 0: a contact is still down at the end (2 times)"])
  }

  @Test func `Keys that are down at the end`() {
    #expect(findings { $0.frame(0, .key(.touch, 1)) } == ["device 0: BTN_TOUCH is still down at the end"])
  }

  @Test func `A contact from before the start`() {
    var device = Gesture.screen
    device.slots = []
    let found = findings(device) {
      $0.frame(0, .x(1))
      $0.frame(8, .id(-1))
    }
    #expect(
      found == [
        "device 0: a contact was down before the recording began; its beginning is missing (first at 0.000 s, frame 0)"
      ])
  }

  @Test func `A device that nothing describes`() {
    var device = DeviceDescription()
    device.isComplete = false
    let found = findings(device) {
      $0.frame(0, .slot(0), .id(1))
      $0.frame(8, .id(2))
      $0.frame(16, .id(-1))
    }
    #expect(
      found == [
        "device 0: it has no description; its ranges are inferred from its events",
        "device 0: a slot gets a new tracking id without a lift; the old touch ends there (first at 0.008 s, frame 1)",
      ])
  }

  @Test func `A screen without size`() {
    var device = Gesture.screen
    device.axes[.positionX] = AbsoluteAxis(minimum: 0, maximum: 0)
    let found = findings(device) { _ in }
    #expect(
      found == [
        "device 0: ABS_MT_POSITION_X has an empty range; positions are scaled by the values that occur",
        "device 0: no resolution: its size in mm is unknown, and its proportions are taken from its ranges",
      ])
  }

  @Test func `A range that is the wrong way round is called that, and says no size`() {
    var device = Gesture.screen
    device.axes[.positionX] = AbsoluteAxis(minimum: 4095, maximum: 0, resolution: 12)
    device.axes[.positionY] = AbsoluteAxis(minimum: 0, maximum: 2303, resolution: 12)
    #expect(findings(device) { _ in } == ["device 0: ABS_MT_POSITION_X has an inverted range; its ends are swapped"])
    #expect(device.size == nil)
    device.axes[.positionX] = AbsoluteAxis(minimum: 0, maximum: 4095, resolution: 12)
    #expect(device.size?.width == 341.25)
  }

  @Test func `What was down at unplug says nothing`() {
    let found = findings {
      $0.frame(0, .id(1), .key(.touch, 1))
      $0.add(.opening(1, number: 0, Gesture.screen))
    }
    #expect(found == [])
  }

  @Test func `An endless frame is reported`() {
    let events = Array(repeating: Gesture.Step.x(5), count: FrameAssembler.limit)
    let found = findings { $0.add(.frame(0, Gesture.frame(0, events))) }
    #expect(found == ["device 0: 65536 events without a SYN_REPORT (first at 0.000 s, frame 0)"])
  }
}
