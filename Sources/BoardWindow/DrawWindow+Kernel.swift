import ByteStreams
import CGtk
import DrawingBoard
import EvdevDevices
import InputEvents
import LiveDrawing
import SystemPackage
import TouchTracking

extension DrawWindow {
  /// Starts reading the devices or the pipe that the user named, if any. Desktop events from the devices are ignored,
  /// since each would come twice.
  func beginKernelInput() {
    if let pipe = request.pipe { return beginPipeInput(pipe) }
    guard !request.devices.isEmpty else { return warnIfTouchIsMissing() }
    do throws(DeviceError) {
      let widgets = widgetTouches(request.grab ? .exclusive : .shared)
      widgets.watch = { [weak self] in self?.follow(read: $0) ?? true }
      outputs = OutputRotations()
      var options = RecorderOptions()
      options.grab = request.grab ? .exclusive : .shared
      let reader = try DeviceReaderThread(request.devices.map { DeviceSelector($0) }, options: options)
      if request.grab { share(reader, widgets) }
      begin(reader, widgets)
    } catch {
      notices.banner(translated("%s. Desktop events are drawn instead.", error.message))
    }
  }

  private func widgetTouches(_ grab: RecorderOptions.Grab) -> WidgetTouches {
    WidgetTouches(over: canvas.widget, in: layout["overlay"], covers, grab)
  }

  /// While a menu or a dialog is open, the desktop hears of the devices as well: only it can pass their touches on.
  private func share(_ reader: DeviceReaderThread, _ widgets: WidgetTouches) {
    var grab = RecorderOptions.Grab.exclusive
    let update = { [weak covers, weak reader, weak widgets] in
      guard let covers, let reader, let widgets else { return }
      let wanted: RecorderOptions.Grab = covers.isEmpty ? .exclusive : .shared
      // What is lifted while the devices are grabbed stays down for the desktop.
      guard wanted != grab, wanted == .shared || widgets.isResting else { return }
      grab = wanted
      reader.grab(wanted)
    }
    covers.keepOpen()
    covers.watchDialogs()
    covers.changed = update
    widgets.changed = update
  }

  private func begin(_ reader: any DeviceInputs, _ widgets: WidgetTouches) {
    let kernel = KernelInput(
      reader, take: { [weak self] in self?.take($0, widgets) }, fail: { [weak self] in self?.notices.banner("\($0)") })
    self.kernel = kernel
    kernel.start()
  }

  /// Touches of a pipe draw wherever they are: the bars are for those who sit at this screen.
  private func beginPipeInput(_ request: PipeRequest) {
    do throws(FileError) {
      guard let pipe = try FileBytes.open(request.path, keeping: .followed) as? PipeBytes else {
        throw FileError(file: request.path.string, message: "is a file; 'touchreel play' plays it")
      }
      begin(try PipeReaderThread(pipe, options: try request.readingOptions()), widgetTouches(.shared))
    } catch {
      notices.banner(error.description)
    }
  }

  /// Makes the window cover the screen that the devices are part of, if any of them exists.
  func coverScreen(of devices: [String]) {
    let found = devices.compactMap { KernelInput.description(of: $0) }
    guard !found.isEmpty else { return }
    let monitors = Monitors()
    let screens = monitors.screens
    monitors.cover(found.lazy.compactMap { $0.screen(among: screens) }.first, with: window)
  }

  /// The area of the board under a device. A window that does not cover the screen cannot know its place on it, so
  /// the device is assumed to cover the canvas.
  private func area(under viewport: Viewport, of device: Int) -> ScreenArea {
    let isCovering = gtk_window_is_fullscreen(window.pointer()) != 0
    let place = isCovering ? canvas.widget.placeOnSurface : nil
    var area = viewport.area(under: place?.surface ?? viewport.surface, surfaceAt: place?.corner ?? .zero)
    let description = kernel?.descriptions[device]
    area.calibration = description?.calibration ?? .identity
    area.rotation = outputs?.rotation(under: window) ?? description?.rotation ?? .upright
    return area
  }

  private func take(_ input: DeviceInput, _ widgets: WidgetTouches) {
    growNow()
    guard let drawing, let viewport = canvas.viewport else { return }
    if input.step != .removed, isDrawing(input.device) {
      drawing.screenArea = area(under: viewport, of: input.device)
    }
    drawing.zoom = viewport.zoom
    // What a button of a pen means for a touch is known before the touch begins on the board.
    let others = request.pipe == nil ? touchesBesidesDrawing(of: input, widgets, on: viewport.surface) : []
    drawing.handle(input, at: EventClock.now)
    for touch in others { cancel(touch, of: input.device) }
    endBeginning()
    if drawing.pinch != nil { showView() }
    switch input.step {
    case .opened: if request.pipe == nil { ignoreDesktop() }
    case .removed where request.pipe != nil:
      notices.banner(translated("The pipe has ended, and its strokes in progress were cancelled."))
    case .removed:
      // From here on, its touches come from the desktop.
      ignoreDesktop()
      notices.banner(translated("The device was unplugged, and its strokes in progress were cancelled."))
    case .frame, .synced: break
    }
    ticker.wake()
  }

  /// Passes touches to the widgets above the canvas, and to what fingers and pens do besides drawing.
  ///
  /// - Returns: those that begin and do not draw.
  private func touchesBesidesDrawing(
    of input: DeviceInput, _ widgets: WidgetTouches, on surface: SurfaceSize
  ) -> [Touch] {
    let size = BoardSize(width: surface.width, height: surface.height)
    let plain = area(under: Viewport(board: size, surface: surface), of: input.device)
    return widgets.take(input, on: plain, canvas: size)
  }

  private func cancel(_ touch: Touch, of device: Int) {
    let channel = drawing?.device(ofRead: device)
    let drawn = drawing?.openTouches.first {
      $0.device == channel && $0.trackingID == touch.trackingID && $0.slot == touch.slot
    }
    if let drawn { perform(.cancel(drawn.device, drawn.trackingID, .window)) }
  }

  /// Whether touches of a device that is read draw. Where fingers move the view, the board stays where it is under
  /// their device.
  private func isDrawing(_ device: Int) -> Bool { !isPenOnly || kernel?.descriptions[device]?.hasPenTool != false }

  /// Ignores what the desktop reports of the devices that are read.
  private func ignoreDesktop() {
    let devices = kernel?.descriptions.values.map { $0 } ?? []
    let (hasPen, hasTouch) = (devices.contains(where: \.hasPenTool), devices.contains { $0.kind != .pen })
    input.accepts = { pointer in
      switch pointer {
      case .finger: !hasTouch
      case .pen: !hasPen
      case .mouse: true
      }
    }
  }

  /// Opens a window that reads a device, instead of this one if nothing was drawn in it.
  private func reopen(reading device: String) {
    var request = DrawRequest()
    request.devices = [device]
    application.openDrawing(request)
    if isUntouched { gtk_window_close(window.pointer()) }
  }

  private func explainAccess(to node: FilePath) {
    let command = "sudo setfacl -m u:$USER:r \(node)"
    guard
      let shown = message_dialog(
        window.pointer(), GTK_MESSAGE_INFO, GTK_BUTTONS_CLOSE, translated("How to get access to touchscreens"),
        translated(
          "The package touchreel gives it to whoever is at the screen. Until the device is unplugged, this command does:"
        ) + "\n\n\(command)")
    else { return }
    let dialog = ObjectPointer(shown)
    dialog.connect("response") { gtk_window_destroy(dialog.pointer()) }
    gtk_window_present(dialog.pointer())
  }

  /// Warns if the compositor does not support touch although there is a touchscreen.
  private func warnIfTouchIsMissing() {
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()),
      gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue == 0,
      let screen = DeviceList.devices().first(where: { $0.description.kind == .touchscreen })
    else { return }
    guard screen.access == .readable else {
      return notices.banner(
        translated("The desktop does not report touches, and you may not read %s.", screen.description.name),
        button: Notices.Button(label: translated("Show How")) { [weak self] in self?.explainAccess(to: screen.node) })
    }
    notices.banner(
      translated("The desktop does not report touches, but %s can be read directly.", screen.description.name),
      button: Notices.Button(label: translated("Read It")) { [weak self] in self?.reopen(reading: screen.node.string) })
  }
}

extension DeviceError {
  /// The error without the options of `touchreel record`, which a window does not have.
  fileprivate var message: String {
    switch problem {
    case .keyboard: translated("%s: is a keyboard, which cannot be drawn with", device)
    case .notTouch: translated("%s: is not a touch device", device)
    default: description
    }
  }
}
