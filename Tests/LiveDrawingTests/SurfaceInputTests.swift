import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Steps as lines: `touchscreen@5: 3/47=0 3/57=0 3/53=2560 …`, one per frame, without the SYN_REPORT.
private func lines(_ events: [PointerEvent]) -> [String] {
  var input = SurfaceInput()
  var lines: [String] = []
  func note(_ step: SurfaceStep) {
    switch step {
    case .frame(let frame, of: let device):
      #expect(frame.isComplete)
      let time = (frame.time?.nanoseconds ?? 0) / 1_000_000
      let words = frame.events.dropLast().map { event in
        #expect(event.time == frame.time)
        return " \(event.type.rawValue)/\(event.code.rawValue)=\(event.value)"
      }
      lines.append("\(device)@\(time):" + words.joined())
    case .cancel(let device, let slot, at: let time):
      lines.append("cancel \(device)@\(time.nanoseconds / 1_000_000): \(slot.rawValue)")
    }
  }
  for event in events { input.handle(event, emit: note) }
  input.settle(emit: note)
  return lines
}

private func finger(
  _ sequence: UInt, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ milliseconds: Int64
) -> PointerEvent {
  PointerEvent(
    .finger(TouchSequence(rawValue: sequence)), phase, at: BoardPoint(x: x, y: y),
    time: Timestamp(microseconds: milliseconds * 1000))
}

private func pen(
  _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ milliseconds: Int64, _ state: PenState = PenState()
) -> PointerEvent {
  PointerEvent(
    .pen(state), phase, at: BoardPoint(x: x, y: y), time: Timestamp(microseconds: milliseconds * 1000))
}

private func mouse(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ milliseconds: Int64) -> PointerEvent {
  PointerEvent(.mouse, phase, at: BoardPoint(x: x, y: y), time: Timestamp(microseconds: milliseconds * 1000))
}

// Codes: 3 EV_ABS (0 X, 1 Y, 24 PRESSURE, 26 TILT_X, 27 TILT_Y, 47 SLOT, 53 MT_POSITION_X, 54 MT_POSITION_Y, 57
// TRACKING_ID), 1 EV_KEY (320 TOOL_PEN, 321 TOOL_RUBBER, 330 TOUCH).
struct SurfaceInputTests {
  @Test func `A finger's life is a slot with an id, in 1/256 points`() {
    // 10 · 256 = 2560, 20.5 · 256 = 5248, 11 · 256 = 2816.
    #expect(
      lines([finger(9, .began, 10, 20.5, 5), finger(9, .moved, 11, 20.5, 6), finger(9, .ended, 11, 20.5, 7)]) == [
        "touchscreen@5: 3/57=0 3/53=2560 3/54=5248 1/330=1", "touchscreen@6: 3/53=2816",
        "touchscreen@7: 3/57=-1 1/330=0",
      ])
  }

  @Test func `Events of several fingers at the same time are one frame`() {
    #expect(
      lines([
        finger(1, .began, 1, 1, 5), finger(2, .began, 2, 2, 5), finger(1, .moved, 3, 1, 6), finger(2, .moved, 2, 4, 6),
        finger(1, .ended, 3, 1, 7), finger(2, .ended, 2, 4, 7),
      ]) == [
        "touchscreen@5: 3/57=0 3/53=256 3/54=256 3/47=1 3/57=1 3/53=512 3/54=512 1/330=1",
        "touchscreen@6: 3/47=0 3/53=768 3/47=1 3/54=1024", "touchscreen@7: 3/47=0 3/57=-1 3/47=1 3/57=-1 1/330=0",
      ])
  }

  @Test func `Two events of a finger at the same time are two frames`() {
    #expect(
      lines([finger(1, .began, 1, 1, 5), finger(1, .moved, 2, 1, 5), finger(1, .ended, 3, 1, 5)]) == [
        "touchscreen@5: 3/57=0 3/53=256 3/54=256 1/330=1", "touchscreen@5: 3/53=512", "touchscreen@5: 3/53=768",
        "touchscreen@5: 3/57=-1 1/330=0",
      ])
  }

  @Test func `A cancel by the desktop comes before the lift, and other fingers continue`() {
    #expect(
      lines([
        finger(1, .began, 1, 1, 5), finger(2, .began, 2, 2, 5), finger(2, .moved, 3, 2, 6),
        finger(2, .cancelled, 3, 2, 6),
        finger(1, .moved, 1, 2, 7),
      ]) == [
        "touchscreen@5: 3/57=0 3/53=256 3/54=256 3/47=1 3/57=1 3/53=512 3/54=512 1/330=1", "touchscreen@6: 3/53=768",
        "cancel touchscreen@6: 1", "touchscreen@6: 3/57=-1", "touchscreen@7: 3/47=0 3/54=512",
      ])
  }

  @Test func `A slot is reused, an id is not`() {
    #expect(
      lines([finger(1, .began, 1, 1, 5), finger(1, .ended, 1, 1, 6), finger(2, .began, 1, 1, 7)]) == [
        "touchscreen@5: 3/57=0 3/53=256 3/54=256 1/330=1", "touchscreen@6: 3/57=-1 1/330=0",
        "touchscreen@7: 3/57=1 3/53=256 3/54=256 1/330=1",
      ])
  }

  @Test func `More fingers than slots draw nothing, and leave the others alone`() {
    let many = (0..<40).map { finger(UInt($0), .began, Double($0), 0, 5) }
    let steps = lines(many + [finger(39, .moved, 5, 5, 6), finger(0, .moved, 5, 5, 6)])
    #expect(steps.count == 2)
    #expect(steps[0].contains("3/57=31") && !steps[0].contains("3/57=32"))
    #expect(steps[1] == "touchscreen@6: 3/47=0 3/53=1280 3/54=1280")
  }

  @Test func `A pen hovers, touches with pressure, and turns to its eraser`() {
    let eraser = PenState(end: .eraser, pressure: 1)
    // 0.5 · 65535 = 32767.5, rounded 32768; 30° = 3000 units, −1.5° = −150.
    #expect(
      lines([
        pen(.moved, 1, 1, 1), pen(.began, 1, 1, 2, PenState(pressure: 0.5, tilt: Tilt(x: 30, y: -1.5))),
        pen(.ended, 1, 1, 3), pen(.moved, 2, 1, 4, eraser), pen(.began, 2, 1, 5, eraser), pen(.left, 2, 1, 6, eraser),
      ]) == [
        "pen@1: 3/0=256 3/1=256 1/320=1", "pen@2: 3/24=32768 3/26=3000 3/27=-150 1/330=1", "pen@3: 3/24=0 1/330=0",
        "pen@4: 1/320=0", "pen@4: 3/0=512 1/321=1", "pen@5: 3/24=65535 1/330=1", "pen@6: 3/24=0 1/330=0",
        "pen@6: 1/321=0",
      ])
  }

  @Test func `A mouse touches while its button is down`() {
    #expect(
      lines([
        mouse(.moved, 9, 9, 1), mouse(.began, 1, 1, 2), mouse(.moved, 2, 1, 3), mouse(.ended, 2, 2, 4),
        mouse(.moved, 9, 9, 5), mouse(.began, 2, 2, 6), mouse(.cancelled, 2, 2, 7),
      ]) == [
        "mouse@2: 3/0=256 3/1=256 1/330=1", "mouse@3: 3/0=512", "mouse@4: 3/1=512", "mouse@4: 1/330=0",
        "mouse@6: 1/330=1", "cancel mouse@7: 0", "mouse@7: 1/330=0",
      ])
  }

  @Test func `Times do not go back`() {
    #expect(
      lines([mouse(.began, 1, 1, 9), mouse(.moved, 2, 1, 3), finger(1, .began, 1, 1, 4)]) == [
        "mouse@9: 3/0=256 3/1=256 1/330=1", "mouse@9: 3/0=512", "touchscreen@9: 3/57=0 3/53=256 3/54=256 1/330=1",
      ])
  }

  @Test func `Positions that are not finite, and events out of order, are ignored`() {
    #expect(
      lines([
        finger(1, .moved, 1, 1, 1), finger(1, .ended, 1, 1, 1), finger(1, .began, .nan, 1, 1), mouse(.ended, 1, 1, 1),
        mouse(.began, 1, .infinity, 1), pen(.cancelled, 1, 1, 1), pen(.left, 1, 1, 1), pen(.moved, .nan, 1, 1),
      ]) == [])
    #expect(
      lines([finger(1, .began, 1e300, -1e300, 1), finger(1, .ended, .nan, 0, 2)]) == [
        "touchscreen@1: 3/57=0 3/53=2147483647 3/54=-2147483648 1/330=1", "touchscreen@2: 3/57=-1 1/330=0",
      ])
  }

  @Test func `Everything can be lifted at once; later events of it are ignored`() {
    var input = SurfaceInput()
    var frames: [String] = []
    func note(_ step: SurfaceStep) {
      guard case .frame(let frame, of: let device) = step else { return }
      frames.append("\(device)@\((frame.time?.nanoseconds ?? 0) / 1_000_000)")
    }
    for event in [
      finger(1, .began, 1, 1, 5), finger(2, .began, 2, 2, 6), pen(.began, 1, 1, 7), mouse(.began, 1, 1, 8),
      finger(2, .moved, 3, 2, 9),
    ] { input.handle(event, emit: note) }
    frames = []
    input.liftAll(at: Timestamp(microseconds: 20_000), emit: note)
    // The pen is lifted, then leaves.
    #expect(frames == ["touchscreen@9", "touchscreen@20", "pen@20", "pen@20", "mouse@20"])
    for event in [
      finger(1, .moved, 5, 5, 30), finger(2, .ended, 5, 5, 30), mouse(.moved, 1, 1, 30), mouse(.ended, 1, 1, 31),
    ] {
      input.handle(event, emit: note)
    }
    input.settle(emit: note)
    #expect(frames.count == 5)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `Whatever a desktop reports, the tracker sees the fingers that are down where they are`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var input = SurfaceInput()
    var session = TouchSession()
    let board = BoardSize(width: 400, height: 400)
    let description = SurfaceDevice.touchscreen.description(of: board)
    let screen = session.open(description, mapping: SurfaceMapping(device: description, board: board))
    var places: [Touch.ID: BoardPoint] = [:]
    func play(_ step: SurfaceStep) {
      guard case .frame(let frame, of: .touchscreen) = step else { return }
      var events: [TouchEvent] = []
      session.handle(frame, from: screen, into: &events)
      for event in events { places[event.touch.id] = event.phase == .ended ? nil : event.sample.boardPoint }
    }
    var expected: [UInt: BoardPoint] = [:]
    for turn in 0..<1500 {
      let (sequence, time) = (UInt(random.next(below: 12)), Int64(turn / 3 + random.next(below: 4)))
      let point = BoardPoint(x: Double(random.next(below: 1600)) / 4, y: Double(random.next(below: 1600)) / 4)
      let phases: [PointerEvent.Phase] = [.began, .moved, .moved, .moved, .ended, .cancelled, .left]
      let phase = phases[random.next(below: phases.count)]
      input.handle(finger(sequence, phase, point.x, point.y, time), emit: play)
      switch phase {
      case .began: expected[sequence] = point
      case .moved: if expected[sequence] != nil { expected[sequence] = point }
      case .ended, .cancelled: expected[sequence] = nil
      case .left: break
      }
      guard random.next(below: 5) == 0 else { continue }
      input.settle(emit: play)
      let (seen, wanted) = (places.values.map(\.words).sorted(), expected.values.map(\.words).sorted())
      #expect(seen == wanted, "seed \(seed), turn \(turn)")
    }
    #expect(session.trackers[0].anomalies == TrackerAnomalies())
  }

  @Test(arguments: SurfaceDevice.allCases)
  func `A device covers the board, whatever its size`(
    device: SurfaceDevice
  ) {
    let description = device.description(of: BoardSize(width: 100.5, height: 50))
    #expect(description.kind == (device == .pen ? .pen : .touchscreen))
    #expect(description.unitsPerPoint == 256)
    let axis = description.axes[device == .touchscreen ? .positionX : .x]
    #expect(axis == AbsoluteAxis(minimum: 0, maximum: 25_728))  // 100.5 · 256
    for board in [BoardSize(width: 100.5, height: 50), BoardSize(width: 1000, height: 7000)] {
      let mapping = SurfaceMapping(device: description, board: board)
      #expect(mapping.boardPoint(of: DevicePoint(x: 2561, y: -256)) == BoardPoint(x: 10.00390625, y: -1))
    }
  }
}

extension BoardPoint {
  fileprivate var words: String { "\(x) \(y)" }
}
