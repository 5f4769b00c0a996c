import CTouchReelGtk
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Passes touches of devices that are read directly from the kernel to the widgets above the canvas.
///
/// If the devices are grabbed, the desktop does not report their touches, so this presses buttons and moves sliders.
/// Menus and dialogs have surfaces of their own, which only the desktop reaches: while one is open, nothing is drawn
/// and nothing is pressed here.
final class WidgetTouches {
  private let overlay: ObjectPointer
  private let canvas: ObjectPointer
  private let covers: Covers
  /// Whether the desktop hears nothing of the devices.
  private let grab: RecorderOptions.Grab
  private var held: [Touch.ID: HeldWidget] = [:]

  /// - Parameter overlay: what the widgets and the canvas lie in.
  init(over canvas: ObjectPointer, in overlay: ObjectPointer, _ covers: Covers, _ grab: RecorderOptions.Grab) {
    self.canvas = canvas
    self.overlay = overlay
    self.covers = covers
    self.grab = grab
  }

  /// What a touch that begins at a point of the canvas is over.
  func target(at point: SurfacePoint, beginningAt time: Timestamp) -> TouchTarget {
    if covers.cover(at: time) { return .cover }
    return widget(at: point).map { $0 != canvas } == true ? .bar : .canvas
  }

  func press(_ id: Touch.ID, at point: SurfacePoint) {
    guard grab == .exclusive, let widget = widget(at: point) else { return }
    held[id] = HeldWidget(around: widget)
    drag(id, to: point)
  }

  func drag(_ id: Touch.ID, to point: SurfacePoint) { held[id]?.move(to: point, of: overlay) }

  func release(_ id: Touch.ID, at point: SurfacePoint) {
    let widget = held.removeValue(forKey: id)
    widget?.move(to: point, of: overlay)
    widget?.release(over: self.widget(at: point))
  }

  func letGo(_ id: Touch.ID) { held.removeValue(forKey: id)?.release(over: nil) }

  /// Closes the menu that a touch is beside. Where the desktop hears of it, it closes menus by this alone.
  func dismissCovers(besides point: SurfacePoint) {
    guard grab == .exclusive, let corner = canvas.positionOnSurface?.corner else { return }
    covers.close(besides: NativePoint(x: corner.x + point.x, y: corner.y + point.y))
  }

  /// - Parameter point: of the canvas, or beside it.
  private func widget(at point: SurfacePoint) -> ObjectPointer? {
    var (x, y) = (point.x, point.y)
    gtk_widget_translate_coordinates(canvas.widget, overlay.widget, point.x, point.y, &x, &y)
    return gtk_widget_pick(overlay.widget, x, y, GTK_PICK_DEFAULT).map { ObjectPointer($0) }
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
