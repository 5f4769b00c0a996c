import TouchReelDrawingBoard
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelTouchTracking

/// Decides what input of a canvas does: what draws, what moves the view, what works bars, undoes, swaps tools and shows
/// outlines. The rules are the same for a desktop's events and for devices that are read directly.
///
/// It is a value without a clock and without widgets: it takes one input at a time, and answers with effects in order.
///
/// ```
/// var controller = CanvasController()
/// let effects = controller.handle(.pointer(event), on: CanvasScene(of: drawing, in: view, at: now))
/// ```
package struct CanvasController: Sendable {
  /// What fingers, pens and the buttons of a mouse do.
  package var pen = PenControls() {
    didSet { if pen[.finger] != oldValue[.finger] { (fingers, taps) = (FingerPanning(), FingerTaps()) } }
  }
  /// Whether fingers move the view instead of drawing.
  package var isPenOnly = false {
    didSet { (fingers, taps) = (FingerPanning(), FingerTaps()) }
  }
  /// Whether touches add to what is selected, as without a keyboard.
  package var addsToSelection = false
  private var heldKeys: HeldKeys = []
  /// The pens that the user keeps.
  package var pens = PenRack()
  package var bars = BarVisibility()
  private var swipe = EdgeSwipe()
  /// The fingers that do not draw.
  private var fingers = FingerPanning()
  private var taps = FingerTaps()
  /// The view when the first of them touched.
  private var viewBeforeTap: Viewport?
  /// The view at the start of the current pinch.
  private var viewBeforePinch: Viewport?
  private var lent = LentTool()
  private var mouse = MouseControls()
  private var picking = ColorPicking()
  private var guides = HeldGuides()
  private var shownGuide: Guide?
  /// The fingers that are down and do nothing.
  private var idle: Set<TouchSequence> = []
  private var outline = PointerOutline()
  private var rings: [OutlineRing] = []
  /// Freehand strokes that may be held still at their ends.
  private var holds: [Hand: StrokeHold] = [:]
  private var meant: [RecognizedShape] = []
  /// The touches of devices that are read that began on something else than the canvas, and on what.
  private var besides: [Touch.ID: TouchTarget] = [:]

  /// What draws one stroke at a time.
  enum Hand: Hashable, Sendable {
    case finger(TouchSequence)
    case pen, mouse
  }

  package init() {}

  /// - Parameters:
  ///   - input: what happens.
  ///   - scene: what the canvas shows then.
  package mutating func handle(_ input: CanvasInput, on scene: CanvasScene) -> [CanvasEffect] {
    var reaction = CanvasReaction(scene)
    pens.follow(scene.settings)
    switch input {
    case .pointer(let event): _ = follow(event, &reaction)
    case .device(let input, doing: let steps):
      reaction = CanvasReaction(scene, .device)
      follow(input, doing: steps, &reaction)
    case .overBar: bars.use()
    case .guide(let kind, let place):
      guides.lay(kind, place, in: scene.view)
      layGuide(&reaction)
    case .pick:
      picking.toggle()
      showPicking(&reaction)
    case .key(.escape): escape(&reaction)
    case .held(let keys):
      heldKeys = keys
      if !scene.openTouches.isEmpty { chooseDragging(&reaction) }
    case .pen(let kind):
      lent.forget()
      reaction.perform(pens.choose(kind, over: scene.settings))
    case .tool(let tool):
      lent.forget()
      reaction.perform(pens.choose(tool, over: scene.settings))
    case .color(let color): reaction.perform(pens.choose(color, over: scene.settings))
    case .undo: undo(&reaction)
    case .toggleBars: bars.toggle()
    case .focusLost: cancelAll(&reaction)
    case .pointerLeft: outline.hide()
    case .tick:
      if scene.isResting, isToolDue { giveBackTool(&reaction) }
      showBars(&reaction)
      showMeant(&reaction)
    }
    showOutline(&reaction)
    showGuide(&reaction)
    reaction.finish()
    return reaction.effects
  }

  /// Whether fingers move the view.
  package var fingersPan: Bool { isPenOnly || pen[.finger] == .pan }

  /// Whether the chosen tool is to come back once nothing draws.
  package var isToolDue: Bool { lent.isDueAtRest }

  /// Lets the view follow a pinch of fingers that drew until then.
  ///
  /// - Parameters:
  ///   - pinch: what the fingers do now; `nil` ends it.
  ///   - scene: what the canvas shows.
  package mutating func follow(_ pinch: Pinch?, on scene: CanvasScene) -> [CanvasEffect] {
    guard let pinch else {
      viewBeforePinch = nil
      return []
    }
    var reaction = CanvasReaction(scene)
    outline.hideFingers()
    var view = viewBeforePinch ?? scene.view
    view.resize(surface: scene.view.surface)
    viewBeforePinch = view
    reaction.show(view.applying(pinch))
    showOutline(&reaction)
    return reaction.effects
  }

  private mutating func cancelAll(_ reaction: inout CanvasReaction) {
    swipe = EdgeSwipe()
    (holds, mouse, idle) = ([:], MouseControls(), [])
    guides.lying?.letGo()
    if picking.isActive {
      picking = ColorPicking()
      showPicking(&reaction)
    }
    reaction.add(.cancelAll)
  }

  /// Ends one thing at a time: what is cropped stays selected.
  private mutating func escape(_ reaction: inout CanvasReaction) {
    cancelAll(&reaction)
    guard reaction.scene.settings.handles != .cropping else { return reaction.set(\.handles, .scaling) }
    reaction.add(.perform(.endText))
    reaction.add(.perform(.deselect))
  }

  /// Takes back the stroke that began last and is still drawn; if there is none, what was done last.
  private func undo(_ reaction: inout CanvasReaction) {
    guard let touch = reaction.scene.openTouches.last else { return reaction.add(.perform(.undo)) }
    reaction.add(.perform(.cancel(touch.device, touch.trackingID, .window)))
  }

  private mutating func showBars(_ reaction: inout CanvasReaction) {
    bars.update(openTouches: reaction.scene.openTouches.count, at: reaction.scene.now)
    reaction.add(.bars(BarLook(isFaded: bars.isFaded, isFolded: bars.isFolded)))
  }

  private mutating func showOutline(_ reaction: inout CanvasReaction) {
    let seen = outline.rings(with: reaction.scene.settings)
    guard seen != rings else { return }
    rings = seen
    reaction.add(.outline(seen))
  }
}

/// Pointers, of a desktop or of devices.
extension CanvasController {
  /// - Returns: whether the event draws.
  private mutating func follow(_ event: SurfaceEvent, _ reaction: inout CanvasReaction) -> Bool {
    if pick(event, &reaction) || moveGuide(event, reaction) { return false }
    if event.phase == .began { layGuide(&reaction) }
    watchForSwipe(event, &reaction)
    if event.phase == .began {
      chooseSelecting(&reaction)
      chooseDragging(&reaction)
    }
    approachBars(event, reaction)
    switch event.pointer {
    case .finger(let sequence) where fingersPan:
      pan(event, sequence, &reaction)
      return false
    case .finger(let sequence): return follow(event, sequence, &reaction)
    case .pen(let state):
      let isDrawing = follow(pen.handle(onBoard(event, reaction)), of: state, &reaction)
      hold(event, isDrawing: isDrawing && pen.shownAction(of: state) != .erase, &reaction)
      outline.follow(event, doing: pen.shownAction(of: state))
      return isDrawing
    case .mouse:
      outline.follow(event)
      if event.phase == .began, event.button == .primary { giveBackIdleTool(&reaction) }
      let isDrawing = follow(mouse.handle(onBoard(event, reaction), event.button, pen), of: nil, &reaction)
      hold(event, isDrawing: isDrawing, &reaction)
      return isDrawing
    }
  }

  private mutating func follow(
    _ event: SurfaceEvent, _ finger: TouchSequence, _ reaction: inout CanvasReaction
  ) -> Bool {
    if event.phase == .began {
      switch pen[.finger] {
      case .tool(let tool): use(tool, &reaction)
      case .draw: giveBackIdleTool(&reaction)
      case .pan, .undo, .nothing: idle.insert(finger)
      }
    }
    guard !idle.contains(finger) else {
      if event.phase.isEnd { idle.remove(finger) }
      return false
    }
    outline.follow(event)
    draw(onBoard(event, reaction), &reaction)
    hold(event, isDrawing: true, &reaction)
    return true
  }

  /// - Returns: whether the event moves the ruler or protractor, and so does not draw.
  private mutating func moveGuide(_ event: SurfaceEvent, _ reaction: CanvasReaction) -> Bool {
    guides.lying?.handle(event, in: reaction.scene.view, turning: heldKeys.contains(.shift)) ?? false
  }

  /// The board knows where it lies when a touch begins: so a recording has only those places that count.
  private func layGuide(_ reaction: inout CanvasReaction) {
    let lies = guides.lying?.guide(in: reaction.scene.view)
    if lies != reaction.scene.settings.guide { reaction.set(\.guide, lies) }
  }

  private mutating func showGuide(_ reaction: inout CanvasReaction) {
    let lies = guides.lying?.guide(in: reaction.scene.view)
    guard lies != shownGuide else { return }
    shownGuide = lies
    reaction.add(.guide(lies))
  }

  /// - Returns: whether the event takes a colour from the canvas, and so does not draw.
  private mutating func pick(_ event: SurfaceEvent, _ reaction: inout CanvasReaction) -> Bool {
    switch picking.handle(event) {
    case .passedOn: return false
    case .ignored: break
    case .looking(let place): reaction.add(.picking(place))
    case .picked(let point):
      reaction.add(.picked(reaction.scene.view.boardPoint(of: point)))
      showPicking(&reaction)
    }
    return true
  }

  private func showPicking(_ reaction: inout CanvasReaction) {
    reaction.add(.picks(picking.isActive))
    reaction.add(.picking(nil))
  }

  /// Keys say what becomes of what is selected where a touch begins that selects.
  private func chooseSelecting(_ reaction: inout CanvasReaction) {
    let settings = reaction.scene.settings
    let selecting: Selecting =
      if heldKeys.contains(.control) { .removed } else if heldKeys.contains(.shift) || addsToSelection { .added } else {
        .anew
      }
    if settings.tool.selects, settings.selecting != selecting { reaction.set(\.selecting, selecting) }
  }

  /// Shift holds drags to directions and proportions, also those that are under way.
  private func chooseDragging(_ reaction: inout CanvasReaction) {
    let settings = reaction.scene.settings
    let dragging: Dragging = heldKeys.contains(.shift) ? .constrained : .free
    if settings.tool.drags, settings.dragging != dragging { reaction.set(\.dragging, dragging) }
  }

  /// A pen or a pointer that comes near the bars brings them back, unless it draws.
  private mutating func approachBars(_ event: SurfaceEvent, _ reaction: CanvasReaction) {
    if case .finger = event.pointer { return }
    if event.phase == .moved, reaction.scene.openTouches.isEmpty { bars.approach(event.point) }
  }

  private func draw(_ event: PointerEvent, _ reaction: inout CanvasReaction) {
    // What devices draw comes by their frames.
    if reaction.source == .desktop { reaction.add(.draw(event)) }
  }

  /// The event on the board as it is seen now. The fingers of a desktop that pinch stay in the view at its start.
  private func onBoard(_ event: SurfaceEvent, _ reaction: CanvasReaction) -> PointerEvent {
    var view = reaction.scene.view
    if case .finger = event.pointer, reaction.source == .desktop { view = viewBeforePinch ?? view }
    return event.onBoard(at: view.boardPoint(of: event.point))
  }

  /// A finger from the edge of the screen brings back bars that are folded away. All others come back by themselves, so
  /// that any line may begin at the edge.
  private mutating func watchForSwipe(_ event: SurfaceEvent, _ reaction: inout CanvasReaction) {
    guard case .finger(let sequence) = event.pointer else { return }
    let scene = reaction.scene
    let isSwipe = swipe.handle(
      event.phase, of: sequence, at: event.point, on: scene.view.surface, drawing: scene.openTouches.count)
    guard isSwipe, bars.isFolded else { return }
    // The finger that swiped leaves no ink.
    for touch in scene.openTouches {
      reaction.add(.perform(.cancel(touch.device, touch.trackingID, .gesture)))
    }
    bars.unfold()
  }

  /// One finger moves the view, two zoom it; a tap of two undoes, and of three redoes.
  private mutating func pan(_ event: SurfaceEvent, _ sequence: TouchSequence, _ reaction: inout CanvasReaction) {
    outline.hideFingers()
    if taps.isResting { viewBeforeTap = reaction.scene.view }
    let tapped = taps.handle(event.phase, of: sequence, at: event.point, time: event.time)
    reaction.show(fingers.handle(event.phase, of: sequence, at: event.point, in: reaction.scene.view))
    guard let tapped, reaction.scene.gestures == .severalFingers else { return }
    // What fingers move in a tap is not meant.
    if let viewBeforeTap { reaction.show(viewBeforeTap) }
    reaction.add(tapped == 2 ? .undo : .redo)
  }
}

/// Strokes that are held still at their ends.
extension CanvasController {
  private mutating func hold(_ event: SurfaceEvent, isDrawing: Bool, _ reaction: inout CanvasReaction) {
    let (hand, position) = (Hand(event.pointer), onBoard(event, reaction).position)
    switch event.phase {
    case .began
    where isDrawing && reaction.scene.settings.guide?.course(from: position) == nil
      && reaction.scene.settings.tool == .pencil:
      holds[hand] = StrokeHold()
      holds[hand]?.begin(at: event.point, onBoard: position, time: event.time)
    case .moved: holds[hand]?.move(to: event.point, onBoard: position, time: event.time)
    case .ended:
      guard let hold = holds.removeValue(forKey: hand), let shape = hold.shape, let end = hold.end else { return }
      reaction.finish(with: .replaceStroke(shape, endingAt: end))
    case .began, .cancelled, .left: holds[hand] = nil
    }
  }

  private mutating func showMeant(_ reaction: inout CanvasReaction) {
    if reaction.scene.openTouches.isEmpty { holds = [:] }
    for hand in holds.keys { holds[hand]?.update(at: reaction.scene.now) }
    let shapes = holds.values.compactMap(\.shape)
    guard shapes != meant else { return }
    meant = shapes
    reaction.add(.meant(shapes))
  }
}

extension CanvasController.Hand {
  init(_ pointer: PointerEvent.Pointer) {
    switch pointer {
    case .finger(let sequence): self = .finger(sequence)
    case .pen: self = .pen
    case .mouse: self = .mouse
    }
  }
}

/// Pens.
extension CanvasController {
  /// - Returns: whether the pen draws.
  private mutating func follow(
    _ outcomes: [PenControls.Outcome], of state: PenState?, _ reaction: inout CanvasReaction
  ) -> Bool {
    var isDrawing = false
    for outcome in outcomes {
      switch outcome {
      case .event(let event):
        isDrawing = true
        if event.phase == .began, let state {
          begin(state.end, doing: event.pointer.isEraser ? .eraser : .tip, &reaction)
        }
        draw(event, &reaction)
      case .using(let tool?): use(tool, &reaction)
      case .using(nil): giveBackTool(&reaction)
      case .undo: reaction.add(.undo)
      case .pan(from: let start, to: let end):
        var view = reaction.scene.view
        view.pan(byX: (end.x - start.x) * view.zoom, y: (end.y - start.y) * view.zoom)
        reaction.show(view)
      }
    }
    return isDrawing
  }

  /// The touch that begins has a tool of its own. What it selects stays so, to be moved, until a pen draws again.
  private mutating func use(_ tool: Tool, _ reaction: inout CanvasReaction) {
    if let tool = lent.use(tool, over: reaction.scene.settings.tool) { reaction.set(\.tool, tool) }
  }

  private mutating func giveBackTool(_ reaction: inout CanvasReaction) {
    if let tool = lent.giveBack(over: reaction.scene.settings.tool) { reaction.set(\.tool, tool) }
  }

  /// Fingers and the mouse go on with what a pen has selected.
  private mutating func giveBackIdleTool(_ reaction: inout CanvasReaction) {
    if isToolDue { giveBackTool(&reaction) }
  }

  /// The touch of a device that begins next does what the other end of the pen would do on the board: its frame says
  /// which end it is.
  private func begin(_ end: PenState.End, doing other: PenState.End, _ reaction: inout CanvasReaction) {
    guard reaction.source == .device, end != other else { return }
    switch other {
    case .eraser: reaction.setForBeginning(\.tool, .eraser)
    case .tip: reaction.setForBeginning(\.eraserEnd, .draws)
    }
  }
}

/// Devices that are read directly.
extension CanvasController {
  private mutating func follow(
    _ input: DeviceInput, doing steps: [ReadPointers.Step], _ reaction: inout CanvasReaction
  ) {
    let onBars = steps.filter { work($0, &reaction) }
    let others = steps.filter { !isDrawing($0, &reaction) }
    reaction.add(.play(input))
    for touch in (onBars + others).compactMap(\.touch) { reaction.add(.withdraw(touch, of: input.device)) }
    reaction.endBeginning()
    for step in steps where step.event.phase.isEnd {
      if let touch = step.touch { besides[touch.id] = nil }
    }
  }

  /// - Returns: whether a touch begins on a bar or a menu.
  private mutating func work(_ step: ReadPointers.Step, _ reaction: inout CanvasReaction) -> Bool {
    guard let id = step.touch?.id else { return false }
    let (point, phase) = (step.event.point, step.event.phase)
    let isOnBar = (phase == .began ? step.target : besides[id]) == .bar
    if isOnBar { bars.use() }
    switch phase {
    case .began:
      guard step.target != .canvas else { return false }
      besides[id] = step.target
      reaction.add(isOnBar ? .press(id, point) : .dismissCovers(point))
      return true
    case _ where !isOnBar: break
    case .moved: reaction.add(.drag(id, point))
    case .ended: reaction.add(.release(id, point))
    case .cancelled, .left: reaction.add(.letGo(id))
    }
    return false
  }

  /// - Returns: `false` for a touch that begins and does something else.
  private mutating func isDrawing(_ step: ReadPointers.Step, _ reaction: inout CanvasReaction) -> Bool {
    if step.touch.map({ besides[$0.id] != nil }) ?? (step.target == .cover) { return true }
    return follow(step.event, &reaction) || step.event.phase != .began
  }
}

extension PointerEvent.Pointer {
  fileprivate var isEraser: Bool {
    if case .pen(let state) = self { state.end == .eraser } else { false }
  }
}

extension PointerEvent.Phase {
  var isEnd: Bool {
    switch self {
    case .ended, .cancelled, .left: true
    case .began, .moved: false
    }
  }
}
