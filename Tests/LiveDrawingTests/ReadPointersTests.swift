import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What devices that are read do, as a desktop would report it.
struct ReadPointersTests {
  private let device = DeviceChannel(rawValue: 1)

  private func frame(_ keys: [EventCode: Int32] = [:]) -> Frame {
    let time = Timestamp(microseconds: 5)
    return Frame(
      events: keys.map { InputEvent(time: time, type: .key, code: $0.key, value: $0.value) } + [.report(at: time)])
  }

  private func sample(_ x: Double, hovering isHovering: Bool = false) -> TouchSample {
    TouchSample(
      time: Timestamp(microseconds: 5), position: DevicePoint(x: 0, y: 0), boardPoint: BoardPoint(x: x, y: 1),
      tool: .pen, isHovering: isHovering)
  }

  private func touch(_ tool: TouchTool) -> Touch {
    Touch(
      id: Touch.ID(rawValue: 7), device: device, slot: Slot(rawValue: 0), trackingID: TrackingID(rawValue: 7),
      tool: tool)
  }

  private func hover(_ phase: HoverEvent.Phase, _ x: Double) -> HoverEvent {
    HoverEvent(
      device: device, slot: Slot(rawValue: 0), phase: phase, sample: sample(x, hovering: true))
  }

  private func story(_ steps: [ReadPointers.Step]) -> [String] {
    steps.map { step in
      let place = "\(step.event.phase) \(step.event.point.x)"
      guard case .pen(let state) = step.event.pointer else { return "finger \(place)" }
      return "\(state.end) \(place) \(state.buttons.rawValue)"
    }
  }

  @Test func `A pen comes near, touches with a button held, and leaves`() {
    var pointers = ReadPointers()
    let near = pointers.handle(frame(), from: device, touches: [], hovers: [hover(.entered, 1)])
    #expect(story(near) == ["tip moved 1.0 0"])
    // A button alone, where the pen was.
    let pressed = pointers.handle(frame([.stylus: 1]), from: device, touches: [], hovers: [])
    #expect(story(pressed) == ["tip moved 1.0 1"])
    let began = TouchEvent(touch: touch(.pen), phase: .began, sample: sample(2))
    let touching = pointers.handle(frame(), from: device, touches: [began], hovers: [hover(.left, 1)])
    #expect(story(touching) == ["tip began 2.0 1"])
    #expect(touching[0].touch == touch(.pen))
    let ended = TouchEvent(touch: touch(.pen), phase: .ended, sample: sample(3))
    let lifted = pointers.handle(frame([.stylus: 0]), from: device, touches: [ended], hovers: [])
    #expect(story(lifted) == ["tip ended 3.0 0"])
    #expect(story(pointers.handle(frame(), from: device, touches: [], hovers: [hover(.left, 3)])) == ["tip left 3.0 0"])
    #expect(pointers.handle(frame([.stylus2: 1]), from: device, touches: [], hovers: []).isEmpty)
  }

  @Test func `A finger keeps its sequence, and a pen that is unplugged is gone`() {
    var pointers = ReadPointers()
    let began = TouchEvent(touch: touch(.finger), phase: .began, sample: sample(2))
    let steps = pointers.handle(frame(), from: device, touches: [began], hovers: [])
    #expect(steps.map(\.event.pointer) == [.finger(TouchSequence(rawValue: 7))])
    _ = pointers.handle(frame(), from: device, touches: [], hovers: [hover(.moved, 4)])
    let gone = pointers.remove(device, touches: [], at: Timestamp(microseconds: 9))
    #expect(story(gone) == ["tip left 4.0 0"])
  }
}
