import CTouchReelGtk

/// Popovers that stay although something begins beside them.
extension PointerInput {
  /// Closes a popover by what begins beside it, and draws that where it begins on the canvas.
  ///
  /// A list that was open in a popover takes the desktop's grab with it (GTK 4.8): GTK passes what happens on the
  /// window to the popover from then on, and only Escape would close it.
  func closeByTouchBeside(_ popover: ObjectPointer) {
    let controller = ObjectPointer(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    controller.connect(
      "event",
      answering: { [weak self] arguments in
        guard let self, let pointer = arguments.pointer(1) else { return .passedOn }
        return close(popover, by: OpaquePointer(pointer))
      })
    gtk_widget_add_controller(popover.widget, controller.opaque)
  }

  private func close(_ popover: ObjectPointer, by event: OpaquePointer) -> SignalAnswer {
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN, GDK_BUTTON_PRESS: break
    default: return .passedOn
    }
    guard let native = gtk_widget_get_native(canvas.widget), let surface = gtk_native_get_surface(native),
      gdk_event_get_surface(event) == surface
    else { return .passedOn }
    gtk_popover_popdown(popover.pointer())
    // What follows comes to the canvas without the popover.
    return isOnCanvas(event, of: ObjectPointer(native)) ? handle(event) : .handled
  }

  private func isOnCanvas(_ event: OpaquePointer, of native: ObjectPointer) -> Bool {
    var (x, y, dx, dy) = (0.0, 0.0, 0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0 else { return false }
    gtk_native_get_surface_transform(native.opaque, &dx, &dy)
    let picked = gtk_widget_pick(native.widget, x - dx, y - dy, GTK_PICK_DEFAULT)
    return picked.map { ObjectPointer($0) } == canvas
  }
}
