import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Whatever a device sends, these hold.
struct PropertyTests {
  @Test(arguments: [
    DeviceDescription.screen, .anonymousScreen, .singleTouchScreen, .pen, .semiTouchpad, .penAndTouch, .undescribed,
  ]) func `Each touch begins once, moves only while it is down, and ends or is cancelled once`(
    of device: DeviceDescription
  ) {
    for seed in 0..<60 as Range<UInt64> {
      var noise = Noise(seed: seed, device: device)
      var session = TouchSession()
      let events = noise.run(in: &session)
      check(events, "seed \(seed)")
      #expect(session.openTouches.isEmpty, "seed \(seed)")
    }
  }

  @Test func `A frame in parts gives what the whole frame gives`() {
    for seed in 0..<60 as Range<UInt64> {
      var noise = Noise(seed: seed, device: .screen)
      let frames = noise.frames(200).filter { !$0.hasDrop }
      var (whole, split) = (Run(), Run())
      let (first, second) = (whole.open(.screen), split.open(.screen))
      for frame in frames {
        whole.play(.frame(frame), on: first)
        let cut = Int.random(in: 0...frame.events.count, using: &noise.random)
        split.play(.frame(Frame(events: Array(frame.events[..<cut]))), on: second)
        split.play(.frame(Frame(events: Array(frame.events[cut...]))), on: second)
      }
      #expect(whole.events == split.events, "seed \(seed)")
    }
  }

  @Test func `A touch that goes on without a gap has changed with each step`() {
    for seed in 0..<60 as Range<UInt64> {
      var noise = Noise(seed: seed, device: .screen)
      var session = TouchSession()
      var last: [Touch.ID: TouchSample] = [:]
      for event in noise.run(in: &session) {
        var sample = event.sample
        sample.time = Timestamp(nanoseconds: 0)
        if event.phase == .moved(gap: false) { #expect(last[event.touch.id] != sample, "seed \(seed)") }
        last[event.touch.id] = sample
      }
    }
  }

  @Test func `A replay gives what the first play gave`() {
    for seed in 0..<20 as Range<UInt64> {
      let runs = (0..<2).map { _ in
        var noise = Noise(seed: seed, device: .anonymousScreen)
        var session = TouchSession()
        return noise.run(in: &session)
      }
      #expect(runs[0] == runs[1], "seed \(seed)")
    }
  }

  private func check(_ events: [TouchEvent], _ note: String) {
    var down: Set<Touch.ID> = []
    var next = 0
    for event in events {
      let id = event.touch.id
      switch event.phase {
      case .began:
        #expect(id.rawValue == next, "\(note): \(id) begins out of order")
        next += 1
        down.insert(id)
      case .moved: #expect(down.contains(id), "\(note): \(id) moves while it is not down")
      case .ended, .cancelled: #expect(down.remove(id) != nil, "\(note): \(id) ends while it is not down")
      }
      let point = event.sample.boardPoint
      #expect(point.x.isFinite && point.y.isFinite, "\(note): \(point)")
      #expect((0...1).contains(event.sample.pressure ?? 0), "\(note)")
    }
    #expect(down.isEmpty, "\(note): \(down) never ended")
  }
}

/// Frames that mostly follow the protocol and now and then do not.
private struct Noise {
  var random: SplitMix64
  let device: DeviceDescription
  private var time: Int64 = 0

  init(seed: UInt64, device: DeviceDescription) {
    random = SplitMix64(seed: seed)
    self.device = device
  }

  /// Plays 300 frames, some as syncs, with cancels between them, and takes all touches back in the end.
  mutating func run(in session: inout TouchSession) -> [TouchEvent] {
    let mapping = SurfaceMapping(device: device, board: BoardSize(width: 800, height: 400))
    let (index, pen) = (session.open(device, mapping: mapping), session.open(.pen, mapping: mapping))
    var events: [TouchEvent] = []
    for frame in frames(300) {
      let now = frame.time ?? Timestamp(nanoseconds: 0)
      switch Int.random(in: 0..<40, using: &random) {
      case 0: session.handleSync(frame, from: index, into: &events)
      case 1: session.handle(frame, from: pen, into: &events)
      case 2: session.cancelAll(.window, at: now, into: &events)
      case 3:
        session.cancel(Touch.ID(rawValue: Int.random(in: 0..<50, using: &random)), .gesture, at: now, into: &events)
      default: session.handle(frame, from: index, into: &events)
      }
    }
    session.cancelAll(.recordingEnded, at: Timestamp(nanoseconds: time), into: &events)
    return events
  }

  mutating func frames(_ count: Int) -> [Frame] { (0..<count).map { _ in frame() } }

  private mutating func frame() -> Frame {
    time += Int64.random(in: -1_000_000...20_000_000, using: &random)
    let events = (0..<Int.random(in: 0..<14, using: &random)).map { _ in event() }
    return Frame(events: events + [.report(at: Timestamp(nanoseconds: time))])
  }

  private static let axes: [EventCode] = [
    .slot, .trackingID, .positionX, .positionY, .toolType, .touchMajor, .contactPressure, .contactDistance, .x, .y,
    .pressure, .distance, .tiltX,
  ]
  private static let keys: [EventCode] = [.touch, .toolPen, .toolRubber, .toolFinger, .toolDoubleTap, .leftButton]

  private mutating func event() -> InputEvent {
    let now = Timestamp(nanoseconds: time)
    switch Int.random(in: 0..<100, using: &random) {
    case 0: return InputEvent(time: now, type: .synchronization, code: .dropped, value: 0)
    case 1..<12: return InputEvent(time: now, type: .synchronization, code: .multitouchReport, value: 0)
    case 12..<30: return event(.key, Self.keys.randomElement(using: &random), Int32.random(in: 0...1, using: &random))
    case 30: return event(.absolute, Self.axes.randomElement(using: &random), Int32(truncatingIfNeeded: random.next()))
    case 31: return garbage()
    default: return event(.absolute, Self.axes.randomElement(using: &random), Int32.random(in: -1...9, using: &random))
    }
  }

  private func event(_ type: EventType, _ code: EventCode?, _ value: Int32) -> InputEvent {
    InputEvent(time: Timestamp(nanoseconds: time), type: type, code: code ?? .x, value: value)
  }

  private mutating func garbage() -> InputEvent {
    let bits = random.next()
    return InputEvent(
      time: Timestamp(nanoseconds: Int64(bitPattern: random.next())),
      type: EventType(rawValue: UInt16(truncatingIfNeeded: bits)),
      code: EventCode(rawValue: UInt16(truncatingIfNeeded: bits >> 16)), value: Int32(truncatingIfNeeded: bits >> 32))
  }
}
