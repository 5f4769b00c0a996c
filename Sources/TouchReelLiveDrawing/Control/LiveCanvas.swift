import TouchReelDrawingBoard
import TouchReelDrawings
package import TouchReelEvdevDevices
package import TouchReelInputEvents
import TouchReelTouchTracking

/// A canvas on which something is drawn live: the rules of its input, and the drawing that they change.
///
/// It carries out the effects on the drawing, and leaves the others to widgets. It has no clock: times are
/// parameters.
package final class LiveCanvas {
  /// Where devices that are read are.
  package enum Devices: Hashable, Sendable {
    /// Devices at this screen: their touches work its bars as well.
    case here
    /// Devices on another machine: their touches draw wherever they are.
    case elsewhere
  }

  package var controller = CanvasController()
  /// What is drawn on; without it, nothing happens.
  package var drawing: LiveDrawing?
  package var devices = Devices.here
  /// Called with the effects for widgets, in order.
  package var show: (CanvasEffect) -> Void = { _ in }
  /// Says what a touch that begins at a point and a time is over.
  package var target: (SurfacePoint, Timestamp) -> TouchTarget = { _, _ in .canvas }
  /// Whether menus or dialogs lie over the canvas.
  package var isCovered: () -> Bool = { false }
  private var contacts = ReadContacts()

  package init() {}

  /// Handles input that has no position on the canvas, or whose position is known. Devices have ``read(_:at:in:on:)``.
  ///
  /// - Parameters:
  ///   - input: what happens.
  ///   - now: the present.
  ///   - view: the part of the board that the canvas shows.
  package func handle(_ input: CanvasInput, at now: Timestamp, in view: Viewport) {
    guard let drawing else { return }
    var view = view
    switch input {
    case .pointer(let event):
      if event.phase != .left { grow(drawing, &view) }
      drawing.zoom = view.zoom
    case .tick:
      drawing.tick(now)
      fit(&view, to: drawing)
      followPinch(of: drawing, at: now, &view)
      // What drags needs no handles besides its own.
      if drawing.openTouches.isEmpty { controller.bars.handles = HandlePlaces(on: drawing.board, in: view) }
    case .device, .overBar, .key, .held, .pen, .tool, .color, .guide, .pick, .undo, .toggleBars, .focusLost,
      .pointerLeft:
      break
    }
    carryOut(controller.handle(input, on: CanvasScene(of: drawing, in: view, at: now)), on: drawing, at: now, &view)
  }

  /// Handles input of a device that is read directly.
  ///
  /// - Parameters:
  ///   - input: what was read.
  ///   - now: the present.
  ///   - view: the part of the board that the canvas shows.
  ///   - placement: where the canvas is on the device's screen.
  package func read(
    _ input: DeviceInput, at now: Timestamp, in view: Viewport, on placement: CanvasPlacement
  ) {
    guard let drawing else { return }
    var view = view
    grow(drawing, &view)
    contacts.record(input)
    if input.step != .removed, isDrawing(input.device) {
      drawing.screenArea = placement.area(under: contacts.description(of: input.device), in: view)
    }
    drawing.zoom = view.zoom
    let steps = devices == .here ? follow(input, for: drawing, at: now, on: placement, view.surface) : []
    let device = CanvasInput.device(input, doing: steps)
    carryOut(controller.handle(device, on: CanvasScene(of: drawing, in: view, at: now)), on: drawing, at: now, &view)
    if drawing.pinch != nil { followPinch(of: drawing, at: now, &view) }
  }

  /// Whether nothing touches the devices that are read.
  package var areDevicesResting: Bool { contacts.isResting }

  /// Whether nothing changes until there is more input.
  package var isResting: Bool {
    guard let drawing else { return true }
    return drawing.openTouches.isEmpty && drawing.deadline == nil && controller.bars.nextChange == nil
      && !controller.isToolDue
  }

  /// Whether touches of a device that is read draw. Where fingers move the view, the board stays where it is under
  /// their device.
  private func isDrawing(_ device: Int) -> Bool {
    !controller.fingersPan || contacts.description(of: device)?.hasPenTool != false
  }

  private func follow(
    _ input: DeviceInput, for drawing: LiveDrawing, at now: Timestamp, on placement: CanvasPlacement,
    _ surface: SurfaceSize
  ) -> [ReadPointers.Step] {
    contacts.handle(input, for: drawing, at: now) { placement.mapping(of: $0, to: surface) }.map(targeted)
  }

  private func targeted(_ step: ReadPointers.Step) -> ReadPointers.Step {
    var step = step
    if step.touch == nil {
      step.target = isCovered() ? .cover : .canvas
    } else if step.event.phase == .began {
      step.target = target(step.event.point, step.event.time)
    }
    return step
  }
}

extension LiveCanvas {
  /// What touches now is placed on the board as it is asked for.
  private func grow(_ drawing: LiveDrawing, _ view: inout Viewport) {
    drawing.growNow()
    fit(&view, to: drawing)
  }

  private func fit(_ view: inout Viewport, to drawing: LiveDrawing) {
    let before = view
    view.resize(board: drawing.board.raster.board)
    if view != before { show(.show(view)) }
  }

  private func followPinch(of drawing: LiveDrawing, at now: Timestamp, _ view: inout Viewport) {
    let effects = controller.follow(drawing.pinch, on: CanvasScene(of: drawing, in: view, at: now))
    carryOut(effects, on: drawing, at: now, &view)
  }

  private func carryOut(
    _ effects: [CanvasEffect], on drawing: LiveDrawing, at now: Timestamp, _ view: inout Viewport
  ) {
    for effect in effects {
      switch effect {
      case .draw(let event): draw(event, on: drawing, at: now, &view)
      case .play(let input): drawing.handle(input, at: now)
      case .withdraw(let touch, of: let device): withdraw(touch, of: device, on: drawing, at: now)
      case .replaceStroke(let shape, endingAt: let end): replaceStroke(by: shape, endingAt: end, on: drawing, at: now)
      case .cancelAll: drawing.cancelAll(.window, at: now)
      case .perform(let command): drawing.perform(command, at: now)
      case .show(let shown):
        view = shown
        show(effect)
      case .outline, .bars, .meant, .guide, .picking, .picks, .picked, .undo, .redo, .press, .drag, .release, .letGo,
        .dismissCovers:
        show(effect)
      }
    }
  }

  private func draw(_ event: PointerEvent, on drawing: LiveDrawing, at now: Timestamp, _ view: inout Viewport) {
    drawing.handle(event)
    // The next finger may touch before the next display frame.
    if event.phase == .ended, drawing.pinch != nil {
      drawing.settle()
      followPinch(of: drawing, at: now, &view)
    }
  }

  /// Puts a shape in place of a stroke that has just ended, if it has left one.
  private func replaceStroke(
    by shape: RecognizedShape, endingAt end: BoardPoint, on drawing: LiveDrawing, at now: Timestamp
  ) {
    drawing.settle()
    guard case .add(.pen(let pen))? = drawing.board.latestOperation?.operation,
      let last = pen.path.runs.last?.last?.point, last.distance(to: end) * drawing.zoom <= StrokeHold.smoothingReach,
      let new = shape.shape(inPlaceOf: pen)
    else { return }
    drawing.perform(.replaceStroke(new), at: now)
  }

  private func withdraw(_ touch: Touch, of device: Int, on drawing: LiveDrawing, at now: Timestamp) {
    let channel = drawing.device(ofRead: device)
    let drawn = drawing.openTouches.first {
      $0.device == channel && $0.trackingID == touch.trackingID && $0.slot == touch.slot
    }
    if let drawn { drawing.perform(.cancel(drawn.device, drawn.trackingID, .window), at: now) }
  }
}
