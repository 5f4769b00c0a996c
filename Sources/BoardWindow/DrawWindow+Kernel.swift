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
      let grab: RecorderOptions.Grab = request.grab ? .exclusive : .shared
      let widgets = WidgetTouches(over: canvas.widget, in: layout["overlay"], grab)
      let kernel = try KernelInput(
        device, grab: grab, take: { [weak self] in self?.take($0, widgets) },
        fail: { [weak self] in self?.notices.banner($0.description) })
      self.kernel = kernel
      kernel.start()
      if request.grab {
        notices.banner("Tools and sliders take touches; menus and dialogs need a mouse or a keyboard.")
      }
    } catch {
      notices.banner("\(error.words). The desktop's own events are drawn instead.")
    }
  }

  /// The window covers the screen that the device is part of, where there is such a device.
  func coverScreen(of device: String) {
    guard let device = KernelInput.description(of: device) else { return }
    let monitors = Monitors()
    monitors.cover(device.screen(among: monitors.screens), with: window)
  }

  /// What the device covers, where the canvas shows so much. A window that does not cover the screen cannot know where on it it is: there the
  /// device is taken to cover the canvas.
  private func area(under viewport: Viewport) -> ScreenArea {
    let isCovering = gtk_window_is_fullscreen(window.pointer()) != 0
    let place = isCovering ? canvas.widget.placeOnSurface : nil
    var area = viewport.area(under: place?.surface ?? viewport.surface, surfaceAt: place?.corner ?? .zero)
    area.calibration = kernel?.description.calibration ?? .identity
    area.rotation = kernel?.description.rotation ?? .upright
    return area
  }

  private func take(_ input: DeviceInput, _ widgets: WidgetTouches) {
    guard let drawing, let viewport = canvas.viewport else { return }
    drawing.screenArea = area(under: viewport)
    drawing.zoom = viewport.zoom
    drawing.handle(input, at: EventClock.now)
    if drawing.pinch != nil { showView() }
    switch input.step {
    case .opened(let description):
      kernel?.description = description
      ignoreDesktop(like: description)
    case .removed:
      // Whatever else touches is the desktop's to tell.
      self.input.accepts = { _ in true }
      notices.banner("The device is gone; its strokes were taken back. The drawing goes on.")
    case .frame, .synced: break
    }
    pass(input, to: widgets, on: viewport.surface)
    ticker.wake()
  }

  /// A touch that begins on a widget is for the widget.
  private func pass(_ input: DeviceInput, to widgets: WidgetTouches, on surface: SurfaceSize) {
    let size = BoardSize(width: surface.width, height: surface.height)
    let plain = area(under: Viewport(board: size, surface: surface))
    for touch in widgets.take(input.step, on: plain, canvas: size) {
      let drawn = drawing?.openTouches.first { $0.trackingID == touch.trackingID && $0.slot == touch.slot }
      if let drawn { perform(.cancel(drawn.device, drawn.trackingID, .window)) }
    }
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

extension DeviceError {
  /// Without the options by which `touchreel record` takes any device: a window has none.
  fileprivate var words: String {
    switch problem {
    case .keyboard: "\(device): can type, and is not to draw with"
    case .notTouch: "\(device): is no touch device"
    default: description
    }
  }
}
