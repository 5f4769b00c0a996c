package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Turns input of devices that are read directly into the events that a desktop would report, for what follows fingers
/// and pens without drawing: outlines, the buttons of pens, and fingers that move the view.
///
/// The positions of its touches are those on the surface that shows the board, where nothing is enlarged.
package struct ReadPointers: Sendable {
  /// What a finger or a pen does.
  package struct Step: Hashable, Sendable {
    package var event: SurfaceEvent
    /// `nil` for a pen that hovers.
    package var touch: Touch?
    /// What a touch that begins, or a pen that hovers, is over.
    package var target = TouchTarget.canvas

    package init(event: SurfaceEvent, touch: Touch?, target: TouchTarget = .canvas) {
      self.event = event
      self.touch = touch
      self.target = target
    }
  }

  /// A pen that is near.
  private struct Pen {
    var sample: TouchSample
    var touch: Touch?
  }

  private var pens: [DeviceChannel: Pen] = [:]
  private var buttons: [DeviceChannel: PenState.Buttons] = [:]

  package init() {}

  /// - Parameters:
  ///   - frame: what the device reports.
  ///   - device: which it is.
  ///   - touches: what the frame did.
  ///   - hovers: what hovered in it.
  package mutating func handle(
    _ frame: Frame, from device: DeviceChannel, touches: [TouchEvent], hovers: [HoverEvent]
  ) -> [Step] {
    let hasPressed = handleButtons(of: frame, device)
    var steps = hovers.compactMap { handle($0, touches) } + touches.map { handle($0) }
    // A button that is pressed or released while the pen stands still.
    if hasPressed, let pen = pens[device], !steps.contains(where: \.isPen), let time = frame.time {
      steps.append(step(.moved, pen.sample, pen.touch, device, at: time))
    }
    return steps
  }

  /// The device was removed.
  package mutating func remove(_ device: DeviceChannel, touches: [TouchEvent], at time: Timestamp) -> [Step] {
    buttons[device] = nil
    let ends = touches.map { handle($0) }
    guard let pen = pens.removeValue(forKey: device) else { return ends }
    return ends + [step(.left, pen.sample, nil, device, at: time)]
  }

  /// - Returns: whether any of them has changed.
  private mutating func handleButtons(of frame: Frame, _ device: DeviceChannel) -> Bool {
    let before = buttons[device, default: []]
    var pressed = before
    for event in frame.events where event.type == .key {
      guard let button = PenState.Buttons(event.code) else { continue }
      if event.value != 0 { pressed.insert(button) } else { pressed.remove(button) }
    }
    buttons[device] = pressed
    return pressed != before
  }

  /// - Returns: `nil` for a pen that touches from now on, which is no longer near only.
  private mutating func handle(_ hover: HoverEvent, _ touches: [TouchEvent]) -> Step? {
    guard hover.sample.tool.isPen, !touches.contains(where: { $0.phase == .began && $0.touch.tool.isPen })
    else { return nil }
    pens[hover.device] = hover.phase == .left ? nil : Pen(sample: hover.sample)
    let phase: PointerEvent.Phase = hover.phase == .left ? .left : .moved
    return step(phase, hover.sample, nil, hover.device, at: hover.sample.time)
  }

  private mutating func handle(_ event: TouchEvent) -> Step {
    let (touch, phase) = (event.touch, PointerEvent.Phase(event.phase))
    if touch.tool.isPen {
      let isDown = phase == .began || phase == .moved
      pens[touch.device] = Pen(sample: event.sample, touch: isDown ? touch : nil)
    }
    return step(phase, event.sample, touch, touch.device, at: event.time)
  }

  private func step(
    _ phase: PointerEvent.Phase, _ sample: TouchSample, _ touch: Touch?, _ device: DeviceChannel, at time: Timestamp
  ) -> Step {
    let tool = touch?.tool ?? sample.tool
    var pointer = PointerEvent.Pointer.finger(TouchSequence(rawValue: UInt(touch?.id.rawValue ?? 0)))
    if tool.isPen {
      var pen = PenState(end: tool == .eraser ? .eraser : .tip, pressure: sample.pressure, tilt: sample.tilt)
      pen.buttons = buttons[device, default: []]
      pointer = .pen(pen)
    }
    let point = SurfacePoint(x: sample.boardPoint.x, y: sample.boardPoint.y)
    return Step(event: SurfaceEvent(pointer, phase, at: point, time: time), touch: touch)
  }
}

extension ReadPointers.Step {
  fileprivate var isPen: Bool {
    if case .pen = event.pointer { true } else { false }
  }
}

extension PenState.Buttons {
  fileprivate init?(_ code: EventCode) {
    switch code {
    case .stylus: self = .lower
    case .stylus2: self = .upper
    default: return nil
    }
  }
}

extension PointerEvent.Phase {
  fileprivate init(_ phase: TouchPhase) {
    self =
      switch phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      }
  }
}

extension TouchTool {
  fileprivate var isPen: Bool { self == .pen || self == .eraser }
}
