import CTouchReelGtk
import TouchReelClampedNumbers
import TouchReelLiveDrawing

/// Zooms and pans a canvas: by the wheel (with Ctrl to zoom), and by pinches on a touchpad.
final class ViewControls {
  private let canvas: CanvasView
  /// How large the board is shown; tapped, it shows all of it.
  private let zoom: ObjectPointer
  private var pointer = SurfacePoint(x: 0, y: 0)
  /// Called with 1 where the wheel goes on at the lower edge of the board, and with -1 at the upper one.
  var overscroll: (Int) -> Void = { _ in }
  /// Steps of the wheel at an edge; negative ones at the upper edge.
  private var stepsBeyond = 0.0

  init(_ canvas: CanvasView, _ zoom: ObjectPointer, _ actions: ActionMap) {
    self.canvas = canvas
    self.zoom = zoom
    canvas.onView = { [weak self] in self?.showZoom(of: $0) }
    addWheel()
    addPointer()
    addPinch()
    actions.add("zoom-in") { [weak self] in self?.scroll(2) }
    actions.add("zoom-out") { [weak self] in self?.scroll(-2) }
    actions.add("zoom-original") { [weak self] in self?.showOriginal() }
    actions.add("zoom-fit") { [weak self] in self?.canvas.viewport?.fit() }
  }

  /// Shows the zoom where it is neither that of all of the board nor that at which it is drawn.
  private func showZoom(of view: Viewport) {
    let percent = Int(clamping: (view.zoom * 100).rounded())
    zoom.isVisible = !view.isFitted && percent != 100
    gtk_button_set_label(zoom.pointer(), "\(percent) %")
  }

  private func addWheel() {
    let wheel = ObjectPointer(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    wheel.connect(
      "scroll",
      answering: { [weak self] arguments in
        let state = gtk_event_controller_get_current_event_state(wheel.opaque)
        self?.turned(x: arguments.double(1), y: arguments.double(2), state)
        return .handled
      })
    gtk_widget_add_controller(canvas.widget.widget, wheel.opaque)
  }

  private func addPointer() {
    let motion = ObjectPointer(gtk_event_controller_motion_new())
    motion.connect(
      "motion",
      answering: { [weak self] arguments in
        self?.pointer = SurfacePoint(x: arguments.double(1), y: arguments.double(2))
        return .passedOn
      })
    gtk_event_controller_set_propagation_phase(motion.opaque, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(canvas.widget.widget, motion.opaque)
  }

  /// Adds the pinch of touchpads; those on a touchscreen are recognized by the drawing.
  private func addPinch() {
    let pinch = ObjectPointer(gtk_gesture_zoom_new())
    var start = 1.0
    pinch.connect("begin") { [weak self] in start = self?.canvas.viewport?.zoom ?? 1 }
    pinch.connect(
      "scale-changed",
      answering: { [weak self] arguments in
        guard let self, let event = gtk_event_controller_get_current_event(pinch.opaque),
          gdk_event_get_event_type(event) == GDK_TOUCHPAD_PINCH
        else { return .passedOn }
        canvas.viewport?.zoom(to: start * arguments.double(1), about: pointer)
        return .handled
      })
    gtk_widget_add_controller(canvas.widget.widget, pinch.opaque)
  }

  private func turned(x: Double, y: Double, _ state: GdkModifierType) {
    if state.rawValue & GDK_CONTROL_MASK.rawValue != 0 {
      canvas.viewport?.scroll(-y, about: pointer)
    } else {
      let isAcross = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
      let before = canvas.viewport
      canvas.viewport?.pan(byX: -(isAcross ? y : x) * 40, y: -(isAcross ? x : y) * 40)
      goBeyond(isAcross ? 0 : y, isAtEdge: canvas.viewport == before)
    }
  }

  /// More than one step, so that no page is turned by the step that reached the edge.
  private static let stepsToTurn = 3.0

  private func goBeyond(_ steps: Double, isAtEdge: Bool) {
    stepsBeyond = isAtEdge && steps != 0 ? (steps * stepsBeyond < 0 ? 0 : stepsBeyond) + steps : 0
    guard abs(stepsBeyond) >= Self.stepsToTurn else { return }
    overscroll(stepsBeyond > 0 ? 1 : -1)
    stepsBeyond = 0
  }

  private func scroll(_ steps: Double) {
    guard let middle else { return }
    canvas.viewport?.scroll(steps, about: middle)
  }

  private func showOriginal() {
    guard let middle else { return }
    canvas.viewport?.zoom(to: 1, about: middle)
  }

  private var middle: SurfacePoint? {
    canvas.viewport.map { SurfacePoint(x: $0.surface.width / 2, y: $0.surface.height / 2) }
  }
}
