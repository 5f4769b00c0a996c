import CTouchReelGtk
import Glibc

extension ObjectPointer {
  /// Lets the wheel of a mouse, which goes up and down, scroll a bar sideways where it is narrower than what is in it.
  ///
  /// It does so over sliders as well, whose values would change by accident while they pass below the pointer.
  func scrollsSidewaysByWheel() {
    let wheel = ObjectPointer(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    wheel.connect(
      "scroll",
      answering: { arguments in
        scrollSideways(by: arguments.double(1), arguments.double(2), with: wheel) ? .handled : .passedOn
      })
    gtk_event_controller_set_propagation_phase(wheel.opaque, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(widget, wheel.opaque)
  }

  /// - Returns: whether there is anything to scroll, and GTK would not do it.
  private func scrollSideways(by dx: Double, _ dy: Double, with wheel: ObjectPointer) -> Bool {
    let adjustment = ObjectPointer(gtk_scrolled_window_get_hadjustment(opaque))
    let page = gtk_adjustment_get_page_size(adjustment.pointer())
    guard abs(dy) > abs(dx), gtk_adjustment_get_upper(adjustment.pointer()) > page else { return false }
    // GTK scrolls as far by a step of the wheel.
    let step = gtk_event_controller_scroll_get_unit(wheel.opaque) == GDK_SCROLL_UNIT_WHEEL ? pow(page, 2 / 3) : 1
    let side: Double = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -1 : 1
    adjustment.adjustedValue += side * dy * step
    return true
  }
}
