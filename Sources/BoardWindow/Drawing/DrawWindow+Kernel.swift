import CGtk
import DrawingBoard
import EvdevDevices
import InputEvents
import LiveDrawing
import TouchTracking

extension DrawWindow {
  /// Reads the device that the user named; the desktop's own events of its kind would come a second time.
  func beginKernelInput() {
    guard let device = request.device else { return tellMissingTouch() }
    do throws(DeviceError) {
      let kernel = try KernelInput(
        device, grab: request.grab ? .exclusive : .shared, take: { [weak self] in self?.take($0) },
        fail: { [weak self] in self?.notices.banner($0.description) })
      self.kernel = kernel
      kernel.start()
    } catch {
      notices.banner("\(error.description). The desktop's own events are drawn instead.")
    }
  }

  /// The window covers the screen that the device is part of, where there is such a device.
  func coverScreen(of device: String) {
    guard let device = KernelInput.description(of: device) else { return }
    let monitors = Monitors()
    monitors.cover(device.screen(among: monitors.screens), with: window)
  }

  /// What of the board's plane the device covers. A window that does not cover the screen cannot know where on it it is: there the device is
  /// taken to cover the canvas.
  private var screenArea: ScreenArea? {
    guard let viewport = canvas.viewport else { return nil }
    let isCovering = gtk_window_is_fullscreen(window.pointer()) != 0
    let place = isCovering ? canvas.widget.placeOnSurface : nil
    var area = viewport.area(under: place?.surface ?? viewport.surface, surfaceAt: place?.corner ?? .zero)
    area.calibration = kernel?.calibration ?? .identity
    return area
  }

  private func take(_ input: DeviceInput) {
    let before = Set(drawing?.openTouches.map(\.id) ?? [])
    drawing?.screenArea = screenArea
    if let zoom = canvas.viewport?.zoom { drawing?.zoom = zoom }
    drawing?.handle(input, at: EventClock.now)
    if drawing?.pinch != nil { showView() }
    switch input.step {
    case .opened(let description):
      kernel?.calibration = description.calibration
      ignoreDesktop(like: description)
    case .removed: notices.banner("The device is gone; its strokes were taken back. The drawing goes on.")
    case .frame, .synced: passToBars(besides: before)
    }
    ticker.wake()
  }

  private func ignoreDesktop(like device: DeviceDescription) {
    let (hasPen, hasTouch) = (device.hasPenTool, device.kind != .pen)
    input.accepts = { pointer in
      switch pointer {
      case .finger: !hasTouch
      case .pen: !hasPen
      case .mouse: true
      }
    }
  }

  /// A touch that begins on a bar is for the bar. Where the device is grabbed, nobody else tells the bar.
  private func passToBars(besides before: Set<Touch.ID>) {
    guard let drawing, let viewport = canvas.viewport else { return }
    for mark in drawing.board.touchMarks where !before.contains(mark.touch.id) {
      let point = viewport.surfacePoint(of: mark.point)
      guard let widget = gtk_widget_pick(layout["overlay"].widget, point.x, point.y, GTK_PICK_DEFAULT),
        widget != canvas.widget.widget
      else { continue }
      perform(.cancel(mark.touch.device, mark.touch.trackingID, .window))
      if request.grab { activate(widget) }
    }
  }

  /// Presses the button that a widget is part of.
  private func activate(_ widget: UnsafeMutablePointer<GtkWidget>) {
    var next: UnsafeMutablePointer<GtkWidget>? = widget
    while let pressed = next {
      if gtk_widget_activate(pressed) != 0 { return }
      next = gtk_widget_get_parent(pressed)
    }
  }

  /// Some compositors know no touch, though there is a touchscreen.
  private func tellMissingTouch() {
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()),
      gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue == 0,
      let screen = DeviceList.devices().first(where: { $0.description.kind == .touchscreen })
    else { return }
    notices.banner(
      "The desktop passes no touches on. 'touchreel draw --device \(screen.node)' reads \(screen.description.name) itself."
    )
  }
}
