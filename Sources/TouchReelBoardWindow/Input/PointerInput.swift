import CTouchReelGtk
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Turns GDK events of fingers, pens and mice into ``SurfaceEvent`` values on the canvas.
final class PointerInput {
  let canvas: ObjectPointer
  private let clock = EventClock()
  private let emit: (SurfaceEvent) -> Void
  private let grabBroken: () -> Void
  /// Whether to use GDK's events for a kind of pointer; `false` while its device is read directly from the kernel.
  var accepts: (PointerEvent.Pointer) -> Bool = { _ in true }
  private var pen = PenPresence.away
  /// The buttons of the pen that are pressed.
  private var buttons: PenState.Buttons = []
  /// Whether anything is chosen for a button of the mouse.
  var takes: (MouseButton) -> Bool = { $0 == .primary }
  /// Called before an event when other keys are held than at the one before.
  var heldKeysChanged: (HeldKeys) -> Void = { _ in }
  private var heldKeys: HeldKeys = []
  /// Called when the mouse or a pen leaves the canvas.
  var pointerLeft: () -> Void = {}

  init(_ canvas: ObjectPointer, handle emit: @escaping (SurfaceEvent) -> Void, grabBroken: @escaping () -> Void) {
    self.canvas = canvas
    self.emit = emit
    self.grabBroken = grabBroken
    let controller = ObjectPointer(gtk_event_controller_legacy_new())
    controller.connect(
      "event",
      answering: { [weak self] arguments in
        guard let self, let event = arguments.pointer(1) else { return .passedOn }
        return handle(OpaquePointer(event))
      })
    gtk_widget_add_controller(canvas.widget, controller.opaque)
    watchLeaving()
  }

  /// Detects a pen that moves from the canvas to another widget; the canvas gets no other event then.
  private func watchLeaving() {
    let motion = ObjectPointer(gtk_event_controller_motion_new())
    motion.connect("leave") { [weak self] in
      self?.penLeft(.canvas)
      self?.pointerLeft()
    }
    gtk_widget_add_controller(canvas.widget, motion.opaque)
  }

  /// Detects a pen that leaves the tablet's range anywhere in the window.
  func watchProximity(in window: ObjectPointer) {
    watch(window) { [weak self] in
      if gdk_event_get_event_type($0) == GDK_PROXIMITY_OUT { self?.penLeft(.away) }
    }
  }

  /// Sees the events for a widget and for those in it before they do.
  func watch(_ widget: ObjectPointer, _ see: @escaping (OpaquePointer) -> Void) {
    let controller = ObjectPointer(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    controller.connect(
      "event",
      answering: { arguments in
        if let event = arguments.pointer(1) { see(OpaquePointer(event)) }
        return .passedOn
      })
    gtk_widget_add_controller(widget.widget, controller.opaque)
  }

  /// Draws what begins at some places on a widget above the canvas, which does not see it then.
  func share(_ widget: ObjectPointer, where isWanted: @escaping (SurfacePoint) -> Bool) {
    let controller = ObjectPointer(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    var shared: Set<UInt> = []
    controller.connect(
      "event",
      answering: { [weak self] arguments in
        guard let self, let pointer = arguments.pointer(1) else { return .passedOn }
        let event = OpaquePointer(pointer)
        // The mouse and pens have none.
        let sequence = UInt(bitPattern: gdk_event_get_event_sequence(event))
        if begins(event), point(of: event).map(isWanted) == true { shared.insert(sequence) }
        guard shared.contains(sequence) else { return .passedOn }
        if ends(event) { shared.remove(sequence) }
        return handle(event)
      })
    gtk_widget_add_controller(widget.widget, controller.opaque)
  }

  private func begins(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN: true
    case GDK_BUTTON_PRESS: gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY && !isEmulated(event)
    default: false
    }
  }

  private func ends(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_GRAB_BROKEN: true
    case GDK_BUTTON_RELEASE: gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY
    default: false
    }
  }

  private func point(of event: OpaquePointer) -> SurfacePoint? {
    var (x, y) = (0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0 else { return nil }
    return canvas.surfacePoint(of: NativePoint(x: x, y: y))
  }

  private enum Leaving {
    /// Out of range, touching or not.
    case away
    /// Over another widget, unless it touches: then the canvas keeps it until it is lifted.
    case canvas
  }

  private func penLeft(_ leaving: Leaving) {
    switch (pen, leaving) {
    case (.away, _), (.touching, .canvas): return
    case (.near(let state), _), (.touching(let state), .away):
      (pen, buttons) = (.away, [])
      emit(SurfaceEvent(.pen(state), .left, at: .zero, time: EventClock.now))
    }
  }

  func handle(_ event: OpaquePointer) -> SignalAnswer {
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN: touch(event, .began)
    case GDK_TOUCH_UPDATE: touch(event, .moved)
    case GDK_TOUCH_END: touch(event, .ended)
    case GDK_TOUCH_CANCEL: touch(event, .cancelled)
    case GDK_BUTTON_PRESS: button(event, .began)
    case GDK_BUTTON_RELEASE: button(event, .ended)
    case GDK_MOTION_NOTIFY, GDK_PROXIMITY_IN: move(event)
    case GDK_GRAB_BROKEN: breakGrab()
    default: .passedOn
    }
  }

  private func touch(_ event: OpaquePointer, _ phase: PointerEvent.Phase) -> SignalAnswer {
    let sequence = TouchSequence(rawValue: UInt(bitPattern: gdk_event_get_event_sequence(event)))
    return send(event, .finger(sequence), phase)
  }

  /// Both a pen's tip and the mouse button that draws are the primary button.
  private func button(_ event: OpaquePointer, _ phase: PointerEvent.Phase) -> SignalAnswer {
    if let button = PenState.Buttons(gdk_button_event_get_button(event)), case .pen = pointer(of: event) {
      if phase == .began { buttons.insert(button) } else { buttons.remove(button) }
      return send(event, pointer(of: event), .moved)
    }
    guard let button = MouseButton(gdk_button_event_get_button(event)), takes(button), !isEmulated(event) else {
      return .passedOn
    }
    return send(event, pointer(of: event), phase, button)
  }

  private func move(_ event: OpaquePointer) -> SignalAnswer {
    guard !isEmulated(event) else { return .passedOn }
    sendHistory(of: event)
    return send(event, pointer(of: event), .moved)
  }

  private func breakGrab() -> SignalAnswer {
    grabBroken()
    return .passedOn
  }

  /// Whether an X server emulated a mouse event for a touch.
  private func isEmulated(_ event: OpaquePointer) -> Bool { gdk_event_get_pointer_emulated(event) != 0 }

  private func send(
    _ event: OpaquePointer, _ pointer: PointerEvent.Pointer, _ phase: PointerEvent.Phase,
    _ button: MouseButton = .primary
  ) -> SignalAnswer {
    guard accepts(pointer) else { return .handled }
    var (x, y) = (0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0 || phase == .cancelled else { return .passedOn }
    lookAtKeys(of: event)
    var seen = surfaceEvent(pointer, phase, NativePoint(x: x, y: y), gdk_event_get_time(event))
    seen.button = button
    send(seen)
    return .handled
  }

  private func lookAtKeys(of event: OpaquePointer) {
    let keys = HeldKeys(gdk_event_get_modifier_state(event))
    guard keys != heldKeys else { return }
    heldKeys = keys
    heldKeysChanged(keys)
  }

  private func surfaceEvent(
    _ pointer: PointerEvent.Pointer, _ phase: PointerEvent.Phase, _ point: NativePoint, _ time: UInt32
  ) -> SurfaceEvent {
    SurfaceEvent(pointer, phase, at: canvas.surfacePoint(of: point), time: clock.time(of: time))
  }

  private func send(_ event: SurfaceEvent) {
    if case .pen(let state) = event.pointer { pen.update(state, event.phase) }
    emit(event)
  }

  /// Sends the motion events that GDK merged into one for the display frame.
  private func sendHistory(of event: OpaquePointer) {
    var count = guint(0)
    guard let history = gdk_event_get_history(event, &count) else { return }
    defer { g_free(history) }
    let pointer = pointer(of: event)
    guard accepts(pointer) else { return }
    for entry in UnsafeBufferPointer(start: history, count: Int(count)) {
      guard entry.flags.rawValue & GDK_AXIS_FLAG_X.rawValue != 0 else { continue }
      send(surfaceEvent(pointer.with(entry), .moved, NativePoint(x: entry.axes.1, y: entry.axes.2), entry.time))
    }
  }
}

/// The last state of a pen.
private enum PenPresence {
  case away
  case near(PenState)
  case touching(PenState)

  mutating func update(_ state: PenState, _ phase: PointerEvent.Phase) {
    switch (self, phase) {
    case (_, .began), (.touching, .moved): self = .touching(state)
    case (_, .moved), (_, .ended), (_, .cancelled): self = .near(state)
    case (_, .left): self = .away
    }
  }
}

/// A point on the window's surface, which includes its shadows.
struct NativePoint {
  var x: Double
  var y: Double
}

extension ObjectPointer {
  /// Converts a point on the window's surface to this widget's coordinates.
  func surfacePoint(of point: NativePoint) -> SurfacePoint {
    guard let native = gtk_widget_get_native(widget) else { return SurfacePoint(x: point.x, y: point.y) }
    var (dx, dy, x, y) = (0.0, 0.0, 0.0, 0.0)
    gtk_native_get_surface_transform(native, &dx, &dy)
    let root = ObjectPointer(native).widget
    gtk_widget_translate_coordinates(root, widget, point.x - dx, point.y - dy, &x, &y)
    return SurfacePoint(x: x, y: y)
  }

  /// The size of the surface that this widget is on, and the widget's upper left corner there; `nil` until it is on
  /// one.
  var positionOnSurface: (surface: SurfaceSize, corner: SurfacePoint)? {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else { return nil }
    let origin = surfacePoint(of: NativePoint(x: 0, y: 0))
    let size = SurfaceSize(
      width: Double(gdk_surface_get_width(surface)), height: Double(gdk_surface_get_height(surface)))
    return (size, SurfacePoint(x: -origin.x, y: -origin.y))
  }
}

extension PointerInput {
  /// The pointer that an event comes from.
  ///
  /// On Wayland, events of a pen come from the seat's pointer, which is a mouse; their tool identifies the pen.
  fileprivate func pointer(of event: OpaquePointer) -> PointerEvent.Pointer {
    let tool = gdk_event_get_device_tool(event).map { gdk_device_tool_get_tool_type($0) }
    let source = gdk_event_get_device(event).map { gdk_device_get_source($0) }
    let isPuck = tool == GDK_DEVICE_TOOL_TYPE_MOUSE || tool == GDK_DEVICE_TOOL_TYPE_LENS
    guard !isPuck, tool != nil || source == GDK_SOURCE_PEN else { return .mouse }
    var pen = PenState(end: tool == GDK_DEVICE_TOOL_TYPE_ERASER ? .eraser : .tip)
    pen.buttons = buttons
    pen.pressure = axis(GDK_AXIS_PRESSURE, of: event)
    if let x = axis(GDK_AXIS_XTILT, of: event), let y = axis(GDK_AXIS_YTILT, of: event) {
      pen.tilt = Tilt(x: x * 90, y: y * 90)
    }
    return .pen(pen)
  }

  private func axis(_ axis: GdkAxisUse, of event: OpaquePointer) -> Double? {
    var value = 0.0
    return gdk_event_get_axis(event, axis, &value) != 0 ? value : nil
  }
}

extension HeldKeys {
  fileprivate init(_ state: GdkModifierType) {
    self = []
    if state.rawValue & GDK_SHIFT_MASK.rawValue != 0 { insert(.shift) }
    if state.rawValue & GDK_CONTROL_MASK.rawValue != 0 { insert(.control) }
  }
}

extension MouseButton {
  fileprivate init?(_ button: guint) {
    switch button {
    case guint(GDK_BUTTON_PRIMARY): self = .primary
    case guint(GDK_BUTTON_MIDDLE): self = .middle
    case guint(GDK_BUTTON_SECONDARY): self = .secondary
    default: return nil
    }
  }
}

extension PenState.Buttons {
  /// `nil` for another button. GDK gives a pen's lower button the number of a mouse's right one on Wayland; X servers
  /// give it that of the middle one.
  fileprivate init?(_ button: guint) {
    let isWayland = String(cString: display_type_name()).contains("Wayland")
    switch button {
    case guint(GDK_BUTTON_SECONDARY): self = isWayland ? .lower : .upper
    case guint(GDK_BUTTON_MIDDLE): self = isWayland ? .upper : .lower
    default: return nil
    }
  }
}

extension PointerEvent.Pointer {
  /// The same pointer at an earlier time.
  fileprivate func with(_ entry: GdkTimeCoord) -> PointerEvent.Pointer {
    guard case .pen(var pen) = self else { return self }
    if entry.flags.rawValue & GDK_AXIS_FLAG_PRESSURE.rawValue != 0 { pen.pressure = entry.axes.5 }
    if entry.flags.rawValue & GDK_AXIS_FLAG_XTILT.rawValue != 0 {
      pen.tilt = Tilt(x: entry.axes.6 * 90, y: entry.axes.7 * 90)
    }
    return .pen(pen)
  }
}

/// Converts the times of GDK events, in milliseconds on a clock of the window system, to CLOCK_MONOTONIC.
///
/// The least delay of any event so far is taken to be zero.
final class EventClock {
  /// The offset, in milliseconds.
  private var offset: Int64?
  private var latest: (raw: UInt32, whole: Int64)?

  nonisolated static var now: Timestamp { Timestamp(microseconds: Int64(g_get_monotonic_time())) }

  func time(of raw: UInt32) -> Timestamp {
    let now = Int64(g_get_monotonic_time())
    // GDK_CURRENT_TIME: the event has no time.
    guard raw != 0 else { return Timestamp(microseconds: now) }
    let whole = unwrapped(raw)
    let least = min(offset ?? .max, now / 1000 - whole)
    offset = least
    return Timestamp(microseconds: min((whole + least) * 1000, now))
  }

  /// The time without the wrap-around after 49 days.
  private func unwrapped(_ raw: UInt32) -> Int64 {
    let whole = latest.map { $0.whole + Int64(Int32(bitPattern: raw &- $0.raw)) } ?? Int64(raw)
    latest = (raw, whole)
    return whole
  }
}
