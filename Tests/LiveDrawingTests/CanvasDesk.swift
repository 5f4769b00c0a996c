import TestSupport
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// A canvas of 1280 × 800 that is drawn on, without widgets and on a clock of its own: each step takes 4 ms, and is
/// followed by a display frame.
final class CanvasDesk {
  /// How the canvas hears of fingers and pens.
  enum Way: String, CaseIterable, Sendable {
    case desktop, devices
  }

  static let size = SurfaceSize(width: 1280, height: 800)
  /// Units of the touchscreen for each unit of the surface, and of the pen.
  private static let (touchUnits, penUnits) = (3.0, 10.0)

  let way: Way
  let live = LiveCanvas()
  let output = MemorySession()
  let drawing: LiveDrawing
  private(set) var view: Viewport
  private(set) var rings: [OutlineRing] = []
  private(set) var bars: BarLook?
  /// What other widgets are told, in order.
  private(set) var told: [CanvasEffect] = []
  private(set) var now = Hand.start
  var placement = CanvasPlacement()
  private var fingers: [SurfacePoint] = []
  private var nextFinger = 0
  private var pen: PenPose?
  /// Where touches have pressed a bar, in order.
  private(set) var presses: [SurfacePoint] = []
  /// What the desktop's pointers that are down touch.
  private var grabs: [Grabber: TouchTarget] = [:]

  private enum Grabber: Hashable {
    case finger(TouchSequence)
    case pen, mouse
  }

  private struct PenPose {
    var place: SurfacePoint
    var state: PenState
    var isTouching: Bool
  }

  init(_ way: Way, gestures: LiveDrawing.Gestures = .off) throws {
    self.way = way
    let board = BoardSize(width: Self.size.width, height: Self.size.height)
    var setup = SessionSetup(size: board)
    setup.gestures = gestures
    drawing = try LiveDrawing(setup, to: output, at: now)
    view = Viewport(board: board, surface: Self.size)
    live.drawing = drawing
    live.show = { [unowned self] in follow($0) }
    if way == .devices { plugIn() }
    tick()
  }

  private func follow(_ effect: CanvasEffect) {
    switch effect {
    case .show(let shown): view = shown
    case .outline(let shown): rings = shown
    case .bars(let look): bars = look
    case .undo: drawing.perform(.undo, at: now)
    case .redo: drawing.perform(.redo, at: now)
    default:
      if case .press(_, let point) = effect { presses.append(point) }
      told.append(effect)
    }
  }

  private func plugIn() {
    var screen = DeviceDescription.screen("Desk Touchscreen")
    screen.slots = Array(repeating: [.trackingID: -1], count: 10)
    screen.axes[.positionX] = Self.axis(Self.size.width * Self.touchUnits)
    screen.axes[.positionY] = Self.axis(Self.size.height * Self.touchUnits)
    var pen = DeviceDescription.pen("Desk Pen")
    pen.codes[.key]?.insert(.stylus2)
    pen.axes[.x] = Self.axis(Self.size.width * Self.penUnits)
    pen.axes[.y] = Self.axis(Self.size.height * Self.penUnits)
    for (number, device) in [screen, pen].enumerated() { read(.opened(device), of: number) }
  }

  private static func axis(_ length: Double) -> AbsoluteAxis {
    AbsoluteAxis(minimum: 0, maximum: Int32(length), resolution: 10)
  }

  private func read(_ step: DeviceInput.Step, of device: Int) {
    live.read(DeviceInput(device: device, step: step), at: now, in: view, on: placement)
  }

  /// Sends an input as it is.
  func send(_ input: CanvasInput) { live.handle(input, at: now, in: view) }

  /// Reports an event as a desktop does: the bar on which a touch begins has all of it, and the canvas nothing.
  private func report(_ event: SurfaceEvent) {
    let grabber: Grabber =
      switch event.pointer {
      case .finger(let sequence): .finger(sequence)
      case .pen: .pen
      case .mouse: .mouse
      }
    if event.phase == .began {
      grabs[grabber] = live.target(event.point, event.time)
      if grabs[grabber] == .bar { presses.append(event.point) }
    }
    let target = grabs[grabber] ?? live.target(event.point, event.time)
    send(target == .bar ? .overBar : .pointer(event))
    if event.phase == .ended { grabs[grabber] = nil }
  }

  /// A mouse of the desktop goes along a straight way in ten steps, with its button down or not.
  func mouse(from start: SurfacePoint, to end: SurfacePoint, pressing isPressing: Bool = true) {
    if isPressing { report(SurfaceEvent(.mouse, .began, at: start, time: now)) }
    for step in 1...10 {
      report(SurfaceEvent(.mouse, .moved, at: Self.between(start, end, step, of: 10), time: now))
      endStep()
    }
    if isPressing { report(SurfaceEvent(.mouse, .ended, at: end, time: now)) }
    endStep()
  }

  /// A display frame.
  func tick() { send(.tick) }

  /// Lets time go by.
  func wait(milliseconds: Int64) {
    now = now.advanced(by: TimeSpan(nanoseconds: milliseconds * 1_000_000))
    tick()
  }

  private func endStep() { wait(milliseconds: 4) }
}

/// Fingers.
extension CanvasDesk {
  /// Fingers come at once.
  func fingersDown(_ places: [SurfacePoint]) {
    fingers = places
    defer { endStep() }
    guard way == .devices else { return send(.began) }
    let contacts = places.enumerated().flatMap { slot, place in
      [(EventCode.slot, Int32(slot)), (.trackingID, Int32(nextFinger + slot))] + Self.position(place)
    }
    frame(contacts, [(.touch, 1)], of: 0)
  }

  func fingersMove(_ places: [SurfacePoint]) {
    fingers = places
    defer { endStep() }
    guard way == .devices else { return send(.moved) }
    frame(places.enumerated().flatMap { [(EventCode.slot, Int32($0))] + Self.position($1) }, [], of: 0)
  }

  func fingersUp() {
    defer {
      nextFinger += fingers.count
      fingers = []
      endStep()
    }
    guard way == .devices else { return send(.ended) }
    let lifts: [(EventCode, Int32)] = fingers.indices.flatMap { [(.slot, Int32($0)), (.trackingID, Int32(-1))] }
    frame(lifts, [(.touch, 0)], of: 0)
  }

  /// One more finger comes.
  func fingerJoins(_ place: SurfacePoint) {
    let slot = fingers.count
    fingers.append(place)
    defer { endStep() }
    guard way == .devices else { return send(.began, only: slot) }
    frame([(.slot, Int32(slot)), (.trackingID, Int32(nextFinger + slot))] + Self.position(place), [], of: 0)
  }

  private func send(_ phase: PointerEvent.Phase, only: Int? = nil) {
    for (index, place) in fingers.enumerated() where only.map({ $0 == index }) ?? true {
      let finger = TouchSequence(rawValue: UInt(nextFinger + index))
      report(SurfaceEvent(.finger(finger), phase, at: place, time: now))
    }
  }

  private static func position(_ place: SurfacePoint) -> [(EventCode, Int32)] {
    [(.positionX, Int32(place.x * touchUnits)), (.positionY, Int32(place.y * touchUnits))]
  }

  private func frame(_ axes: [(EventCode, Int32)], _ keys: [(EventCode, Int32)], of device: Int) {
    let events =
      axes.map { InputEvent(time: now, type: .absolute, code: $0.0, value: $0.1) }
      + keys.map { InputEvent(time: now, type: .key, code: $0.0, value: $0.1) }
    read(.frame(Frame(events: events + [.report(at: now)])), of: device)
  }

  /// The touchscreen is unplugged.
  func unplug() {
    read(.removed, of: 0)
    endStep()
  }

  /// Fingers go along straight ways, in ten steps, and stay down.
  func fingersDrag(_ ways: [(from: SurfacePoint, to: SurfacePoint)]) {
    fingersDown(ways.map(\.from))
    for step in 1...10 { fingersMove(ways.map { Self.between($0.from, $0.to, step, of: 10) }) }
  }

  /// Two fingers go apart until the view is twice as large about (600, 400). The first step makes it a pinch.
  func enlarge() { pinch(from: (480, 720), by: (460, 740), to: (320, 880)) }

  /// The way back.
  func shrink() { pinch(from: (300, 900), by: (320, 880), to: (460, 740)) }

  private func pinch(from start: (Double, Double), by near: (Double, Double), to end: (Double, Double)) {
    fingersDown([SurfacePoint(start.0, 400), SurfacePoint(start.1, 400)])
    for step in 0...10 {
      fingersMove([
        Self.between(SurfacePoint(near.0, 400), SurfacePoint(end.0, 400), step, of: 10),
        Self.between(SurfacePoint(near.1, 400), SurfacePoint(end.1, 400), step, of: 10),
      ])
    }
  }

  func drag(from start: SurfacePoint, to end: SurfacePoint) {
    fingersDrag([(start, end)])
    fingersUp()
  }

  func tap(_ places: [SurfacePoint]) {
    fingersDown(places)
    fingersUp()
  }

  static func between(_ start: SurfacePoint, _ end: SurfacePoint, _ step: Int, of count: Int) -> SurfacePoint {
    let part = Double(step) / Double(count)
    return SurfacePoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
  }
}

/// A pen.
extension CanvasDesk {
  /// The pen is at a place, near the surface or touching it.
  func pen(
    at place: SurfacePoint, touching isTouching: Bool = false, _ end: PenState.End = .tip,
    holding buttons: PenState.Buttons = []
  ) {
    var state = PenState(end: end, pressure: isTouching ? 0.98 : 0)
    state.buttons = buttons
    let before = pen
    pen = PenPose(place: place, state: state, isTouching: isTouching)
    defer { endStep() }
    guard way == .devices else { return send(state, at: place, isTouching, before: before?.isTouching ?? false) }
    let pressure: Int32 = isTouching ? 4013 : 0
    let keys: [(EventCode, Int32)] = [
      (end == .tip ? .toolPen : .toolRubber, 1), (.stylus, buttons.contains(.lower) ? 1 : 0),
      (.stylus2, buttons.contains(.upper) ? 1 : 0), (.touch, isTouching ? 1 : 0),
    ]
    frame(Self.penPosition(place) + [(.pressure, pressure)], keys, of: 1)
  }

  private func send(_ state: PenState, at place: SurfacePoint, _ isTouching: Bool, before wasTouching: Bool) {
    let phase: PointerEvent.Phase = isTouching == wasTouching ? .moved : isTouching ? .began : .ended
    report(SurfaceEvent(.pen(state), phase, at: place, time: now))
  }

  func penAway() {
    guard let last = pen else { return }
    if last.isTouching { pen(at: last.place, last.state.end, holding: last.state.buttons) }
    pen = nil
    defer { endStep() }
    guard way == .devices else { return send(.pointer(SurfaceEvent(.pen(last.state), .left, at: .zero, time: now))) }
    frame([], [(.stylus, 0), (.stylus2, 0), (last.state.end == .tip ? .toolPen : .toolRubber, 0)], of: 1)
  }

  private static func penPosition(_ place: SurfacePoint) -> [(EventCode, Int32)] {
    [(.x, Int32(place.x * penUnits)), (.y, Int32(place.y * penUnits))]
  }

  /// The pen comes near, touches along a straight way in ten steps, and stays down.
  func penDrag(
    from start: SurfacePoint, to end: SurfacePoint, _ tip: PenState.End = .tip,
    holding buttons: PenState.Buttons = []
  ) {
    pen(at: start, tip, holding: buttons)
    for step in 0...10 {
      pen(at: Self.between(start, end, step, of: 10), touching: true, tip, holding: buttons)
    }
  }

  /// The same, and away.
  func penLine(
    from start: SurfacePoint, to end: SurfacePoint, _ tip: PenState.End = .tip,
    holding buttons: PenState.Buttons = []
  ) {
    penDrag(from: start, to: end, tip, holding: buttons)
    penAway()
  }
}

/// What has become of it.
extension CanvasDesk {
  /// What the recording has so far.
  struct Story: ReplaySink {
    var touches: [TouchEvent] = []
    var commands: [BoardCommand] = []

    mutating func handle(_ event: TouchEvent) { touches.append(event) }
    mutating func handle(_ command: BoardCommand, at time: Timestamp) { commands.append(command) }

    /// The first points of the touches that ended, in order of their ends.
    var starts: [BoardPoint] { points(.began) }
    var ends: [BoardPoint] { points(.ended) }

    private func points(_ phase: TouchPhase) -> [BoardPoint] {
      let ended = touches.filter { $0.phase == .ended }.map(\.touch)
      return ended.compactMap { touch in touches.first { $0.touch == touch && $0.phase == phase }?.sample.boardPoint }
    }

    /// The reasons of those that were cancelled.
    var cancels: [CancelReason] {
      touches.compactMap { if case .cancelled(let reason) = $0.phase { reason } else { nil } }
    }
  }

  func story() throws -> Story {
    drawing.tick(now.advanced(by: TimeSpan(seconds: 1)))
    let recording = try Recording.open(MemoryBytes(output.bytes))
    var story = Story()
    var replayer = Replayer(try recording.makeSource(), plan: try RecordingFacts(recording).plan())
    try replayer.play(into: &story)
    return story
  }

  /// Whether what is drawn is what the recording renders to.
  func isRecorded() throws -> Bool {
    drawing.tick(now.advanced(by: TimeSpan(seconds: 1)))
    return try replayed(output.bytes) == drawing.board.picture.composed()
  }

  /// Whether a part of the board has ink.
  func hasInk(atX x: Double, y: Double) -> Bool {
    drawing.board.picture.composed()[Int(x), Int(y)] != 0xFFFF_FFFF
  }
}

extension SurfacePoint {
  init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }
}

extension BoardPoint {
  /// Whether it is where a device of whole units can say.
  func isNear(_ x: Double, _ y: Double) -> Bool { abs(self.x - x) < 0.6 && abs(self.y - y) < 0.6 }
}
