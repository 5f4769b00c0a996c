import CGtk
import EvdevDevices
import InputEvents
import LiveDrawing
import TouchTracking

/// Passes touches of devices that are read directly from the kernel to the widgets above the canvas.
///
/// If the devices are grabbed, the desktop does not report their touches, so this presses buttons and moves sliders.
/// Menus and dialogs have surfaces of their own, which only the desktop reaches: while one is open, nothing is drawn
/// and nothing is pressed here.
final class WidgetTouches {
  private let overlay: ObjectPointer
  private let canvas: ObjectPointer
  private let covers: Covers
  private let grab: RecorderOptions.Grab
  private var session = TouchSession()
  /// By their numbers within the reader.
  private var devices: [Int: (channel: DeviceChannel, description: DeviceDescription)] = [:]
  private var events: [TouchEvent] = []
  private var held: [Touch.ID: HeldWidget] = [:]
  private var pointers = ReadPointers()
  /// Those that began on a widget.
  private var besides: Set<Touch.ID> = []
  /// Called with what is on the canvas, in the desktop's units. Returns whether a touch that begins draws.
  var watch: (PointerEvent) -> Bool = { _ in true }
  /// Called when something was touched or lifted.
  var changed: () -> Void = {}

  /// - Parameter overlay: the parent of the widgets; the canvas fills it.
  init(over canvas: ObjectPointer, in overlay: ObjectPointer, _ covers: Covers, _ grab: RecorderOptions.Grab) {
    self.canvas = canvas
    self.overlay = overlay
    self.covers = covers
    self.grab = grab
  }

  /// Whether nothing touches the devices.
  var isResting: Bool { session.openTouches.isEmpty }

  /// Handles input of a device.
  ///
  /// - Parameter screen: the device's area on the canvas, in the desktop's units.
  /// - Returns: the touches that began and must not draw, since they are on widgets or do something else.
  func take(_ input: DeviceInput, on screen: ScreenArea, canvas size: BoardSize) -> [Touch] {
    play(input) { SurfaceMapping(device: $0, board: size, options: screen.mapping(to: size)) }
    defer {
      events.removeAll(keepingCapacity: true)
      changed()
    }
    let onWidgets = events.filter { take($0) == .began }.map(\.touch)
    besides.formUnion(onWidgets.map(\.id))
    // Most frames have none.
    defer { if !besides.isEmpty { besides.formIntersection(session.openTouches.map(\.id)) } }
    return onWidgets + steps(of: input).filter { !isDrawing($0) }.compactMap(\.touch)
  }

  /// - Returns: `false` for a touch that begins and does something else.
  private func isDrawing(_ step: ReadPointers.Step) -> Bool {
    if step.touch.map({ besides.contains($0.id) }) ?? !covers.isEmpty { return true }
    return watch(step.event) || step.event.phase != .began
  }

  private func steps(of input: DeviceInput) -> [ReadPointers.Step] {
    guard let device = devices[input.device]?.channel else { return [] }
    switch input.step {
    case .opened: return []
    case .frame(let frame), .synced(let frame):
      return pointers.take(frame, from: device, touches: events, hovers: session.hovers)
    case .removed: return pointers.remove(device, touches: events, at: EventClock.now)
    }
  }

  private func play(_ input: DeviceInput, _ mapping: (DeviceDescription) -> SurfaceMapping) {
    if case .opened(let description) = input.step {
      devices[input.device] = (session.open(description, mapping: mapping(description)), description)
    }
    guard let (device, description) = devices[input.device] else { return }
    session.map(device, by: mapping(description))
    switch input.step {
    case .opened: return
    case .frame(let frame): session.handle(frame, from: device, into: &events)
    case .synced(let frame): session.handleSync(frame, from: device, into: &events)
    case .removed: session.remove(device, at: EventClock.now, into: &events)
    }
  }

  private enum Outcome {
    case began, other
  }

  private func take(_ event: TouchEvent) -> Outcome {
    let (id, point) = (event.touch.id, SurfacePoint(x: event.sample.boardPoint.x, y: event.sample.boardPoint.y))
    switch event.phase {
    case .began: return covers.cover(at: event.time) ? leave(point) : begin(id, at: point)
    case .moved: held[id]?.move(to: point, of: overlay)
    case .ended:
      let widget = held.removeValue(forKey: id)
      widget?.move(to: point, of: overlay)
      widget?.release(over: self.widget(at: point))
    case .cancelled: held.removeValue(forKey: id)?.release(over: nil)
    }
    return .other
  }

  private func begin(_ id: Touch.ID, at point: SurfacePoint) -> Outcome {
    guard let widget = widget(at: point), widget != canvas else { return .other }
    if grab == .exclusive {
      held[id] = HeldWidget(around: widget)
      held[id]?.move(to: point, of: overlay)
    }
    return .began
  }

  /// A touch that the desktop reports to a menu or a dialog. Where it grabs nothing, it closes menus by this alone.
  private func leave(_ point: SurfacePoint) -> Outcome {
    if grab == .exclusive, let corner = overlay.placeOnSurface?.corner {
      covers.close(besides: NativePoint(x: corner.x + point.x, y: corner.y + point.y))
    }
    return .began
  }

  private func widget(at point: SurfacePoint) -> ObjectPointer? {
    gtk_widget_pick(overlay.widget, point.x, point.y, GTK_PICK_DEFAULT).map { ObjectPointer($0) }
  }
}

/// A button or a slider held by a finger.
private struct HeldWidget {
  private enum Kind {
    case button, slider
  }

  private let holder: ObjectHolder
  private let kind: Kind

  /// The innermost button or slider that contains a widget; `nil` if there is none.
  init?(around widget: ObjectPointer) {
    var next: ObjectPointer? = widget
    while let found = next, is_button(found.raw) == 0, is_range(found.raw) == 0 { next = found.parent }
    guard let found = next else { return nil }
    holder = ObjectHolder(found.raw)
    kind = is_range(found.raw) != 0 ? .slider : .button
    if kind == .button { gtk_widget_set_state_flags(found.widget, GTK_STATE_FLAG_ACTIVE, 0) }
  }

  /// - Parameter origin: the widget whose coordinates the point has.
  func move(to point: SurfacePoint, of origin: ObjectPointer) {
    guard kind == .slider else { return }
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(origin.widget, holder.pointer.widget, point.x, point.y, &x, &y)
    holder.pointer.slide(to: x)
  }

  /// Clicks a button if the finger is lifted over it.
  func release(over widget: ObjectPointer?) {
    guard kind == .button else { return }
    let button = holder.pointer
    gtk_widget_unset_state_flags(button.widget, GTK_STATE_FLAG_ACTIVE)
    guard let widget, widget == button || gtk_widget_is_ancestor(widget.widget, button.widget) != 0 else { return }
    click(button.raw)
  }
}

extension ObjectPointer {
  fileprivate var parent: ObjectPointer? { gtk_widget_get_parent(widget).map { ObjectPointer($0) } }

  /// Moves a horizontal slider to a position in its coordinates.
  fileprivate func slide(to x: Double) {
    let range: UnsafeMutablePointer<GtkRange> = pointer()
    var (trough, start, end) = (GdkRectangle(), CInt(0), CInt(0))
    gtk_range_get_range_rect(range, &trough)
    gtk_range_get_slider_range(range, &start, &end)
    let (knob, adjustment) = (Double(end - start), gtk_range_get_adjustment(range))
    let (lower, upper) = (gtk_adjustment_get_lower(adjustment), gtk_adjustment_get_upper(adjustment))
    let way = max(Double(trough.width) - knob, 1)
    let part = min(max((x - Double(trough.x) - knob / 2) / way, 0), 1)
    gtk_range_set_value(range, lower + part * (upper - lower))
  }
}
